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
    paragraphs.sort(key=lambda paragraph: paragraph.startswith(DEPRECATED))
    marked = "\n\n".join(
        paragraph.replace(DEPRECATED, "@deprecated", 1) if paragraph.startswith(DEPRECATED) else paragraph
        for paragraph in paragraphs
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
        declarations = {Reference(declaration.package, declaration.name): declaration for declaration in file.types}
        self.types = {reference: self.local_name(declaration) for reference, declaration in declarations.items()}
        """The local names of types, as outputs."""
        self.arguments = {reference: f"{declaration.name}Args" for reference, declaration in declarations.items()}
        """The local names of structs, as inputs."""
        for reference in file.foreign_references(program):
            declared = program.declaration(reference)
            self.types[reference] = self.import_name(declared, declared.name)
            if declared.kind is TypeKind.STRUCT:
                self.arguments[reference] = self.import_name(declared, f"{declared.name}Args")

    def import_name(self, declared: TypeDeclaration, name: str) -> str:
        """Import a declaration of another module; returns its local name, which differs if the name is taken."""
        local = name
        while local in self.taken:
            local = f"{self.program.clauses[declared.package]}_{local}"
        self.taken.add(local)
        self.imports[declared.path.removesuffix(".go")][name] = local
        return local

    @staticmethod
    def local_name(declared: TypeDeclaration | ConstantDeclaration) -> str:
        """The name of a declaration in its module, changed if JavaScript has a global with this name."""
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
                name if name == local else f"{name} as {local}"
                for name, local in sorted(names.items())
                if _has_word(code, local)
            ]
            if needed:
                yield f'import type {{ {", ".join(needed)} }} from "{module_path(self.file.stem, path)}";\n'

    def constant(self, constant: ConstantDeclaration) -> str:
        value = quoted(constant.text) if constant.basic is Basic.STRING else _number(constant.text)
        name, type_ = self.local_name(constant), self.type_text(constant.type)
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
                underlying = self.type_text(declared.underlying) if declared.underlying else "any"
                yield f"{tsdoc(declared.doc)}{_export(declared)}type {declared.name} = {underlying};\n"

    def enum(self, declared: TypeDeclaration) -> str:
        values = dict.fromkeys(quoted(value.text) for value in declared.values)
        cases = "".join(f"\n    | {value}" for value in values)
        return f"{tsdoc(declared.doc)}{_export(declared)}type {declared.name} ={cases};\n"

    def interface(self, name: str, doc: str, declared: TypeDeclaration, *, are_inputs: bool) -> str:
        properties = declared.inputs if declared.is_resource else declared.properties
        members = "".join(
            self.input_member(property_) if are_inputs else self.output_member(property_) for property_ in properties
        )
        return f"{tsdoc(doc)}{_export(declared)}interface {name} {{\n{members}}}\n"

    def input_member(self, property_: Property) -> str:
        type_ = self.type_text(property_.type, as_input=True)
        mark, absent = ("?", " | undefined") if property_.optional else ("", "")
        return f"{self.doc(property_)}    {property_.name}{mark}: pulumi.Input<{type_}{absent}>;\n"

    def output_member(self, property_: Property) -> str:
        type_ = self.type_text(property_.type)
        return f"{self.doc(property_)}    {property_.name}{'?' if property_.optional else ''}: {type_};\n"

    @staticmethod
    def doc(property_: Property) -> str:
        notes = [property_.doc] if property_.doc else []
        if property_.replaces and not property_.output_only:
            notes.append("A change replaces the resource.")
        return tsdoc("\n\n".join(notes), "    ")

    # -- resources

    def resource(self, declared: TypeDeclaration) -> str:
        name = self.local_name(declared)
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
            assignments="".join(
                f'            inputs["{property_.name}"] = {_argument_value(property_)};\n'
                for property_ in declared.inputs
            )
            + "".join(
                f'            inputs["{property_.name}"] = undefined /*out*/;\n'
                for property_ in outputs
                if property_.output_only
            ),
            secrets=_secrets(outputs),
            unknown="".join(f'            inputs["{property_.name}"] = undefined /*out*/;\n' for property_ in outputs),
        )

    def member(self, property_: Property) -> str:
        type_ = self.type_text(property_.type)
        absent = " | undefined" if property_.optional else ""
        out = "/*out*/ " if property_.output_only else ""
        return (
            f"{self.doc(property_)}    declare public {out}readonly {property_.name}: pulumi.Output<{type_}{absent}>;\n"
        )

    # -- types

    def type_text(self, type_: Type, *, as_input: bool = False) -> str:
        """The type of an output, or of an input.

        In outputs, a resource is its ID, which a provider receives and stores. In inputs, elements may be outputs of
        other resources, and a resource is passed as an object.
        """
        match type_:
            case Primitive(basic):
                return _PRIMITIVES[basic]
            case AnyType():
                return "any"
            case MarkerType(Marker.RESOURCE | Marker.NAMED_RESOURCE) if not as_input:
                return "pulumi.ID"
            case MarkerType(marker):
                return _INPUT_MARKERS[marker]
            case PointerTo(element):
                return self.type_text(element, as_input=as_input)
            case ListOf(element):
                return f"{self.element(element, as_input=as_input)}[]"
            case MapOf(key, element):
                values = self.element(element, as_input=as_input)
                if isinstance(key, Reference) and self.program.declaration(key).kind is TypeKind.ENUM:
                    return f"{{ [key in {self.types[key]}]?: {values} }}"
                return f"{{ [key: string]: {values} }}"
            case Reference():
                return self.reference_text(type_, as_input=as_input)

    def reference_text(self, reference: Reference, *, as_input: bool) -> str:
        if not as_input:
            return "pulumi.ID" if self.program.is_capability(reference) else self.types[reference]
        declared = self.program.declaration(reference)
        if declared.kind is TypeKind.STRUCT:
            return self.arguments[reference]
        if declared.kind is TypeKind.ALIAS and isinstance(declared.underlying, ListOf | MapOf):
            return self.type_text(declared.underlying, as_input=True)
        return self.types[reference]

    def element(self, type_: Type, *, as_input: bool) -> str:
        text = self.type_text(type_, as_input=as_input)
        return f"pulumi.Input<{text}>" if as_input else text


def _argument_value(property_: Property) -> str:
    """What a constructor passes on for an argument."""
    value = f"args?.{property_.name}"
    return f"{value} === undefined ? undefined : pulumi.secret({value})" if property_.secret else value


def _secrets(outputs: list[Property]) -> str:
    """The statement that keeps outputs secret in the state; empty if none is."""
    names = ", ".join(quoted(property_.name) for property_ in outputs if property_.secret)
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
{required}{assignments}        }} else {{
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
