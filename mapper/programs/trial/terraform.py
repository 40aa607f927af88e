"""Lets resources live by Terraform itself, all of them in one configuration."""

import json
import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any

from mapper.model.samples.extent import Extent
from mapper.systems.terraform.life import NOT_APPLICABLE, OK

from .api import Api
from .command import output
from .examples import Config, change, configuration, import_of
from .mock.api import Mock
from .mock.server import guard, mock_server
from .private_folder import private_folder
from .provider.crud import Crud
from .provider.failure import Failure
from .provider.http import sender
from .provider.protocol import provider_server
from .provider.resources import Offer, Resource
from .signals import exit_on_signal
from .steps import REPLACED, Life, Step

_SECONDS = 600
_MOST_ROUNDS = 6
_MOST_SHOWN = 300
_EMPTY = (Step.PLAN, Step.REPLAN, Step.IMPORT)
"""The steps whose plans are to be empty."""


def live_with_terraform(api: Api, resources: Sequence[Resource], extent: Extent) -> list[Life]:
    """The lives of resources, by the same steps as in this process. Only a failing command of Terraform ends a life."""
    mock, token = Mock(api.model), token_hex()
    lives = {resource.name: Life(resource.name) for resource in resources}
    chosen = {resource.name: resource for resource in resources}
    configs: dict[str, Config] = {}
    for name, resource in chosen.items():
        try:
            configs[name] = configuration(api.artifacts, resource, extent)
        except Failure as failure:
            lives[name].results[Step.CREATE] = str(failure)
    by_type = {resource.type: resource for resource in resources}
    with (
        exit_on_signal(),
        private_folder() as folder,
        mock_server(guard(mock.handle), token) as address,
        provider_server(lambda: Offer(by_type), sender(address, token)) as attached,
    ):
        host = _Terraform(folder, api.artifacts.provider, by_type, attached)
        _TerraformRun(api, host, chosen, lives).all_steps(configs)
    return list(lives.values())


class _Terraform:
    """Terraform in a folder, with the provider attached."""

    def __init__(self, folder: Path, provider: str, by_type: Mapping[str, Resource], attached: dict[str, Any]) -> None:
        self._folder, self._provider, self._by_type = folder, provider, by_type
        reattach = json.dumps({f"try/{provider}": attached})
        only = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
        self._environment = {
            **only,
            "TF_REATTACH_PROVIDERS": reattach,
            "CHECKPOINT_DISABLE": "1",
            "TF_IN_AUTOMATION": "1",
        }

    @property
    def state(self) -> Path:
        return self._folder / "terraform.tfstate"

    def write(
        self, configs: Mapping[str, Config], imports: Sequence[Any] = (), ignored: Mapping[str, Sequence[str]] = {}
    ) -> None:
        """Write a configuration with one block for each type."""
        needed = {"required_providers": {self._provider: {"source": f"try/{self._provider}"}}}
        blocks = {}
        for type_, config in configs.items():
            lifecycle = {"lifecycle": {"ignore_changes": list(ignored[type_])}} if ignored.get(type_) else {}
            blocks[type_] = {"main": {**_escape(config), **lifecycle}}
        text = json.dumps({"terraform": needed, "resource": blocks, "import": list(imports)})
        (self._folder / "main.tf.json").write_text(text, encoding="utf-8")

    def run(self, *arguments: str) -> tuple[int, list[dict[str, Any]]]:
        """The exit code of a command, and the lines of its output that are JSON."""
        code, text = output(["terraform", *arguments], self._folder, self._environment, _SECONDS)
        return code, [json.loads(line) for line in text.splitlines() if line.startswith("{")]

    def problems(self, lines: Sequence[dict[str, Any]], step: Step) -> dict[str, str]:
        """The problems by name of the resource; the empty name has the problem that belongs to none."""
        problems: dict[str, str] = {}
        for line in lines:
            diagnostic, changed = line.get("diagnostic", {}), line.get("change", {})
            if line.get("type") == "diagnostic" and diagnostic.get("severity") == "error":
                detail = " ".join(diagnostic.get("detail", "").split())[:_MOST_SHOWN]
                problems.setdefault(self._name(diagnostic), f"{diagnostic['summary']}: {detail}")
            if line.get("type") == "planned_change" and (text := _unwanted_action(step, changed["action"])):
                problems.setdefault(self._by_type[changed["resource"]["resource_type"]].name, text)
        return problems

    def values(self) -> dict[str, Any]:
        """The attributes of the resources in the state, by type."""
        lines = self.run("show", "-json")[1]
        root = lines[0].get("values", {}).get("root_module", {}) if lines else {}
        return {entry["type"]: entry["values"] for entry in root.get("resources", [])}

    def _name(self, diagnostic: dict[str, Any]) -> str:
        context = (diagnostic.get("snippet") or {}).get("context") or ""
        texts = (diagnostic.get("address") or "", context, diagnostic.get("detail", ""))
        for type_, resource in self._by_type.items():
            if any(f"{type_}.main" in text or f'"{type_}" "main"' in text for text in texts):
                return resource.name
        return ""


