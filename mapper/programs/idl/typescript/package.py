"""Writes TypeScript classes over `@pulumi/pulumi` 3: a module for each file, an index for each folder."""

from collections import defaultdict
from collections.abc import Iterator

from mapper.programs.idl.doc_comments import DEPRECATED
from mapper.programs.idl.settings import Dialect
from mapper.programs.sdk.manifest import HEADER
from mapper.systems.pulumi.names import TYPESCRIPT_GLOBALS, module_path, quoted

from ..parser.constants import number_of
from ..parser.declarations import (
    AnyType,
    Basic,
    ListOf,
    MapOf,
    Marker,
    MarkerType,
    PointerTo,
    Primitive,
    Reference,
    Type,
)
from ..parser.program import ConstantDeclaration, Program, Property, SourceFile, TypeDeclaration, TypeKind, type_token

_STANDARD = frozenset({"id", "urn"})
"""Outputs that the engine gives to every resource."""


def typescript_package(program: Program) -> dict[str, str]:
    """Path -> text of every module and of every index."""
    modules = {f"{file.stem}.ts": _Module(file, program).text() for file in program.files}
    return modules | _indexes(program)


def _indexes(program: Program) -> dict[str, str]:
    """The index of each folder, which exports its modules, and its subfolders by package name."""
    lines: dict[str, list[str]] = defaultdict(list)
    for file in program.files:
        folder, _, stem = file.stem.rpartition("/")
        lines[folder].append(f'export * from "./{stem}";\n')
    for folder in sorted(lines.keys() | {""}):
        parts = folder.split("/") if folder else []
        for end in range(len(parts), 0, -1):
            parent, name = "/".join(parts[: end - 1]), parts[end - 1]
            called = program.clauses.get("/".join(parts[:end])) or "".join(c if c.isalnum() else "_" for c in name)
            line = f'export * as {called} from "./{name}/index";\n'
            if line not in lines[parent]:
                lines[parent].append(line)
    return {f"{folder}/index.ts".lstrip("/"): f"{HEADER}\n{''.join(text)}" for folder, text in lines.items() if text}


def tsdoc(text: str, indent: str = "") -> str:
    """A TSDoc comment; empty without a text. The text is escaped, so that it neither ends the
    comment nor contains tags.

    A deprecation notice becomes a tag at the end.
    """
    if not text:
        return ""
    paragraphs = text.replace("*/", "*\\/").replace("@", "\\@").split("\n\n")
    paragraphs.sort(key=lambda one: one.startswith(DEPRECATED))
    marked = "\n\n".join(
        one.replace(DEPRECATED, "@deprecated", 1) if one.startswith(DEPRECATED) else one for one in paragraphs
    )
    lines = [f"{indent} * {line}".rstrip() for line in marked.split("\n")]
    return "\n".join([f"{indent}/**", *lines, f"{indent} */\n"])


