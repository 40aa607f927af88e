"""The operations on one Kind of resources through a provider: create, read, update, delete and import manifests.

Each operation follows Terraform: encode, validate, plan, apply, decode. A plan that would replace an object is refused,
unless the resource's policy is to recreate it.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import Struct
from msgspec.structs import replace

from mapper.languages.tfplugin.cty_types import CollectionType, CtyKind, CtyType, ObjectType
from mapper.languages.tfplugin.errors import (
    AttributeStep,
    CallFailed,
    CtyError,
    IndexStep,
    KeyStep,
    Path,
    PluginError,
    Step,
    TfPluginError,
    one_line,
    path_text,
)
from mapper.programs.provider_process.implied_type import block_type, complete
from mapper.programs.provider_process.provider import Provider
from mapper.programs.provider_process.results import Diagnostics, Object, Plan, ProviderSeverity, has_errors
from mapper.programs.provider_process.values import Value, is_known, same
from mapper.programs.provider_process.values import part as part_at
from mapper.systems.crossplane.fields import Field, ManifestSide, Many, ObjectShape, Shape

from .codec import minimal, part, restored
from .external_name import named_as_observed
from .merger import MergeDescription, is_empty
from .outcome import Kept
from .plugin import Encoded, Implementation, Manifest, Secrets
from .resource_kinds import ResourceKind

_FRACTION = re.compile(
    r"must be a whole number|to decode as an integer|is not an? (?:integer|whole number)", re.IGNORECASE
)


def explained(text: str) -> str:
    """What a provider says, with what to do about a fraction: a schema does not tell which numbers are integers.

    SDKs report a fraction as an error of the provider, although the manifest has it.
    """
    if _FRACTION.search(text) is None:
        return text
    return f"{text} (the manifest has a fraction where the provider takes integers; list the path in number_int)"


class ApiError(Exception):
    """An operation that failed. `reason` is one word for a condition; `kept` is the state after a partial success."""

    def __init__(self, reason: str, text: str, kept: Kept | None = None, resource: Manifest | None = None) -> None:
        self.reason = reason
        self.kept = kept
        self.resource = resource
        super().__init__(text)


class Unanswered(ApiError):
    """A change that was sent to the provider, whose result is not known."""


class ReplaceRequired(ApiError):
    """A change that requires replacing the object, which the policy does not allow. `paths` are in the manifest."""

    def __init__(self, paths: tuple[str, ...]) -> None:
        self.paths = paths
        text = f"{', '.join(paths)} cannot be changed in place: the object would have to be deleted and made anew"
        super().__init__("ReplaceRequired", text)


class Result(Struct, frozen=True):
    """A manifest after an operation, its differences to the one before, and the state for the next operation.

    `kept` is None if the object does not exist.
    """

    resource: Manifest
    description: MergeDescription = MergeDescription()
    kept: Kept | None = None

    @property
    def exists(self) -> bool:
        """Whether the object exists outside of the cluster."""
        return self.kept is not None


class ResourceApi:
    """One Kind of a running provider. All methods raise ApiError, and ConvertError for an invalid manifest."""

    def __init__(
        self, provider: Provider, members: Implementation, kind: ResourceKind, redact: Callable[[str], str] = str
    ) -> None:
        """`redact` removes secrets from what the provider says."""
        self.members = members
        self._provider, self._kind, self._redact = provider, kind, redact
        self._name = kind.terraform_name
        self._attributes = kind.block.attributes

    def validate(self, resource: Manifest, secrets: Secrets) -> Diagnostics:
        """The provider's diagnostics of a manifest. The provider need not be configured."""
        with _calls("CannotValidate"):
            return self._provider.validate_resource(self._name, self._encode_config(resource, secrets).initial)

    def plan(self, resource: Manifest, secrets: Secrets) -> Plan:
        """The plan to create the resource."""
        with _calls("CannotPlan"):
            return self._provider.plan(self._name, None, self._encode_config(resource, secrets).initial)

    def where(self, diagnostics: Diagnostics, severity: ProviderSeverity = ProviderSeverity.ERROR) -> list[str]:
        """The texts of diagnostics, each with its path in the manifest."""
        return [
            one_line(
                f"{manifest_path(self._kind.fields, diagnostic.path)}: " * bool(diagnostic.path)
                + explained(self._redact(str(replace(diagnostic, path=()))))
            )
            for diagnostic in diagnostics
            if diagnostic.severity is severity
        ]

    def read(self, resource: Manifest, secrets: Secrets | None, kept: Kept | None, *, is_known: bool) -> Result:
        """Read the object: from the state that an earlier pass kept, else from the status, else by an import.

        `secrets` are None for an object that is deleted, whose spec need not be valid. `is_known`: the object was
        created here, or is to be imported; of others, an import only tells whether they exist.
        """
        with _calls("CannotObserve"):
            kept = kept or self._restore_state(resource, secrets) or self.import_by_name(resource)
            is_guess = kept is None and is_known
            if is_guess:
                kept = self._by_name(resource)
            if kept is None:
                return Result(resource)
            state = self._provider.read(self._name, kept.state, kept.private)
            self._refuse(state.diagnostics, "CannotObserve")
            if state.deferred:
                raise ApiError("CannotObserve", "the provider cannot say yet what is there")
            if state.value is None and is_guess:
                text = f"the provider cannot import an object of the external name {minimal(self._kind, resource)!r}"
                raise ApiError("CannotObserve", f"{text}, and does not find it without; without a name, it is created")
            if state.value is None:
                return Result(resource)
            return self._result(resource, state.value, state.private)

    def import_by_name(self, resource: Manifest) -> Kept | None:
        """The state of an existing object, imported by its external name; None if it cannot be imported."""
        identifier = minimal(self._kind, resource)
        if not identifier:
            return None
        try:
            imported, problems = self._provider.import_resource(self._name, identifier)
        except CallFailed as error:
            if error.code != "UNIMPLEMENTED":
                raise
            return None
        state = next(
            (
                imported_resource.state
                for imported_resource in imported
                if imported_resource.type_name == self._name and imported_resource.state.value
            ),
            None,
        )
        if state is None or state.value is None or has_errors(problems):
            return None
        return Kept(state.value, state.private)

    def _restore_state(self, resource: Manifest, secrets: Secrets | None) -> Kept | None:
        """The state that the status records; None without one."""
        if not part(resource, "status").get("atProvider"):
            return None
        encoded = None if secrets is None else self._encode_config(resource, secrets)
        return Kept(complete(self._kind.block, restored(self._kind, resource, encoded)))

    def _by_name(self, resource: Manifest) -> Kept | None:
        """A state with nothing but the name, for providers that do not import; None without a name."""
        identifier = minimal(self._kind, resource)
        if not identifier:
            return None
        named = named_as_observed(self._kind, resource, {"id": identifier})
        return Kept(complete(self._kind.block, {key: value for key, value in named.items() if key in self._attributes}))

    def compare(self, resource: Manifest, secrets: Secrets, observed: Result) -> Result:
        """What an update would change. A plan decides, because the provider knows which values are equivalent."""
        if observed.kept is None:
            return observed
        with _calls("CannotPlan"):
            plan = self._usable_plan(self._for_update(resource, secrets, observed.kept), observed.kept)
        state = complete(self._kind.block, observed.kept.state)
        type_ = block_type(self._kind.block)
        paths = changes(state, plan.value, type_, legacy=plan.legacy)
        spec = tuple(dict.fromkeys(manifest_path(self._kind.fields, path) for path in paths))
        return replace(observed, description=replace(observed.description, spec=spec))

    def create(self, resource: Manifest, secrets: Secrets, announce: Callable[[], None]) -> Result:
        """Create the object. The error of a partial creation has the state. Raises Unanswered."""
        with _calls("CannotCreate"):
            config = self._encode_config(resource, secrets).initial
            self._refuse(self._provider.validate_resource(self._name, config), "InvalidObject")
            plan = self._usable_plan(config, None)
            announce()
            return self._apply(resource, None, plan, config, "CannotCreate")

    def update(self, resource: Manifest, secrets: Secrets, observed: Result) -> Result:
        """Update the object to match the manifest. Raises ReplaceRequired if that is not possible in place."""
        if observed.kept is None:
            raise ApiError("CannotUpdate", "there is no such object")
        with _calls("CannotUpdate"):
            config = self._for_update(resource, secrets, observed.kept)
            self._refuse(self._provider.validate_resource(self._name, config), "InvalidObject")
            plan = self._usable_plan(config, observed.kept)
            if paths := self._replacing_paths(plan, observed.kept):
                raise ReplaceRequired(paths)
            return self._apply(resource, observed.kept.state, plan, config, "CannotUpdate")

    def delete(self, observed: Result) -> None:
        """Delete the object. Raises ApiError if it exists afterwards."""
        if observed.kept is None:
            return
        with _calls("CannotDelete"):
            state = observed.kept.state
            plan = self._provider.plan(self._name, state, None, observed.kept.private)
            self._refuse(plan.diagnostics, "CannotDelete")
            end = self._provider.apply(self._name, state, plan, None)
            self._refuse(end.diagnostics, "CannotDelete")
            if end.value is not None:
                raise ApiError("CannotDelete", "the provider says that the object is there still")

    def _encode_config(self, resource: Manifest, secrets: Secrets) -> Encoded:
        encoded: Encoded = self.members.cty_encoder.encode_cty(resource, self._kind.block, secrets)
        return encoded

    def _for_update(self, resource: Manifest, secrets: Secrets, kept: Kept) -> Object:
        """The configuration of an update: fields of `initProvider` keep their present values."""
        encoded = self._encode_config(resource, secrets)
        return _with_first(encoded.given, encoded.initial, kept.state)

    def _usable_plan(self, config: Object, kept: Kept | None) -> Plan:
        prior, private = (None, b"") if kept is None else (kept.state, kept.private)
        plan = self._provider.plan(self._name, prior, config, private)
        self._refuse(plan.diagnostics, "CannotPlan")
        if plan.deferred or plan.value is None:
            raise ApiError("CannotPlan", "the provider cannot say yet what is to be done")
        return plan

    def _replacing_paths(self, plan: Plan, kept: Kept) -> tuple[str, ...]:
        before = complete(self._kind.block, kept.state)
        type_ = block_type(self._kind.block)
        paths = really(plan.replaced_because, before, plan.value, type_, legacy=plan.legacy)
        return tuple(dict.fromkeys(manifest_path(self._kind.fields, path) for path in paths))

    def _apply(self, resource: Manifest, prior: Object | None, plan: Plan, config: Object, reason: str) -> Result:
        try:
            state = self._provider.apply(self._name, prior, plan, config)
        except TfPluginError as error:
            raise Unanswered("ProviderFailed", str(error)) from None
        result = self._result(resource, state.value, state.private) if state.value is not None else None
        if has_errors(state.diagnostics):
            text = "; ".join(self.where(state.diagnostics))
            if result is None and self._provider.is_stopped:  # it was asked to abort, and did not wait for the answer
                raise Unanswered(reason, text)
            raise ApiError(reason, text, result.kept if result else None, result.resource if result else None)
        if result is None or not is_known(state.value):
            raise Unanswered(reason, "the provider says that it is done, but not what came of it")
        return result

    def _result(self, resource: Manifest, state: Object, private: bytes) -> Result:
        seen = self.members.cty_decoder.decode_cty(resource, state, self._kind.block)
        merged, description = self.members.resource_merger.merge_resources(resource, seen)
        return Result(merged, description, Kept(state, private))

    def _refuse(self, diagnostics: Diagnostics, reason: str) -> None:
        if has_errors(diagnostics):
            raise ApiError(reason, "; ".join(self.where(diagnostics)))


