"""Evaluates the nodes of a template."""

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from mapper.text.suggest import nearest

from .nodes import Branch, Call, Literal, Name, Node, Operand, Output, Path, Pipeline, TemplateError, Write

Value = str | int | bool | None | list[str]
"""The value of a field, variable or function."""

Dot = Value | Mapping[str, Value]
"""What the dot is: at the top level, the fields of the page."""

Function = Callable[..., Value]
"""A template function. Raises ValueError, with the reason, for an argument that it does not accept."""

MAX_OUTPUT = 4_000_000
"""The maximum number of characters that a template may write; the registry accepts an eighth of that."""

MAX_STEPS = 1_000_000
"""The maximum number of evaluated nodes, with repetitions."""

_LAZY = ("and", "or")


def evaluate(nodes: Sequence[Node], fields: Mapping[str, Value], functions: Mapping[str, Function]) -> str:
    """The output of a template. Raises TemplateError."""
    evaluator = _Evaluator(fields, functions)
    evaluator.run(nodes, fields, [{}])
    return "".join(evaluator.written)


class _Evaluator:
    """Evaluates one template. `fields` are the fields of `$`."""

    def __init__(self, fields: Mapping[str, Value], functions: Mapping[str, Function]) -> None:
        self._fields = fields
        self._functions = functions
        self.written: list[str] = []
        self._size = 0
        self._steps = 0

    def run(self, nodes: Sequence[Node], dot: Dot, scopes: list[dict[str, Value]]) -> None:
        """Evaluate nodes."""
        for node in nodes:
            self._steps += 1
            if self._steps > MAX_STEPS:
                raise TemplateError(f"the template takes more than {MAX_STEPS:,} steps", 0)
            match node:
                case Write(text):
                    self._write(text, 0)
                case Output(pipeline):
                    value = self._pipeline(pipeline, dot, scopes)
                    if not pipeline.variables:
                        self._write(shown(value), pipeline.offset)
                case Branch():
                    self._branch(node, dot, scopes)
                case _:
                    assert_never(node)

    def _write(self, text: str, offset: int) -> None:
        self._size += len(text)
        if self._size > MAX_OUTPUT:
            raise TemplateError(f"the page would have more than {MAX_OUTPUT:,} characters", offset)
        self.written.append(text)

    def _branch(self, branch: Branch, dot: Dot, scopes: list[dict[str, Value]]) -> None:
        own: dict[str, Value] = {}
        inner = [*scopes, own]
        pipeline = branch.pipeline
        value = self._pipeline(pipeline, dot, inner, assigns=branch.keyword != "range")
        if branch.keyword == "range":
            if not isinstance(value, list):
                raise TemplateError(f"range goes over a list, not over {_words(value)}", pipeline.offset)
            for index, item in enumerate(value):
                scope: dict[str, Value] = dict(zip(pipeline.variables[::-1], (item, index), strict=False))
                self.run(branch.body, item, [*inner, scope])
            if not value:
                self.run(branch.otherwise, dot, inner)
        elif not value:
            self.run(branch.otherwise, dot, inner)
        elif branch.keyword == "with":
            self.run(branch.body, value, inner)
        else:
            self.run(branch.body, dot, inner)

    def _pipeline(self, pipeline: Pipeline, dot: Dot, scopes: list[dict[str, Value]], *, assigns: bool = True) -> Value:
        value: Value = None
        for number, call in enumerate(pipeline.calls):
            piped = (value,) if number else ()
            value = self._call(call, piped, dot, scopes)
        if assigns and pipeline.variables:
            *others, name = pipeline.variables
            if others:
                raise TemplateError("only range has two variables", pipeline.offset)
            scope = scopes[-1] if pipeline.declares else next((s for s in reversed(scopes) if name in s), None)
            if scope is None:
                raise TemplateError(f"the variable {name} is not declared", pipeline.offset)
            scope[name] = value
        return value

    def _call(self, call: Call, piped: tuple[Value, ...], dot: Dot, scopes: list[dict[str, Value]]) -> Value:
        operand = call.operand
        if not isinstance(operand, Name):
            return self._operand(operand, dot, scopes)
        if operand.name in _LAZY and call.arguments:
            return self._either(operand.name, call, piped, dot, scopes)
        arguments = [self._operand(argument, dot, scopes) for argument in call.arguments]
        return self._apply(operand, [*arguments, *piped])

    def _either(
        self, name: str, call: Call, piped: tuple[Value, ...], dot: Dot, scopes: list[dict[str, Value]]
    ) -> Value:
        """`and` and `or`, which evaluate only as many arguments as necessary."""
        value: Value = None
        for argument in call.arguments:
            value = self._operand(argument, dot, scopes)
            if bool(value) is (name == "or"):
                return value
        return piped[0] if piped else value

    def _apply(self, name: Name, arguments: list[Value]) -> Value:
        function = self._functions.get(name.name)
        if function is None:
            hint = nearest(name.name, self._functions) or f"; there are {', '.join(sorted(self._functions))}"
            raise TemplateError(f"there is no function {name.name}{hint}", name.offset)
        try:
            value = function(*arguments)
        except ValueError as error:
            raise TemplateError(f"{name.name}: {error}", name.offset) from None
        except TypeError:
            raise TemplateError(f"{name.name} does not take {_counted(arguments)}", name.offset) from None
        if isinstance(value, str | list) and sum(map(len, value)) > MAX_OUTPUT:
            raise TemplateError(f"{name.name} makes more than {MAX_OUTPUT:,} characters", name.offset)
        return value

    def _operand(self, operand: Operand, dot: Dot, scopes: list[dict[str, Value]]) -> Value:
        match operand:
            case Literal(value):
                return value
            case Name():
                return self._apply(operand, [])
            case Path():
                return self._path(operand, dot, scopes)
            case Pipeline():
                return self._pipeline(operand, dot, scopes)
        assert_never(operand)

    def _path(self, path: Path, dot: Dot, scopes: list[dict[str, Value]]) -> Value:
        if path.variable not in (None, "$"):
            for scope in reversed(scopes):
                if path.variable in scope:
                    return self._inside(scope[str(path.variable)], path)
            raise TemplateError(f"the variable {path.variable} is not declared", path.offset)
        fields = dot if path.variable is None else self._fields
        if not isinstance(fields, Mapping):
            return self._inside(fields, path)
        if not path.names:
            raise TemplateError("the page as a whole is not a text; give the name of a field", path.offset)
        name, *more = path.names
        if name not in fields:
            known = ", ".join(f".{field}" for field in fields)
            hint = nearest(name, fields) or (f"; there are {known}" if known else ", and no other")
            raise TemplateError(f"there is no field .{name} here{hint}", path.offset)
        if more:
            raise TemplateError(f".{name} has no field .{more[0]}", path.offset)
        return fields[name]

    def _inside(self, value: Value, path: Path) -> Value:
        if path.names:
            raise TemplateError(f"{_words(value)} has no field .{path.names[0]}", path.offset)
        return value


def shown(value: Value) -> str:
    """A value as Go formats it."""
    match value:
        case None:
            return "<nil>"
        case bool():
            return "true" if value else "false"
        case list():
            return f"[{' '.join(value)}]"
    return str(value)


def _words(value: Value) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "true or false"
        case int():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
    assert_never(value)


def _counted(arguments: Sequence[Value]) -> str:
    count = len(arguments)
    return f"{count} argument{'' if count == 1 else 's'} ({', '.join(map(_words, arguments))})" if count else "nothing"