class _Module:
    """One module, with its imports and its local names of types."""

    def __init__(self, file: SourceFile, program: Program) -> None:
        self.file = file
        self.program = program
        self.taken = {declaration.name for declaration in file.types} | {
            declaration.name for declaration in file.constants
        }
        self.taken |= {f"{declaration.name}Args" for declaration in file.types}
        self.imports: dict[str, dict[str, str]] = defaultdict(dict)
        """Path of a module -> exported name -> local name."""
        own = {Reference(declaration.package, declaration.name): declaration for declaration in file.types}
        self.types = {reference: self.local(declaration) for reference, declaration in own.items()}
        """The local names of types, as outputs."""
        self.arguments = {reference: f"{declaration.name}Args" for reference, declaration in own.items()}
        """The local names of structs, as inputs."""
        for reference in file.foreign_references(program):
            declared = program.declaration(reference)
            self.types[reference] = self.imported(declared, declared.name)
            if declared.kind is TypeKind.STRUCT:
                self.arguments[reference] = self.imported(declared, f"{declared.name}Args")

    def imported(self, declared: TypeDeclaration, name: str) -> str:
        """The local name of a declaration in another module: its own name, unless that is taken."""
        here = name
        while here in self.taken:
            here = f"{self.program.clauses[declared.package]}_{here}"
        self.taken.add(here)
        self.imports[declared.path.removesuffix(".go")][name] = here
        return here

    @staticmethod
    def local(declared: TypeDeclaration | ConstantDeclaration) -> str:
        """The name of a declaration in its module, changed if JavaScript has a global of that name."""
        is_value = isinstance(declared, ConstantDeclaration) or declared.is_resource
        return f"{declared.name}_" if is_value and declared.name in TYPESCRIPT_GLOBALS else declared.name

    def text(self) -> str:
        constants = list(map(self.constant, self.file.constants))
        types = [text for type_ in self.file.types for text in self.declaration(type_)]
        body = (["".join(constants)] if constants else []) + types
        code = "\n".join(body)
        used = 'import * as pulumi from "@pulumi/pulumi";\n' if "pulumi." in code else ""
        imports = "".join(self.import_lines(code))
        return "\n".join(part for part in (HEADER, used, imports, code) if part)

    def import_lines(self, code: str) -> Iterator[str]:
        """The imports that the code uses: of the input types, the output types, or both."""
        for path, names in sorted(self.imports.items()):
            needed = [
                there if there == here else f"{there} as {here}"
                for there, here in sorted(names.items())
                if _has_word(code, here)
            ]
            if needed:
                yield f'import type {{ {", ".join(needed)} }} from "{module_path(self.file.stem, path)}";\n'

    def constant(self, constant: ConstantDeclaration) -> str:
        value = quoted(constant.text) if constant.basic is Basic.STRING else _number(constant.text)
        name, type_ = self.local(constant), self.type_text(constant.type)
        return f"{tsdoc(constant.doc)}{self.export(constant.name, name)}const {name}: {type_} = {value};\n"

    @staticmethod
    def export(name: str, local: str) -> str:
        return f"export {{ {local} as {name} }};\n" if name != local else "export "

    def declaration(self, declared: TypeDeclaration) -> Iterator[str]:
        match declared.kind:
            case TypeKind.RESOURCE | TypeKind.NAMED_RESOURCE:
                yield self.resource(declared)
                text = f"What a {declared.name} is made from."
                yield self.interface(f"{declared.name}Args", text, declared, are_inputs=True)
            case TypeKind.STRUCT:
                yield self.interface(declared.name, declared.doc, declared, are_inputs=False)
                yield self.interface(f"{declared.name}Args", declared.doc, declared, are_inputs=True)
            case TypeKind.ENUM:
                yield self.enum(declared)
            case TypeKind.ALIAS:
                made_of = self.type_text(declared.underlying) if declared.underlying else "any"
                yield f"{tsdoc(declared.doc)}{_export(declared)}type {declared.name} = {made_of};\n"

    def enum(self, declared: TypeDeclaration) -> str:
        values = dict.fromkeys(quoted(value.text) for value in declared.values)
        cases = "".join(f"\n    | {value}" for value in values)
        return f"{tsdoc(declared.doc)}{_export(declared)}type {declared.name} ={cases};\n"

    def interface(self, name: str, doc: str, declared: TypeDeclaration, *, are_inputs: bool) -> str:
        properties = declared.inputs if declared.is_resource else declared.properties
        members = "".join(self.given(property_) if are_inputs else self.returned(property_) for property_ in properties)
        return f"{tsdoc(doc)}{_export(declared)}interface {name} {{\n{members}}}\n"

    def given(self, one: Property) -> str:
        type_ = self.type_text(one.type, given=True)
        mark, absent = ("?", " | undefined") if one.optional else ("", "")
        return f"{self.doc(one)}    {one.name}{mark}: pulumi.Input<{type_}{absent}>;\n"

    def returned(self, one: Property) -> str:
        type_ = self.type_text(one.type)
        return f"{self.doc(one)}    {one.name}{'?' if one.optional else ''}: {type_};\n"

    @staticmethod
    def doc(one: Property) -> str:
        notes = [one.doc] if one.doc else []
        if one.replaces and not one.output_only:
            notes.append("A change replaces the resource.")
        return tsdoc("\n\n".join(notes), "    ")

    # -- resources

    def resource(self, declared: TypeDeclaration) -> str:
        name = self.local(declared)
        outputs = [
            property_
            for property_ in declared.properties
            if not (property_.is_name or property_.input_only or property_.name in _STANDARD)
        ]
        has_required = any(property_.is_required for property_ in declared.inputs)
        return _CLASS.format(
            doc=tsdoc(declared.doc),
            export=self.export(declared.name, name),
            name=name,
            arguments=f"args{'' if has_required else '?'}: {declared.name}Args",
            token=quoted(type_token(self.program, declared, Dialect.DESIGN)),
            members="".join(map(self.member, outputs)),
            required="".join(
                _REQUIRED.format(name=property_.name) for property_ in declared.inputs if property_.is_required
            ),
            given="".join(
                f'            inputs["{property_.name}"] = {_passed(property_)};\n' for property_ in declared.inputs
            )
            + "".join(
                f'            inputs["{property_.name}"] = undefined /*out*/;\n'
                for property_ in outputs
                if property_.output_only
            ),
            secrets=_secrets(outputs),
            unknown="".join(f'            inputs["{property_.name}"] = undefined /*out*/;\n' for property_ in outputs),
        )

    def member(self, one: Property) -> str:
        type_ = self.type_text(one.type)
        absent = " | undefined" if one.optional else ""
        out = "/*out*/ " if one.output_only else ""
        return f"{self.doc(one)}    declare public {out}readonly {one.name}: pulumi.Output<{type_}{absent}>;\n"

    # -- types

    def type_text(self, type_: Type, *, given: bool = False) -> str:
        """The type of an output, where a resource is its ID, which is what a provider receives and stores.

        If `given`, that of an input: elements may be outputs of other resources; a resource is passed as an object.
        """
        match type_:
            case Primitive(basic):
                return _PRIMITIVES[basic]
            case AnyType():
                return "any"
            case MarkerType(Marker.RESOURCE | Marker.NAMED_RESOURCE) if not given:
                return "pulumi.ID"
            case MarkerType(marker):
                return _INPUT_MARKERS[marker]
            case PointerTo(element):
                return self.type_text(element, given=given)
            case ListOf(element):
                return f"{self.element(element, given=given)}[]"
            case MapOf(key, element):
                values = self.element(element, given=given)
                if isinstance(key, Reference) and self.program.declaration(key).kind is TypeKind.ENUM:
                    return f"{{ [key in {self.types[key]}]?: {values} }}"
                return f"{{ [key: string]: {values} }}"
            case Reference():
                return self.named(type_, given=given)

    def named(self, reference: Reference, *, given: bool) -> str:
        if not given:
            return "pulumi.ID" if self.program.is_capability(reference) else self.types[reference]
        declared = self.program.declaration(reference)
        if declared.kind is TypeKind.STRUCT:
            return self.arguments[reference]
        if declared.kind is TypeKind.ALIAS and isinstance(declared.underlying, ListOf | MapOf):
            return self.type_text(declared.underlying, given=True)
        return self.types[reference]

    def element(self, type_: Type, *, given: bool) -> str:
        text = self.type_text(type_, given=given)
        return f"pulumi.Input<{text}>" if given else text


