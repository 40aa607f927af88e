"""Terraform itself sees a mapping that nobody has written Go for, and each edit of it in its next plan."""

import sys
import time
from pathlib import Path
from typing import Any

import pytest

from mapper.programs.trial.mock.api import Mock
from mkdocs_oasmap.cli import main

from ...processes import output
from ...tfplugin.peers import terraform
from .support import HCL, edit, write

pytestmark = pytest.mark.peer

OF_SHOP = "        aliases:\n          shop_id"
OF_OVEN = "        aliases:\n          oven_id"
ALIAS = "        aliases:\n          .motto: slogan\n          shop_id"
REQUIRED = f"        overrides:\n          motto: {{computed_optional_required: required}}\n{OF_SHOP}"
OPTIONAL_PARENT = f"        overrides:\n          shop_id: {{computed_optional_required: optional}}\n{OF_OVEN}"


@pytest.fixture
def folder(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    terraform()
    write(here)
    (here / "main.tf").write_text(HCL)
    (here / "none.tfrc").touch()
    monkeypatch.setenv("TF_CLI_CONFIG_FILE", str(here / "none.tfrc"))
    monkeypatch.setenv("CHECKPOINT_DISABLE", "1")
    monkeypatch.setenv("TF_CLI_ARGS", "-no-color")
    return here


def tried(capfd: pytest.CaptureFixture[str], *commands: str) -> tuple[int, str, str]:
    """The exit code of commands of a shell, what they print, and what `try` says."""
    code = main(["try", "openapi.yaml", "--", "sh", "-ec", "\n".join(commands)])
    captured = capfd.readouterr()
    return code, captured.out, captured.err


def test_resources_are_created_planned_empty_changed_imported_and_destroyed(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code, out, err = tried(
        capfd,
        "terraform apply -auto-approve",
        "terraform plan -detailed-exitcode",
        "sed -i 's/Crumb/Loaf/' main.tf",
        "terraform apply -auto-approve",
        "terraform state rm bakery_shop.main",
        "id=$(terraform state show bakery_shop_oven.main | sed -n 's/.*shop_id *= \"\\(.*\\)\"/\\1/p')",
        'terraform import bakery_shop.main "$id"',
        "terraform plan -detailed-exitcode",
        "terraform destroy -auto-approve",
    )
    assert code == 0, err
    assert "Resources: 2 added, 0 changed, 0 destroyed." in out
    assert "Resources: 0 added, 1 changed, 0 destroyed." in out
    assert "Destroy complete! Resources: 2 destroyed." in out
    assert "not destroyed" not in err
    assert "PUT /shops/" in err


def test_a_fraction_in_a_configuration_is_that_of_the_api(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    edit(
        folder / "openapi.yaml",
        "motto: {type: string}",
        "motto: {type: number}\n        state: {type: string, readOnly: true}",
    )
    edit(folder / "main.tf", '"Crumb"', '"Crumb"\n  motto = 5.2')
    code, out, err = tried(
        capfd,
        "terraform apply -auto-approve",
        "terraform plan -detailed-exitcode",
        "id=$(terraform state show bakery_shop_oven.main | sed -n 's/.*shop_id *= \"\\(.*\\)\"/\\1/p')",
        "terraform state rm bakery_shop.main",
        'terraform import bakery_shop.main "$id"',
        "terraform plan -detailed-exitcode",
    )
    assert code == 0, out + err


def test_an_api_may_take_its_time(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    handle = Mock.handle

    def slow(self: Mock, *request: Any) -> Any:
        time.sleep(1.5)  # Terraform looks each second whether the provider still runs
        return handle(self, *request)

    monkeypatch.setattr(Mock, "handle", slow)
    code, out, err = tried(capfd, "terraform apply -auto-approve 2>&1", "terraform destroy -auto-approve 2>&1")
    assert (code, "Destroy complete! Resources: 2 destroyed." in out) == (0, True), out + err


@pytest.mark.parametrize(("entry", "seen"), [(ALIAS, "+ slogan"), (REQUIRED, 'The argument "motto" is required')])
def test_an_edit_of_a_name_or_a_status_is_in_the_next_plan(
    folder: Path, capfd: pytest.CaptureFixture[str], entry: str, seen: str
) -> None:
    changed = (folder / "generator_config.yml").read_text().replace(OF_SHOP, entry)
    (folder / "changed.yml").write_text(changed)
    _, out, err = tried(capfd, "terraform plan", "cp changed.yml generator_config.yml", "terraform plan 2>&1 || true")
    before, _, after = out.partition("2 to add")
    assert seen not in before
    assert seen in after
    assert "mapped again: the files have changed" in err


def test_a_missing_parent_is_said_by_terraform_with_the_call_that_needs_it(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    edit(folder / "generator_config.yml", OF_OVEN, OPTIONAL_PARENT)
    edit(folder / "main.tf", "  shop_id = bakery_shop.main.id\n", "")
    _, out, _ = tried(capfd, "terraform apply -auto-approve 2>&1 || true")
    text = " ".join(out.replace("│", " ").split())
    assert "shop_id (optional) is to fill {shop_id} of /shops/{shop_id}/ovens: no value" in text


def test_an_attribute_with_a_new_name_does_not_break_the_old_state(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    changed = (folder / "generator_config.yml").read_text().replace(OF_SHOP, ALIAS)
    (folder / "changed.yml").write_text(changed)
    code, out, err = tried(
        capfd, "terraform apply -auto-approve", "cp changed.yml generator_config.yml", "terraform plan"
    )
    assert (code, "No changes" in out) == (0, True), out + err


def test_an_existing_configuration_with_an_address_of_its_own_needs_no_init(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    needed = 'terraform {\n  required_providers {\n    bakery = { source = "acme/bakery" }\n  }\n}\n'
    (folder / "versions.tf").write_text(needed)
    code, out, err = tried(capfd, "terraform plan")
    assert code == 0, out + err
    assert "2 to add" in out


def test_the_provider_has_the_settings_of_the_config_and_shows_no_secret(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    key = "{key: {string: {optional_required: required, sensitive: true}}}"
    settings = f"provider:\n  schema: {{attributes: {{additional: {key}}}}}\n"
    edit(folder / "generator_config.yml", "provider:\n", settings)
    _, out, _ = tried(capfd, "terraform plan 2>&1 || true")
    assert 'The argument "key" is required' in out
    (folder / "provider.tf").write_text('provider "bakery" {\n  key = "Crumb-Crumb"\n}\n')
    edit(folder / "main.tf", '"Crumb"', '"Crumb-Crumb"')
    edit(folder / "openapi.yaml", "name: {type: string}", "name: {type: string, enum: [Loaf]}")
    code, out, err = tried(capfd, "terraform apply -auto-approve 2>&1")
    assert (code, "422" in err) == (1, True), out + err
    assert "Crumb-Crumb" not in err + out.partition("Error:")[2]


def test_terraform_says_when_a_session_has_ended(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    # in a process that ends with it: where nobody listens, Terraform kills the process that the settings name
    command = [sys.executable, "-m", "mkdocs_oasmap", "try", "openapi.yaml", "--", "printenv", "TF_REATTACH_PROVIDERS"]
    settings = output(command, folder).strip()
    code, out, _ = tried(capfd, f"TF_REATTACH_PROVIDERS='{settings}' terraform plan 2>&1")
    assert code == 1
    assert "Error" in out
