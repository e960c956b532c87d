"""Where the command ``satrap`` starts: makes sure that our packages are ours, then hands over."""

from __future__ import annotations

import gc
import os
import sys

# pydantic looks for plugins in all installed packages when it is imported; we have none, and start-up counts.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

# Importing makes many objects that stay: looking through them for garbage is a tenth of the start.
gc.set_threshold(100_000, 50, 50)

NAMES = ("models", "solver", "puzzles")


def main() -> None:
    """Run the command; exits with its status."""
    for name in NAMES:
        module = __import__(name)
        if getattr(module, "SATRAP", None) != "satrap":
            place = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", ["?"])))
            print(
                f"satrap: error: the package “{name}” is taken by another one, {place}.\n"
                "satrap's own packages have common names: unset PYTHONPATH if that is where the other\n"
                "one comes from, or install satrap in a virtual environment of its own.",
                file=sys.stderr,
            )
            sys.exit(2)
    try:
        from puzzles.cli import run

        sys.exit(run())
    except KeyboardInterrupt:  # while modules are still being imported
        sys.exit(130)


if __name__ == "__main__":
    main()
