"""Words that all games need."""

from __future__ import annotations

from collections.abc import Sequence


def and_words(parts: Sequence[str]) -> str:
    """Things told in a row.

    >>> and_words(["a", "b", "c"]), and_words(["a"])
    ('a, b and c', 'a')
    """
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)