def _unwanted_action(step: Step, action: str) -> str:
    if step in _EMPTY and action not in ("import", "noop"):
        return f"not-empty {action}"
    return REPLACED if step is Step.UPDATE and action == "replace" else ""


class _TerraformRun:
    def __init__(self, api: Api, host: _Terraform, resources: Mapping[str, Resource], lives: Mapping[str, Life]):
        self.api, self.host, self.resources, self.lives = api, host, resources, lives

    def all_steps(self, configs: dict[str, Config]) -> None:
        configs = self.plannable(configs)
        self.note(Step.CREATE, self.apply(), configs)
        configs = {name: config for name, config in configs.items() if self.lives[name].results[Step.CREATE] == OK}
        self.write(configs)
        self.apply()  # removes objects that were created in part
        self.note(Step.PLAN, self.plan(), configs)
        changed = {name: change(self.resources[name], config) for name, config in configs.items()}
        updated = {name: found.config for name, found in changed.items() if found is not None}
        for name, found in changed.items():
            self.lives[name].changed = found.path if found else ""
            if found is None:
                self.lives[name].results |= {Step.UPDATE: NOT_APPLICABLE, Step.REPLAN: NOT_APPLICABLE}
        configs |= updated
        self.write(configs)
        self.note(Step.UPDATE, self.apply(), updated)
        self.note(Step.REPLAN, self.plan(), updated)
        self.import_all(configs)
        self.note(Step.DESTROY, self.host.run("destroy", "-json", "-auto-approve")[1], configs)

    def plannable(self, configs: dict[str, Config]) -> dict[str, Config]:
        """The configurations that can be planned: one that cannot would stop all others."""
        self.write(configs)
        for _ in range(_MOST_ROUNDS):
            code, lines = self.host.run("plan", "-json", "-input=false")
            refused = {name for name in self.note(Step.CREATE, lines, configs) if name}
            if code == 0 or not refused:
                break
            configs = {name: config for name, config in configs.items() if name not in refused}
            self.write(configs)
        return configs

    def import_all(self, configs: Mapping[str, Config]) -> None:
        """Plan to import everything into an empty state by the ids of the pages; the old state is put back."""
        values, imports, ignored = self.host.values(), {}, {}
        for name in configs:
            resource = self.resources[name]
            shown = import_of(self.api.artifacts, resource)
            if shown.is_shown and resource.type in values:
                identity = Crud(resource, _refuse_request).import_id(values[resource.type])
                imports[name] = {"to": f"{resource.type}.main", "id": identity}
                ignored[resource.type] = shown.ignored
            else:
                self.lives[name].results[Step.IMPORT] = f"{NOT_APPLICABLE}: the page shows no import"
        state_before = self.host.state.read_bytes()
        self.host.state.unlink()
        self.write({name: configs[name] for name in imports}, [*imports.values()], ignored)
        self.note(Step.IMPORT, self.plan(), imports)
        self.host.state.write_bytes(state_before)
        self.write(configs)

    def write(
        self, configs: Mapping[str, Config], imports: Sequence[Any] = (), ignored: Mapping[str, Sequence[str]] = {}
    ) -> None:
        self.host.write({self.resources[n].type: config for n, config in configs.items()}, imports, ignored)

    def apply(self) -> list[dict[str, Any]]:
        return self.host.run("apply", "-json", "-auto-approve", "-input=false")[1]

    def plan(self) -> list[dict[str, Any]]:
        return self.host.run("plan", "-json", "-input=false")[1]

    def note(self, step: Step, lines: Sequence[dict[str, Any]], names: Collection[str]) -> dict[str, str]:
        """Record the results of a step for resources, and return the problems."""
        problems = self.host.problems(lines, step)
        unassigned = f"unassigned: {problems['']}" if "" in problems else OK
        for name in names:
            self.lives[name].results[step] = problems.get(name, unassigned)
        return problems


def _refuse_request(method: str, path: str, _body: Any) -> tuple[int, Any]:
    raise AssertionError(f"an import id needs no request, but {method} {path} was sent")


def _escape(value: Any) -> Any:
    """A value for a configuration in JSON, where texts are templates."""
    if isinstance(value, dict):
        return {key: _escape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_escape(item) for item in value]
    return value.replace("${", "$${").replace("%{", "%%{") if isinstance(value, str) else value
