"""The resources of a description and a config, mapped anew whenever one of their files has changed."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from mapper.files import encoded, regular_bytes, whole
from mapper.report.budget import Cost
from mapper.report.diagnostic import MappingError, Problem, losses
from mapper.request import Mapped, Request
from mapper.system.trial import Say
from mapper.systems.terraform.system import TERRAFORM
from mapper.text.display import visible
from mapper.text.plural import plural

from .api import Api
from .mock.api import ApiModel, Mock
from .mock.description import Description, TooMuchWork
from .provider.artifacts import artifacts_of
from .provider.resources import Offer, Resource

if TYPE_CHECKING:
    from mapper.systems.terraform.read import Inputs

_MOST_WARNINGS = 5


def read_api(request: Request) -> Api:
    """The API of a description, with what a config makes of it. Raises MappingError."""
    mapped = TERRAFORM.run(request)
    return api_of(mapped)


def api_of(mapped: Mapped) -> Api:
    """The API of a mapping. Raises MappingError."""
    inputs = cast("Inputs", mapped.inputs)
    try:
        model = ApiModel(Description(inputs.api.document, inputs.api.documents))
    except (RecursionError, TooMuchWork):
        text, remedy = "its schemas are too many for a mock", "leave paths out that you do not try"
        raise MappingError(Problem(text, inputs.api.document.uri, remedy=remedy)) from None
    meter = mapped.mapping.budget.meter(Cost.WRITTEN, "the artifacts")
    (pieces,) = TERRAFORM.artifacts(mapped).values()
    spec = json.loads(whole(encoded(pieces, meter)))
    return Api(model, artifacts_of(spec, _merged(inputs), mapped.mapping))


def _merged(inputs: "Inputs") -> dict[str, Any]:
    """The generator config as data, whose sections may be in several files."""
    merged: dict[str, Any] = {}
    for document in inputs.config.documents:
        for section, entries in document.root.items():
            is_both = isinstance(entries, dict) and isinstance(merged.get(section), dict)
            merged[section] = {**merged[section], **entries} if is_both else entries
    return merged


class Preview:
    """An API, its mock and the resources by type, from the latest state of the files that can be mapped."""

    def __init__(self, request: Request, say: Say) -> None:
        """Map for the first time. Raises MappingError."""
        self._request, self._say, self._refused = request, say, ""
        self._warned: set[str] = set()
        self._state = self._digest(())
        self._use_api(read_api(request))
        self.mock = Mock(self.api.model)
        self._state = self._digest(self._files())

    def _use_api(self, api: Api) -> None:
        self.api = api
        self._by_type = {resource.type: resource for resource in api.artifacts.resources.values()}

    def resources(self) -> Mapping[str, Resource]:
        """The resources by type. Changed files are mapped first; an error is said once, and changes nothing."""
        state = self._digest(self._files())
        if state != self._state or self._refused:
            self._map_again(state)
        return self._by_type

    def offer(self) -> Offer:
        """The resources, as of `resources`, and the settings of the provider."""
        return Offer(self.resources(), self.api.artifacts.settings)

    def _map_again(self, state: bytes) -> None:
        try:
            api = read_api(self._request)
        except MappingError as error:
            text = "; ".join(map(str, error.problems))
            if text != self._refused:
                self._say(f"error: {text}; the last state that could be mapped is used")
            self._refused, self._state = text, state
            return
        before, self._refused = self._by_type.keys(), ""
        self._use_api(api)
        self.mock.use(api.model)
        self._state = self._digest(self._files())
        changes = [f"+{name}" for name in self._by_type.keys() - before]
        changes += [f"-{name}" for name in before - self._by_type.keys()]
        self._say(" ".join(["mapped again: the files have changed", *sorted(changes)]))
        self.warn()

    def warn(self) -> None:
        """Say the new warnings of the mapping; of many, the first ones."""
        lost = losses(self.api.artifacts.mapping.diagnostics)
        lines = dict.fromkeys(
            f"{d.severity}: {d.place}: {d.code}: {d.message}{f'; fix: {d.fix}' if d.fix else ''}" for d in lost
        )
        new = [line for line in lines if line not in self._warned]
        self._warned.update(new)
        for line in new[:_MOST_WARNINGS]:
            self._say(visible(line))
        if more := len(new[_MOST_WARNINGS:]):
            self._say(f"{plural(more, 'more warning')}; `oasmap generate` lists all, with what to do")

    def _files(self) -> tuple[Path, ...]:
        """The files that the last mapping read."""
        documents = (getattr(document, "path", None) for document in self.api.artifacts.mapping.documents)
        return tuple(path for path in documents if path is not None)

    def _digest(self, read: tuple[Path, ...]) -> bytes:
        """A digest of the files that the request names, and of the files that the last mapping has `read`."""
        named = [self._request.input] if isinstance(self._request.input, Path) else []
        digest = sha256()
        for path in dict.fromkeys([*named, *self._request.configs, *self._request.overlays, *read]):
            try:
                digest.update(sha256(regular_bytes(path)).digest())
            except OSError:
                digest.update(b"missing")
        return digest.digest()