def _passed(one: Property) -> str:
    """What a constructor passes on for an argument."""
    value = f"args?.{one.name}"
    return f"{value} === undefined ? undefined : pulumi.secret({value})" if one.secret else value


def _secrets(outputs: list[Property]) -> str:
    """The statement that keeps outputs secret in the state; empty if none is."""
    names = ", ".join(quoted(one.name) for one in outputs if one.secret)
    merged = f"opts = pulumi.mergeOptions(opts, {{ additionalSecretOutputs: [{names}] }});"
    return f"        {merged}\n" if names else ""


def _export(declared: TypeDeclaration) -> str:
    return "export " if declared.is_exported else ""


def _has_word(code: str, word: str) -> bool:
    start = code.find(word)
    while start >= 0:
        around = code[max(start - 1, 0) : start] + code[start + len(word) : start + len(word) + 1]
        if not any(char.isalnum() or char in "_$" for char in around):
            return True
        start = code.find(word, start + 1)
    return False


def _number(text: str) -> str:
    """A Go number or boolean in TypeScript, which has another octal syntax and no hexadecimal fractions."""
    if text in {"true", "false"}:
        return text
    value = number_of(text)
    return text if value is None else repr(value).removesuffix(".0")


_REQUIRED = """\
            if (args?.{name} === undefined && !opts.urn) {{
                throw new Error("Missing required property '{name}'");
            }}
"""
_CLASS = """\
{doc}{export}class {name} extends pulumi.CustomResource {{
    /**
     * Look up an existing resource by its name and ID.
     */
    public static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): {name} {{
        return new {name}(name, undefined as any, {{ ...opts, id: id }});
    }}

    /** @internal */
    public static readonly __pulumiType = {token};

    /**
     * Whether an object is such a resource, even of another copy of this package.
     */
    public static isInstance(obj: any): obj is {name} {{
        if (obj === undefined || obj === null) {{
            return false;
        }}
        return obj["__pulumiType"] === {name}.__pulumiType;
    }}

{members}
    /**
     * Declare a resource with a name that is unique in its stack.
     */
    constructor(name: string, {arguments}, opts?: pulumi.CustomResourceOptions) {{
        const inputs: pulumi.Inputs = {{}};
        opts = opts || {{}};
        if (!opts.id) {{
{required}{given}        }} else {{
{unknown}        }}
{secrets}        super({name}.__pulumiType, name, inputs, opts);
    }}
}}
"""


_PRIMITIVES = {Basic.BOOL: "boolean", Basic.NUMBER: "number", Basic.STRING: "string"}
_INPUT_MARKERS = {
    Marker.RESOURCE: "pulumi.CustomResource",
    Marker.NAMED_RESOURCE: "pulumi.CustomResource",
    Marker.ASSET: "pulumi.asset.Asset",
    Marker.ARCHIVE: "pulumi.asset.Archive",
}
