"""Writes `secrets.go`: sensitive values are in secrets, and are read for each call of the plugin.

A value is also in the Go type of the resource, where it is encoded and merged like any other. It is never in a
manifest: its tag is `json:"-"`. Values that the provider returns go to the connection secret.
"""

from collections.abc import Iterable, Iterator

from mapper.languages.golang.source import string_literal
from mapper.model import CollectionKind, ScalarKind

from .members import Basic, GoResource, GoType, Member, Several, Structure, has_secrets
from .source import function, indented

_CLIENT = """\
// A secretConnecter connects to what reads the secrets of a resource for each call of the plugin.
type secretConnecter struct {{
	kube  kubeclient.Client
	inner managed.ExternalConnecter
}}

// Connect is where the plugin is borrowed.
func (c *secretConnecter) Connect(ctx context.Context, mg resource.Managed) (managed.ExternalClient, error) {{
	inner, err := c.inner.Connect(ctx, mg)
	if err != nil {{
		return nil, err
	}}
	return &secretClient{{kube: c.kube, inner: inner}}, nil
}}

type secretClient struct {{
	kube  kubeclient.Client
	inner managed.ExternalClient
}}

{calls}// Delete the resource.
func (c *secretClient) Delete(ctx context.Context, mg resource.Managed) error {{
	if err := c.read(ctx, mg); err != nil {{
		return err
	}}
	return c.inner.Delete(ctx, mg)
}}

// read sets the values of a resource that are in secrets. One that is deleted needs none of them.
func (c *secretClient) read(ctx context.Context, mg resource.Managed) error {{
	r, ok := mg.(*{kind})
	if !ok {{
		return errors.Errorf("a resource of the type {kind} is expected, and %T was given", mg)
	}}
	err := r.Spec.ForProvider.readSecrets(ctx, c.kube)
	if meta.WasDeleted(mg) {{
		return nil
	}}
	return err
}}

// published adds the values that no manifest has to those of the connection secret.
func published(details managed.ConnectionDetails, mg resource.Managed) managed.ConnectionDetails {{
{publishing}
}}
"""
_CALL = """\
// {name} the resource.
func (c *secretClient) {name}(ctx context.Context, mg resource.Managed) (managed.External{result}, error) {{
	if err := c.read(ctx, mg); err != nil {{
		return managed.External{result}{{}}, err
	}}
	found, err := c.inner.{name}(ctx, mg)
	found.ConnectionDetails = published(found.ConnectionDetails, mg)
	return found, err
}}

"""
_RESULTS = {"Observe": "Observation", "Create": "Creation", "Update": "Update"}
_READING = {
    "readSecret": """\
func readSecret(
	ctx context.Context, kube kubeclient.Client, from *runtimev1alpha1.SecretKeySelector, to *string,
) error {
	if from == nil {
		return nil
	}
	secret := &corev1.Secret{}
	if err := kube.Get(ctx, types.NamespacedName{Namespace: from.Namespace, Name: from.Name}, secret); err != nil {
		return errors.Wrapf(err, "cannot get the secret %s/%s", from.Namespace, from.Name)
	}
	value, ok := secret.Data[from.Key]
	if !ok {
		return errors.Errorf("the secret %s/%s has no key %q", from.Namespace, from.Name, from.Key)
	}
	*to = string(value)
	return nil
}
""",
    "readSecrets": """\
func readSecrets(
	ctx context.Context, kube kubeclient.Client, from []runtimev1alpha1.SecretKeySelector, to *[]string,
) error {
	if from == nil {
		return nil
	}
	values := make([]string, len(from))
	for i := range from {
		if err := readSecret(ctx, kube, &from[i], &values[i]); err != nil {
			return err
		}
	}
	*to = values
	return nil
}
""",
    "readWholeSecret": """\
func readWholeSecret(
	ctx context.Context, kube kubeclient.Client, from *runtimev1alpha1.SecretReference, to *map[string]string,
) error {
	if from == nil {
		return nil
	}
	secret := &corev1.Secret{}
	if err := kube.Get(ctx, types.NamespacedName{Namespace: from.Namespace, Name: from.Name}, secret); err != nil {
		return errors.Wrapf(err, "cannot get the secret %s/%s", from.Namespace, from.Name)
	}
	values := make(map[string]string, len(secret.Data))
	for key, value := range secret.Data {
		values[key] = string(value)
	}
	*to = values
	return nil
}
""",
}  # fmt: skip
_NEEDS = {"readSecrets": ("readSecret",)}
NAMES = "secretConnecter", "secretClient", "published", *_READING
"""The identifiers that `secrets.go` declares."""