@contextmanager
def _calls(reason: str) -> Iterator[None]:
    """A context in which errors of a provider's call become an ApiError."""
    try:
        yield
    except PluginError as error:
        raise ApiError("ProviderFailed", str(error)) from None
    except CtyError as error:
        raise ApiError(reason, str(error)) from None


def _with_first(given: Object, initial: Object, state: Object) -> Object:
    """The given values; and for each initial value the present one, null if there is none."""
    values: Object = dict(given)
    for name, first in initial.items():
        now: Value = state.get(name)
        if name not in given:
            values[name] = now
        elif isinstance(first, dict) and isinstance(nested := given[name], dict):
            values[name] = _with_first(nested, first, now if isinstance(now, dict) else {})
    return values


def manifest_path(fields: tuple[Field, ...], path: Path) -> str:
    """A Terraform path as a path in a manifest; what a manifest does not have keeps its Terraform name.

    Arguments are in the spec, results in the status. Neither has secret results, and what the external name replaces.
    """
    if not path:
        return ManifestSide.FOR.value
    field = _field(fields, path[0])
    side = next((side for side in (ManifestSide.FOR, ManifestSide.AT) if field is not None and field.on(side)), None)
    if side is None:
        return path_text(path)
    text, inside, shape = side.value, fields, None
    for position, step in enumerate(path):
        match step:
            case AttributeStep():
                field = _field(inside, step)
                if field is None:
                    return f"{text}.{path_text(path[position:])}"
                text, shape = f"{text}.{field.json}", field.shape
            case IndexStep(index) if isinstance(shape, Many):
                text, shape = f"{text}[{index}]", shape.element
            case KeyStep(key) if isinstance(shape, Many):
                text, shape = f"{text}[{key}]", shape.element
        inside = _inside(shape)
    return text


