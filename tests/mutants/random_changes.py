"""Random changes of any line: comparisons, conditions, operators, constants, what is returned, what is called."""

import ast
import copy

from .sites import Marking, switch

OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult}


class RandomChanges(Marking):
    """All changes of a module. Texts are left: what messages say is no behavior."""

    def visit_Compare(self, node: ast.Compare) -> ast.expr:  # noqa: N802
        """The opposite of a comparison, or the same with its bound."""
        other = copy.deepcopy(node)
        other.ops[0] = OPPOSITES[type(node.ops[0])]()
        return self._replaced(node, other, f"`{ast.unparse(other)}`")

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:  # noqa: N802
        """`and` for `or`, and without the last operand."""
        last = node.values[0] if len(node.values) == 2 else ast.BoolOp(node.op, node.values[:-1])
        swapped = ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
        return self._replaced(node, copy.deepcopy(last), "without the last operand", copy.deepcopy(swapped))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:  # noqa: N802
        """Without `not`."""
        if isinstance(node.op, ast.Not):
            return self._replaced(node, copy.deepcopy(node.operand), "without not")
        self.generic_visit(node)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:  # noqa: N802
        """Another operator."""
        if type(node.op) in OPERATORS:
            other = copy.deepcopy(node)
            other.op = OPERATORS[type(node.op)]()
            return self._replaced(node, other, f"`{ast.unparse(other)}`")
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:  # noqa: N802
        """All but `strict` of `zip`, which only asserts what holds anyway."""
        is_zip = isinstance(node.func, ast.Name) and node.func.id == "zip"
        kept = [keyword for keyword in node.keywords if is_zip and keyword.arg == "strict"]
        node.keywords = [keyword for keyword in node.keywords if keyword not in kept]
        self.generic_visit(node)
        node.keywords += kept
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:  # noqa: N802
        """One more; the other truth."""
        if isinstance(node.value, bool):
            return self._replaced(node, ast.Constant(not node.value), repr(not node.value))
        if isinstance(node.value, int):
            return self._replaced(node, ast.Constant(node.value + 1), str(node.value + 1))
        return node

    def visit_If(self, node: ast.If) -> ast.stmt:  # noqa: N802
        """A branch that is never taken."""
        self.generic_visit(node)
        number = self.number(node.test, "the branch is never taken")
        if number is not None:
            node.test = ast.BoolOp(ast.And(), [ast.UnaryOp(ast.Not(), switch("on", number)), node.test])
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:  # noqa: N802
        """Always the other value."""
        return self._replaced(node, copy.deepcopy(node.orelse), "always the value after else")

    def visit_Return(self, node: ast.Return) -> ast.stmt:  # noqa: N802
        """None."""
        self.generic_visit(node)
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            number = self.number(node, "None returned")
            if number is not None:
                node.value = ast.IfExp(switch("on", number), ast.Constant(None), node.value)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:  # noqa: N802
        """A call whose result nobody takes, left out."""
        self.generic_visit(node)
        number = self.number(node, "deleted") if isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom) else None
        return node if number is None else ast.If(switch("on", number), [ast.Pass()], [node])

    def _replaced(self, node: ast.expr, other: ast.expr, change: str, *more: ast.expr) -> ast.expr:
        """A switch for each of the changed expressions; parts of the unchanged one may have more."""
        numbers = [self.number(node, change), *(self.number(node, f"`{ast.unparse(each)}`") for each in more)]
        self.generic_visit(node)
        result: ast.expr = node
        for number, changed in zip(numbers, (other, *more), strict=True):
            if number is not None:
                result = ast.IfExp(switch("on", number), changed, result)
        return ast.copy_location(result, node)
