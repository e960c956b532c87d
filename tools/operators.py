"""Small wrong changes of Python source: a comparison turned round, a number off by one, a branch that is gone.

A :class:`Change` replaces one stretch of a source, found on its syntax tree, by what the tree says instead.  What
decides nothing is left alone: annotations, decorators, docstrings, messages put together with ``f""``, limits of the
shape of a document, keywords that only ask for strictness.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from dataclasses import dataclass

SAID = {"Problem": 1, "Breach": 2}
"""Calls that tell what is wrong, and how many of their arguments decide something: rule and path do, words do not."""
QUIET_KEYWORDS = {"strict", "max_length", "min_length", "pattern", "repr", "compare", "discriminator", "note"}
QUIET_TYPES = {"Annotated", "Literal"}
BOUNDARY: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Change:
    """One wrong change of a source.

    Attributes
    ----------
    kind
        Which sort of change.
    line
        The line on which it begins, from 1.
    start, end
        The stretch of the source that is replaced, in characters.
    old, new
        What stands there, and what instead.
    scope
        The function or class in which it stands, by its dotted name; empty at the top of the file.
    """

    kind: str
    line: int
    start: int
    end: int
    old: str
    new: str
    scope: str

    def apply(self, source: str) -> str:
        """The source with this change."""
        return source[: self.start] + self.new + source[self.end :]


def changes(source: str) -> list[Change]:
    """All changes of a source, in the order of the text.

    >>> [(change.old, change.new) for change in changes("def f(x): return x < 3")]
    [('x < 3', '(x <= 3)'), ('x < 3', '(x >= 3)'), ('3', '4'), ('3', '2')]
    """
    found = _Finder(source)
    found.visit(ast.parse(source))
    unique = {(change.start, change.end, change.new): change for change in found.changes}
    return sorted(unique.values(), key=lambda change: (change.start, -change.end))


class _Finder(ast.NodeVisitor):
    """Walks a tree and notes what could be changed."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.changes: list[Change] = []
        self.scope: list[str] = []
        lines = [line.encode() for line in source.splitlines(keepends=True)]
        self.lines = [line.decode() for line in lines]
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def _at(self, line: int, column: int) -> int:
        """The character of a place that the tree gives in bytes."""
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def note(self, kind: str, node: ast.AST, new: str) -> None:
        """Note that a node could be something else."""
        start = self._at(node.lineno, node.col_offset)  # type: ignore[attr-defined]
        end = self._at(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
        line: int = node.lineno  # type: ignore[attr-defined]
        self.changes.append(Change(kind, line, start, end, self.source[start:end], new, ".".join(self.scope)))

    def instead(self, kind: str, node: ast.expr, change: Callable[[ast.expr], ast.expr | None]) -> None:
        """Note an expression that is changed on a copy of it."""
        changed = change(copy.deepcopy(node))
        if changed is not None:
            text = ast.unparse(changed)
            self.note(kind, node, text if isinstance(changed, ast.Constant | ast.Name) else f"({text})")

    # what is left alone, or looked at in part

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.scope.append(node.name)
        for default in (*node.args.defaults, *(one for one in node.args.kw_defaults if one)):
            self.visit(default)
        self._body(node.body)
        self.scope.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.scope.append(node.name)
        self._body(node.body)
        self.scope.pop()

    def visit_Module(self, node: ast.Module) -> None:
        self._body(node.body)

    def _body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                self.visit(statement)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Words, whose places in the source are not told either."""

    def visit_Import(self, node: ast.Import) -> None:
        """Nothing to decide."""

    def visit_If(self, node: ast.If) -> None:
        test = node.test
        if not (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"):
            self.instead("negated", test, _negated)
            self.note("branch removed", test, "False")
            self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.instead("negated", node.test, _negated)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.note("filter removed", test, "True")
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not (isinstance(node.value, ast.Name) and node.value.id in QUIET_TYPES):
            self.generic_visit(node)

    # statements

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Yield | ast.YieldFrom):
            self.note("yield removed", node, "if False: yield")  # it stays a generator
        elif isinstance(node.value, ast.Call):
            self.note("call removed", node, "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.note("statement removed", node, "pass")
        if type(node.op) in ARITHMETIC:
            turned = copy.deepcopy(node)
            turned.op = ARITHMETIC[type(node.op)]()
            self.note("arithmetic", node, ast.unparse(turned))
        self.visit(node.value)

    def visit_Continue(self, node: ast.Continue) -> None:
        self.note("statement removed", node, "pass")

    def visit_Break(self, node: ast.Break) -> None:
        self.note("statement removed", node, "pass")

    def visit_Raise(self, node: ast.Raise) -> None:
        self.note("statement removed", node, "pass")

    # expressions

    def visit_Compare(self, node: ast.Compare) -> None:
        for at, operator in enumerate(node.ops):
            for kind, table in (("boundary", BOUNDARY), ("comparison", OPPOSITE)):
                other = table.get(type(operator))
                if other is not None:
                    self.instead(kind, node, lambda one, at=at, other=other: _compared(one, at, other))  # type: ignore[misc]
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self.instead("and/or", node, _swapped)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.note("negated", node, f"({ast.unparse(node.operand)})")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in ARITHMETIC and not any(map(_listed, (node.left, node.right))):
            self.instead("arithmetic", node, _turned)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.note("constant", node, str(not node.value))
        elif isinstance(node.value, int):
            self.note("constant", node, str(node.value + 1))
            if node.value > 0:
                self.note("constant", node, str(node.value - 1))

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in SWAPPED and isinstance(node.func, ast.Name):
            self.note("other end", node.func, SWAPPED[name])
        self.visit(node.func)
        for argument in node.args[: SAID.get(name)]:
            self.visit(argument)
        for keyword in node.keywords:
            if keyword.arg not in QUIET_KEYWORDS:
                self.visit(keyword.value)


def _negated(node: ast.expr) -> ast.expr | None:
    """Its opposite, unless another change makes the same of it."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return None
    return ast.UnaryOp(ast.Not(), node)


def _compared(node: ast.expr, at: int, other: type[ast.cmpop]) -> ast.expr:
    assert isinstance(node, ast.Compare)
    node.ops[at] = other()
    return node


def _swapped(node: ast.expr) -> ast.expr:
    assert isinstance(node, ast.BoolOp)
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return node


def _turned(node: ast.expr) -> ast.expr:
    assert isinstance(node, ast.BinOp)
    node.op = ARITHMETIC[type(node.op)]()
    return node


def _listed(node: ast.expr) -> bool:
    """Whether it is a text, a list or the like, which can only be put together."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp)