def _field(fields: tuple[Field, ...], step: Step) -> Field | None:
    return next((field for field in fields if isinstance(step, AttributeStep) and field.name == step.name), None)


def _inside(shape: Shape | None) -> tuple[Field, ...]:
    return shape.fields if isinstance(shape, ObjectShape) else ()


def changes(before: Value, after: Value, type_: CtyType, *, legacy: bool, path: Path = ()) -> Iterator[Path]:
    """The deepest paths at which two values differ. For providers of the old SDK (`legacy`), empty ones equal null."""
    if (legacy and is_empty(before) and is_empty(after)) or same(before, after, type_):
        return
    match before, after, type_:
        case dict(), dict(), ObjectType(attributes):
            for name, attribute in attributes.items():
                member_path = (*path, AttributeStep(name))
                yield from changes(before.get(name), after.get(name), attribute, legacy=legacy, path=member_path)
        case dict(), dict(), CollectionType(CtyKind.MAP, element):
            for key in sorted(before.keys() | after.keys()):
                member_path = (*path, KeyStep(key))
                yield from changes(before.get(key), after.get(key), element, legacy=legacy, path=member_path)
        case list(), list(), CollectionType(CtyKind.LIST, element) if len(before) == len(after):
            for index, (left, right) in enumerate(zip(before, after, strict=True)):
                member_path = (*path, IndexStep(index))
                yield from changes(left, right, element, legacy=legacy, path=member_path)
        case _:
            yield path


def really(paths: tuple[Path, ...], before: Value, after: Value, type_: CtyType, *, legacy: bool) -> tuple[Path, ...]:
    """Those of some paths at which the values differ for the provider, too: for old SDKs, empty equals null."""
    if not legacy:
        return paths
    return tuple(path for path in paths if not (_is_nothing(before, type_, path) and _is_nothing(after, type_, path)))


def _is_nothing(value: Value, type_: CtyType, path: Path) -> bool:
    part = part_at(value, type_, path)
    return part is None or is_empty(part[0])