def secrets(resource: GoResource, details: Iterable[str]) -> str:
    """The code. `details` are paths of published attributes besides the sensitive ones."""
    structures = [resource.parameters, *(structure for structure in resource.structures() if has_secrets(structure))]
    used = {_reader(member) for structure in structures for member in structure.members if member.is_referring}
    used |= {needed for name in used for needed in _NEEDS.get(name, ())}
    publishing = "\n".join(indented(_published_lines(resource, frozenset(details))))
    calls = "".join(_CALL.format(name=name, result=result) for name, result in _RESULTS.items())
    parts = [_CLIENT.format(kind=resource.kind, publishing=publishing, calls=calls)]
    parts += [_READING[name] for name in _READING if name in used]
    for structure in structures:
        reading = function(
            f"(in *{structure.name}) readSecrets(ctx context.Context, kube kubeclient.Client) error",
            [*_read(structure, "in"), "return nil"],
        )
        parts.append(f"// readSecrets sets the values that are in secrets.\n{reading}")
        if structure is not resource.parameters:
            keeping = function(f"(in *{structure.name}) keepSecrets(asked *{structure.name})", _keep(structure))
            parts.append(f"// keepSecrets takes over what no provider has.\n{keeping}")
    return "\n".join(parts)


def _published_lines(resource: GoResource, details: frozenset[str]) -> Iterator[str]:
    lines = [*_publisher(resource, details)]
    if not lines:
        yield "return details"
        return
    yield f"r, ok := mg.(*{resource.kind})"
    yield from ("if !ok {", "\treturn details", "}", "found := managed.ConnectionDetails{}")
    yield from ("for key, value := range details {", "\tfound[key] = value", "}", *lines, "return found")


def _publisher(resource: GoResource, details: frozenset[str]) -> Iterator[str]:
    for structure, place in (
        (resource.parameters, "r.Spec.ForProvider"),
        (resource.observation, "r.Status.AtProvider"),
    ):
        for member in structure.members:
            value = f"{place}.{member.go}"
            name = f"attribute.{member.name}" if member.is_hidden else member.name
            if not (member.is_hidden or member.name in details):
                continue
            match member.type:
                case Basic(ScalarKind.STRING):
                    yield from (f'if {value} != "" {{', f"\tfound[{string_literal(name)}] = []byte({value})", "}")
                case Basic():
                    yield f"found[{string_literal(name)}] = []byte(fmt.Sprint({value}))"
                case Several(CollectionKind.MAP, Basic(ScalarKind.STRING)):
                    yield f"for key, value := range {value} {{"
                    yield from (f"\tfound[{string_literal(f'{name}.')}+key] = []byte(value)", "}")
                case Several(_, Basic(ScalarKind.STRING)):
                    yield f"for index, value := range {value} {{"
                    yield f'\tfound[fmt.Sprintf("%s.%d", {string_literal(name)}, index)] = []byte(value)'
                    yield "}"


def _reader(member: Member) -> str:
    return "readWholeSecret" if member.field.is_map else "readSecrets" if member.field.is_list else "readSecret"


def _read(structure: Structure, source: str) -> Iterator[str]:
    for member in structure.members:
        value = f"{source}.{member.go}"
        if member.is_referring:
            call = f"{_reader(member)}(ctx, kube, {source}.{member.reference}, &{value})"
            yield from _try_call(call)
        elif not member.is_hidden and has_secrets(member.type):
            yield from _read_type(member.type, value, 0)


def _try_call(call: str) -> list[str]:
    return [f"if err := {call}; err != nil {{", "\treturn err", "}"]


def _read_type(type_: GoType, value: str, depth: int) -> list[str]:
    match type_:
        case Structure():
            return _try_call(f"{value}.readSecrets(ctx, kube)")
        case Several(CollectionKind.MAP, element):
            key, item = f"key{depth}", f"item{depth}"
            inner = [*_read_type(element, item, depth + 1), f"{value}[{key}] = {item}"]
            return [f"for {key}, {item} := range {value} {{", *indented(inner), "}"]
        case Several(_, element):
            index = f"index{depth}"
            inner = _read_type(element, f"{value}[{index}]", depth + 1)
            return [f"for {index} := range {value} {{", *indented(inner), "}"]
    return []


def _keep(structure: Structure) -> Iterator[str]:
    for member in structure.members:
        target, asked = f"in.{member.go}", f"asked.{member.go}"
        if member.is_referring:
            yield f"in.{member.reference} = asked.{member.reference}"
            yield from (f"if in.{member.reference} == nil {{", f"\t{asked} = {target}", "}")
        elif member.is_hidden:
            yield f"{asked} = {target}"
        elif has_secrets(member.type):
            yield from keep(member.type, target, asked, 0)


def keep(type_: GoType, own: str, asked: str, depth: int) -> list[str]:
    """The lines that copy a manifest's secret references, before two values are compared."""
    match type_:
        case Structure():
            return [f"{own}.keepSecrets(&{asked})"]
        case Several(CollectionKind.MAP, element):
            key, item, found = f"key{depth}", f"item{depth}", f"found{depth}"
            inner = [*keep(element, item, found, depth + 1), f"{own}[{key}], {asked}[{key}] = {item}, {found}"]
            lines = [f"if {found}, ok := {asked}[{key}]; ok {{", *indented(inner), "}"]
            return [f"for {key}, {item} := range {own} {{", *indented(lines), "}"]
        case Several(_, element):
            index = f"index{depth}"
            inner = keep(element, f"{own}[{index}]", f"{asked}[{index}]", depth + 1)
            lines = [f"if {index} < len({asked}) {{", *indented(inner), "}"]
            return [f"for {index} := range {own} {{", *indented(lines), "}"]
    return []
