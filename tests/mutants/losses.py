"""Deletions of what says that something is lost: a note, the record of a loss, the check of a key of a config.

They are known by the words that the product has for them. A deletion is a statement that does nothing, or a list of
notes that is empty.
"""

import ast
import re

from .sites import Marking, switch

RECORDS = re.compile(
    r"(?:^|_)(?:diagnostics?|findings?|leftovers?|lost|notes?|omitted|omissions?|problems?|repeats?|skipped|unmapped|unused"
    r"|violations?|hints?|losses)(?:_|$)"
)
"""Names of what is recorded."""

TYPES = re.compile(r"\b(?:Diagnostic|Finding|Note|Omission|Problem|Unmapped|Unwritten|Violation|Repeat)\b")
"""Names of types of records."""

ERRORS = re.compile(r"(?!(?:Assertion|Lookup|Runtime|Type|Value)Error)\w*(?:Error|Unmappable|Invalid\w*|Refused)")
"""Names of errors that report an input; the others report a mistake in the program."""

CHECKS = re.compile(
    r"(?:^|_)(?:check|checks|expect|known|lose|problem|refuse|reject|report|require|unknown|warn|only)(?:_|$)"
)
"""Names of functions that are called for what they report."""


def _name(node: ast.expr | None) -> str:
    match node:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=function):
            return _name(function)
        case ast.Starred(value=value) | ast.Subscript(value=value):
            return _name(value)
    return ""


def _records(node: ast.expr | None) -> bool:
    """Whether a value is a record, or several."""
    name = _name(node)
    return bool(RECORDS.search(name.lower()) or (isinstance(node, ast.Call) and TYPES.fullmatch(name)))


class Losses(Marking):
    """The deletions in a module."""

    @property
    def _returned(self) -> str:
        annotation = self.functions[-1].returns if self.functions else None
        return ast.unparse(annotation) if annotation is not None else ""

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:  # noqa: N802
        """A call whose result nobody takes, or a value that a function yields."""
        is_record = self._is_record(node.value)  # before its parts have switches
        self.generic_visit(node)
        return self._deleted(node, "deleted") if is_record else node

    def _is_record(self, value: ast.expr) -> bool:
        match value:
            case ast.Call(func=ast.Attribute(held, "append" | "extend" | "add" | "update" | "setdefault")):
                return _records(held) or any(map(_records, value.args))
            case ast.Call(func=function, args=arguments):
                return bool(CHECKS.search(_name(function)) or _records(function) or any(map(_records, arguments)))
            case ast.Yield() | ast.YieldFrom():
                return bool(TYPES.search(self._returned))
        return False

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:  # noqa: N802
        """`notes += …`."""
        self.generic_visit(node)
        return self._deleted(node, "deleted") if _records(node.target) or _records(node.value) else node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:  # noqa: N802
        """`notes = [… for …]`."""
        self.generic_visit(node)
        if _records(node.targets[0]) and isinstance(node.value, ast.ListComp | ast.Call):
            node.value = self._empty(node.value, always=True)
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:  # noqa: N802
        """An error about the input, where a function of a config or of a reader raises it."""
        self.generic_visit(node)
        is_error = isinstance(node.exc, ast.Call) and ERRORS.fullmatch(_name(node.exc))
        return self._deleted(node, "not raised") if is_error else node

    def visit_Return(self, node: ast.Return) -> ast.stmt:  # noqa: N802
        """The records that a function returns; None where it may return one."""
        if not TYPES.search(self._returned) or node.value is None or _is_nothing(node.value):
            self.generic_visit(node)
            return node
        returned = self._returned
        if returned.endswith("| None"):
            self.generic_visit(node)
            number = self.number(node, "None returned")
            if number is not None:
                return ast.If(switch("on", number), [ast.Return(ast.Constant(None))], [node])
        elif re.match(r"(?:list|tuple|Iterator|Iterable|Sequence)\[", returned) and not re.match(
            r"tuple\[(?!\w+, \.\.\.)", returned
        ):
            self.generic_visit(node)
            number = self.number(node, "nothing returned")
            if number is not None and node.value is not None:
                node.value = switch("emptied", number, node.value)
        else:
            self.generic_visit(node)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:  # noqa: N802
        """Each operand of a sum of records."""
        self.generic_visit(node)
        if isinstance(node.op, ast.Add):
            node.left, node.right = self._empty(node.left), self._empty(node.right)
        return node

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:  # noqa: N802
        """Each record in a display."""
        return self._display(node)

    def visit_List(self, node: ast.List) -> ast.expr:  # noqa: N802
        """Each record in a display."""
        return self._display(node)

    def visit_Call(self, node: ast.Call) -> ast.expr:  # noqa: N802
        """Each argument that is a list of records, or each of a call that adds them."""
        self.generic_visit(node)
        if _name(node).startswith("with_") and _records(node.func) and not node.keywords:
            node.args = [self._element(argument) for argument in node.args]
            return node
        node.args = [self._empty(argument) if not _is_display(argument) else argument for argument in node.args]
        for keyword in node.keywords:
            if not _is_display(keyword.value):
                is_record = _records(keyword.value) or RECORDS.search(keyword.arg or "")
                keyword.value = self._empty(keyword.value, always=bool(is_record))
        return node

    def _display(self, node: ast.Tuple | ast.List) -> ast.expr:
        """A list of records with a switch at each; of a pair, such as what a function returns besides notes, theirs."""
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        is_sequence = isinstance(node, ast.List) or any(isinstance(element, ast.Starred) for element in node.elts)
        records = [element for element in node.elts if _records(element)]
        if records and (is_sequence or len(records) == len(node.elts)):
            node.elts = [self._element(element) for element in node.elts]
        else:
            node.elts = [self._empty(element) for element in node.elts]
        return node

    def _element(self, element: ast.expr) -> ast.expr:
        number = self.number(element, "left out")
        if number is None:
            return element
        value = element.value if isinstance(element, ast.Starred) else ast.Tuple([element], ast.Load())
        return ast.Starred(ast.IfExp(switch("on", number), ast.Tuple([], ast.Load()), value), ast.Load())

    def _empty(self, value: ast.expr, *, always: bool = False) -> ast.expr:
        """Lists only: a name of several, or a call that makes some."""
        if (
            isinstance(value, ast.Starred)
            or _is_nothing(value)
            or not (always or (_records(value) and _is_plural(_name(value))))
        ):
            return value
        number = self.number(value, "empty")
        return value if number is None else switch("emptied", number, value)

    def _deleted(self, node: ast.stmt, change: str) -> ast.stmt:
        number = self.number(node, change)
        return node if number is None else ast.If(switch("on", number), [ast.Pass()], [node])


def _is_plural(name: str) -> bool:
    return name.endswith("s") or name in ("lost", "omitted", "skipped", "unmapped", "unused")


def _is_display(node: ast.expr) -> bool:
    return isinstance(node, ast.Tuple | ast.List)


def _is_nothing(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or (_is_display(node) and not ast.unparse(node).strip("()[]"))
