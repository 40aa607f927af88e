"""A program -> what the author of a provider begins with: an implementation for each resource, and the main package.

It is written once, and the author's from then on: the stubs beside it are generated again and again.
"""

from __future__ import annotations

from ..idl.program import Kind, Program, SourceFile, TypeDeclaration
from .stubs import import_aliases, marshal_name

SDK = "github.com/pulumi/pulumi/sdk/v3"
_VERSIONS = ((SDK, "v3.235.0"), ("google.golang.org/grpc", "v1.80.0"), ("google.golang.org/protobuf", "v1.36.11"))
"""Those that the stubs are tested with."""
_GO = "1.25.8"


def skeletons(program: Program) -> dict[str, str]:
    """Path -> text of an implementation for each file with resources; it is called like the file of the IDL."""
    return {
        f"{file.stem}.go": _file(file, [one for one in file.types if one.is_resource])
        for file in program.files
        if any(one.is_resource for one in file.types)
    }


def main_package(program: Program) -> dict[str, str]:
    """Path -> text of the program that serves all resources, and of the module that the provider is."""
    base = program.settings.provider
    owners = {file.package: file.clause for file in program.files if any(one.is_resource for one in file.types)}
    names = import_aliases(program)
    imports = [f'\t"{base}/oasmap"']
    for folder, clause in owners.items():
        path = f"{base}/{folder}" if folder else base
        alias = "" if names[folder] == clause == path.rpartition("/")[2] else f"{names[folder]} "
        imports.append(f'\t{alias}"{path}"')
    imports.sort(key=lambda line: line.split('"')[1])
    rows = [
        (f"{names[file.package]}.{one.name}:", f"{names[file.package]}.New{one.name}Provider(", one.name)
        for file in program.files
        for one in file.types
        if one.is_resource
    ]
    width = max((len(key) for key, _, _ in rows), default=0)
    lines = [f"\t\t{key:<{width}} {call}{call.partition('.')[0]}.New{name}Ops()),\n" for key, call, name in rows]
    schema = f'`{{"name":"{program.name}","version":"0.1.0"}}`'
    text = _MAIN.format(name=program.name, imports="\n".join(imports), schema=schema, rows="".join(lines))
    requires = "".join(f"\t{path} {version}\n" for path, version in _VERSIONS)
    return {
        f"cmd/pulumi-resource-{program.name}/main.go": text,
        "go.mod": f"module {base}\n\ngo {_GO}\n\nrequire (\n{requires})\n",
    }


def _file(file: SourceFile, resources: list[TypeDeclaration]) -> str:
    return _HEAD.format(clause=file.clause, sdk=SDK) + "".join(map(_implementation, resources))


def _implementation(declared: TypeDeclaration) -> str:
    is_named = declared.kind is Kind.NAMED_RESOURCE
    struct = marshal_name(declared.name)
    return _IMPLEMENTATION.format(
        name=declared.name,
        struct=struct,
        impl=f"{struct}ProviderOpsImpl",
        named="" if is_named else _NAME.format(struct=struct, impl=f"{struct}ProviderOpsImpl"),
    )


_HEAD = """\
package {clause}

import (
	"context"
	"errors"

	"{sdk}/go/common/resource"
)
"""
_NAME = """
// Name says what an object is called.
func (*{impl}) Name(context.Context, *{struct}) (string, error) {{
	return "", nil
}}
"""
_IMPLEMENTATION = """
// {impl} does the work for resources of the type {name}.
type {impl} struct{{}}

// New{name}Ops returns what does the work for resources of the type {name}.
func New{name}Ops() {name}ProviderOps {{
	return &{impl}{{}}
}}

// Check says what is wrong with a property, or with the object as a whole where property is empty.
func (*{impl}) Check(context.Context, *{struct}, string) error {{
	return nil
}}
{named}
// Create creates an object, sets what the provider computes in obj, and says its identity.
func (*{impl}) Create(_ context.Context, _ *{struct}) (resource.ID, error) {{
	return "", errors.New("creating a {name} is not written yet")
}}

// Get reads an object; nil if there is none any more.
func (*{impl}) Get(_ context.Context, _ resource.ID) (*{struct}, error) {{
	return nil, errors.New("reading a {name} is not written yet")
}}

// InspectChange says which more of the changed properties replace the object.
func (*{impl}) InspectChange(
	_ context.Context, _ resource.ID, _, _ *{struct}, _ *resource.ObjectDiff,
) ([]string, error) {{
	return nil, nil
}}

// Update changes an object in place, and sets what the provider computes in new.
func (*{impl}) Update(_ context.Context, _ resource.ID, _, _ *{struct}, _ *resource.ObjectDiff) error {{
	return errors.New("updating a {name} is not written yet")
}}

// Delete deletes an object.
func (*{impl}) Delete(_ context.Context, _ resource.ID) error {{
	return errors.New("deleting a {name} is not written yet")
}}
"""
_MAIN = """\
// Command pulumi-resource-{name} serves the provider of the package {name}.
package main

import (
{imports}
)

func main() {{
	oasmap.Main("0.1.0", {schema}, oasmap.Providers{{
{rows}	}})
}}
"""
