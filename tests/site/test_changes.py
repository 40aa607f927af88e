"""The page of the changes since a baseline, and the marks on the rows that changed."""

import gzip
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from mapper.sidecar.writer import write_sidecar
from mkdocs_oasmap.cli import main

from ..ack.support import model
from ..repository import commit_all, git
from ..support import generate
from .sites import ZOO, ZOO_CONFIG, Built, build, build_again, refuse, with_property, write_site

OLD = ZOO.replace("maxLength: 8", "maxLength: 9").replace(
    "        nickname: {type: string}\n", "        nickname: {type: integer}\n        fur: {type: string}\n"
).replace("Letters go there.", "Bills go there.")  # fmt: skip
PAGE, CHANGES = "reference/resources/pet/index.html", "reference/changes/index.html"


def commit(folder: Path, api: str = OLD) -> None:
    """A repository whose only revision has another API description."""
    (folder / "api.yaml").write_text(api)
    (folder / "generator_config.yml").write_text(ZOO_CONFIG)
    commit_all(folder)


def site(folder: Path, baseline: str = "git:HEAD", **options: Any) -> Path:
    return write_site(folder, options={"spec": "api.yaml", "baseline": baseline, **options})


def sidecar(folder: Path, api: str) -> str:
    """The sidecar of another API description."""
    (folder / "api.yaml").write_text(api)
    (folder / "generator_config.yml").write_text(ZOO_CONFIG)
    return write_sidecar(generate(folder / "api.yaml", folder / "generator_config.yml", folder))


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("changed")
    commit(folder)
    return build(site(folder))


def row(built: Built, anchor: str) -> str:
    """The HTML of a row, up to what is nested in it."""
    text = built.text(PAGE)
    start = text.index(f' id="{anchor}">')
    return text[start : text.index("oa-source", start)]


def test_the_changes_have_a_page_in_the_navigation(changed: Built) -> None:
    assert "Changes" in changed.text("reference/index.html")
    text = changed.text(CHANGES)
    assert "Compared with <code>HEAD</code>" in text
    assert "2 breaking changes" in text
    assert "1 warning" in text
    assert text.index('id="changes-breaking"') < text.index('id="changes-warning"') < text.index('id="changes-docs"')
    assert "come from the API description" in text
    assert changed.troubles == []


def test_each_change_links_to_its_row(changed: Built) -> None:
    links = {
        a.attributes["href"] for a in changed.page(CHANGES).all("a") if "resources/pet" in a.attributes.get("href", "")
    }
    assert {"../resources/pet/#nickname", "../resources/pet/#owner.email", "../resources/pet/#name"} <= links
    ids = {element.attributes.get("id") for element in changed.page(PAGE).all()}
    assert {link.partition("#")[2] for link in links if "#" in link} <= ids


def test_a_changed_row_says_what_it_was_and_no_other_has_a_mark(changed: Built) -> None:
    text = row(changed, "nickname")
    for part in ("breaking: ", "<del>int64</del>", "<ins>string</ins>", "api.yaml:"):
        assert part in text
    assert "<del>Bills</del><ins>Letters</ins> go there." in row(changed, "owner.email")
    assert "oa-sev" not in row(changed, "age")
    page = changed.text(PAGE)
    assert "1 change inside" in page[page.index('id="nestedatt--owner"') :][:400]


def test_what_is_gone_was_at_its_place_and_entries_say_how_many_more_they_have(changed: Built) -> None:
    for section in re.split(r'(?=<section class="oa-section--)', changed.text(CHANGES))[1:3]:
        entries = re.findall(r'<details class="oa-entry.*?</summary>', section, re.DOTALL)
        more = [int(found) for entry in entries for found in re.findall(r"and (\d+) more", entry)]
        severity = section.partition("oa-section--")[2].partition('"')[0]
        counted = re.search(rf'value="{severity}".*?</span>(\d+) ', changed.text(CHANGES))
        assert counted is not None
        assert len(entries) + sum(more) == int(counted[1])
    assert re.search(r"fur</b?.*?>was api.yaml:\d+</span></summary>", changed.text(CHANGES))


def test_a_removed_attribute_is_struck_out_where_it_was(changed: Built) -> None:
    text = changed.text(PAGE)
    gone = text.index("<del>fur</del>")
    assert gone < text.index('id="nickname"')
    assert text.rindex("<h3", 0, gone) == text.rindex("<h3", 0, text.index('id="attributes-optional"'))


def test_a_baseline_that_is_not_there_is_a_warning_or_an_error_or_silent(tmp_path: Path) -> None:
    commit(tmp_path)
    told = "there is no baseline to compare with"
    assert any(told in message for message in build(site(tmp_path, "git:v9")).troubles)
    (message,) = refuse(site(tmp_path, "git:v9", baseline_missing="error"))
    assert "the repository has no revision 'v9'" in message
    built = build(site(tmp_path, "git:v9", baseline_missing="silent"), strict=True)
    assert "the repository has no revision &#39;v9&#39;" in built.text(CHANGES)
    assert "oa-sev" not in built.text(PAGE)
    assert any(told in message for message in built.messages())
    assert built.troubles == []


@pytest.mark.parametrize("baseline", ["gone.json", "generator_config.yml", "git:HEAD:gone.yaml"])
def test_no_baseline_breaks_a_build(tmp_path: Path, baseline: str) -> None:
    commit(tmp_path)
    assert "There is nothing to compare with" in build(site(tmp_path, baseline)).text(CHANGES)


def test_a_baseline_outside_of_any_repository_is_a_note(tmp_path: Path) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    assert "is not in a git repository" in build(site(tmp_path)).text(CHANGES)


def test_the_config_of_the_baseline_may_have_had_another_name(tmp_path: Path) -> None:
    (tmp_path / "api.yaml").write_text(OLD)
    (tmp_path / "then.yml").write_text(ZOO_CONFIG)
    commit_all(tmp_path)
    (tmp_path / "then.yml").unlink()
    built = build(site(tmp_path, baseline_config="then.yml"), strict=True)
    assert "fur" in built.text(CHANGES)


def test_without_a_baseline_there_is_no_page(zoo_site: Built) -> None:
    assert CHANGES not in zoo_site.uris
    assert "oa-sev" not in zoo_site.text(PAGE)


def test_the_sidecar_of_a_published_site_is_a_baseline(tmp_path: Path) -> None:
    (tmp_path / "then.json").write_text(sidecar(tmp_path, OLD))
    built = build(site(tmp_path, "then.json"))
    assert "2 breaking changes" in built.text(CHANGES)
    assert "come from the API description" in built.text(CHANGES)


def test_the_review_file_is_followed_and_its_mistakes_stop_the_build(tmp_path: Path) -> None:
    commit(tmp_path)
    (tmp_path / "review.yml").write_text("rules: {type-changed: info, attribute-removed: ignore}\n")
    built = build(site(tmp_path, review="review.yml"))
    assert "breaking" not in built.text(CHANGES).partition('class="oasmap"')[2]
    (tmp_path / "review.yml").write_text("rules: {typo: info}\n")
    (message,) = refuse(site(tmp_path, review="review.yml"))
    assert "review.yml:1:9: rules: unknown key 'typo'; `oasmap explain all` lists the rules" in message


def test_an_approval_that_is_not_used_is_told_of_this_page_only(tmp_path: Path) -> None:
    commit(tmp_path)
    (tmp_path / "review.yml").write_text("approved: [{fingerprint: 0123456789ab, reason: for another mapping}]\n")
    text = build(site(tmp_path, review="review.yml")).text(CHANGES)
    assert "No change here has the approved fingerprint 0123456789ab." in text


def test_a_second_build_compares_anew(tmp_path: Path) -> None:
    commit(tmp_path)
    path = site(tmp_path)
    build(path)
    (tmp_path / "api.yaml").write_text(OLD)
    again = build_again(path)
    assert "Nothing changes for users" in again.text(CHANGES)
    assert "oa-sev" not in again.text(PAGE)


def test_a_baseline_that_is_a_description_is_mapped_with_the_config_as_it_is_now(tmp_path: Path) -> None:
    (tmp_path / "old.yaml").write_text(ZOO)
    path = site(tmp_path, "old.yaml")
    assert "Nothing changes" in build(path).text(CHANGES)
    ignores = "    schema: {ignores: [age]}\ndata_sources"
    (tmp_path / "generator_config.yml").write_text(ZOO_CONFIG.replace("data_sources", ignores))
    assert "Nothing changes" in build_again(path).text(CHANGES)
    (tmp_path / "old.yaml").write_text(OLD)
    assert "2 breaking changes" in build_again(path).text(CHANGES)


def test_what_a_site_is_compared_with_is_watched(tmp_path: Path) -> None:
    (tmp_path / "old.yaml").write_text(ZOO)
    (tmp_path / "one.json").write_text(sidecar(tmp_path, ZOO))
    watched = build(site(tmp_path, "old.yaml", versions={"1.0": "one.json"})).config.watch
    assert {str(tmp_path / "old.yaml"), str(tmp_path / "one.json")} <= set(watched)


def test_rows_say_which_version_added_and_changed_them_and_versions_may_be_compressed(tmp_path: Path) -> None:
    first = OLD.replace("        nickname: {type: integer}\n", "").replace("maxLength: 9", "maxLength: 9, minLength: 1")
    (tmp_path / "one.json.gz").write_bytes(gzip.compress(sidecar(tmp_path, first).encode()))
    (tmp_path / "two.json").write_text(sidecar(tmp_path, OLD))
    options = {"spec": "api.yaml", "versions": {"1.0": "one.json.gz", "1.1": "two.json"}}
    built = build(write_site(tmp_path, options=options, files={"api.yaml": with_property("it: {type: string}")}))
    assert "added in 1.1" in row(built, "nickname")
    assert "changed in the next version" in row(built, "nickname")  # from a number to a string
    assert "changed in the next version" in row(built, "name")
    assert "added in the next version" in row(built, "it")
    assert not re.search("(added|changed) in", row(built, "age"))
    assert not re.search("(added|changed) in", row(built, "owner"))


def test_a_version_that_is_no_sidecar_stops_the_build(tmp_path: Path) -> None:
    files = {"one.json": "{}"}
    (message,) = refuse(
        write_site(tmp_path, options={"spec": "api.yaml", "versions": {"1.0": "one.json"}}, files=files)
    )
    assert "versions: one.json:1: this is no sidecar, and oasmap reads version 3; write it again" in message


def test_a_description_that_is_no_file_is_compared_by_the_config_of_the_revision(tmp_path: Path) -> None:
    (tmp_path / "generator.yaml").write_text("ignore: {field_paths: [CreateQueueInput.QueueName]}\n")
    commit_all(tmp_path)
    options = {"system": "ack", "spec": "botocore:sqs", "config": "generator.yaml", "baseline": "git:HEAD"}
    text = build(write_site(tmp_path, options=options, files={"generator.yaml": "{}\n"})).text(CHANGES)
    assert "attribute-added" in text
    assert "<dt>Because</dt><dd>generator config" in text
    assert "<dt>Because</dt><dd>API description" not in text


def test_what_is_mapped_to_another_system_is_not_compared(tmp_path: Path) -> None:
    files = {"then.json": sidecar(tmp_path, ZOO), "generator.yaml": "{}\n"}
    options = {"system": "ack", "spec": "botocore:sqs"}
    built = build(write_site(tmp_path, options={**options, "baseline": "then.json"}, files=files))
    message = "then.json: this is mapped to terraform, and cannot be compared with what is mapped to ack"
    assert message in built.text(CHANGES)
    (found,) = refuse(write_site(tmp_path, options={**options, "versions": {"1.0": "then.json"}}))
    assert message in found


def test_a_baseline_is_mapped_for_the_same_version_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "service-2.json").write_bytes(model("CreateCage: {in: {Name: string}}\nDeleteCage: {}"))
    (tmp_path / "generator.yaml").write_text("resources: {Cage: {tags: {ignore: true}}}\n")
    commit_all(tmp_path)
    options = {"system": "ack", "spec": "service-2.json", "config": "generator.yaml", "version": "v0.58.0"}
    built = build(write_site(tmp_path, options={**options, "baseline": "git:HEAD"}))
    assert "Nothing changes for users" in built.text(CHANGES)


def test_versions_may_be_tags_and_what_is_removed_stays_visible(tmp_path: Path) -> None:
    commit(tmp_path)
    git(tmp_path, "tag", "v1.0")
    built = build(write_site(tmp_path, options={"spec": "api.yaml", "versions": {"1.0": "git:v1.0"}}))
    assert "changed in the next version" in row(built, "nickname")
    removed = built.text(PAGE).partition('id="removed-attributes"')[2]
    assert "<del><code>fur</code></del>" in removed
    assert "removed in the next version" in removed


def test_a_history_says_the_same_as_the_versions(here: Path) -> None:
    commit(here)
    git(here, "tag", "v1.0")
    assert main(["history", "add", "v1.0", "api.yaml"]) == 0
    built = build(write_site(here, options={"spec": "api.yaml", "history": "history.json"}))
    assert "changed in the next version" in row(built, "nickname")
    assert "removed in the next version" in built.text(PAGE)
    (message,) = refuse(
        write_site(here, options={"spec": "api.yaml", "history": "history.json", "versions": {"1": "git:v1.0"}})
    )
    assert "versions and history say the same" in message


def test_a_history_whose_last_version_is_nowhere_is_a_warning(here: Path) -> None:
    commit(here)
    git(here, "tag", "v1.0")
    assert main(["history", "add", "v1.0", "api.yaml"]) == 0
    git(here, "tag", "--delete", "v1.0")
    built = build(write_site(here, options={"spec": "api.yaml", "history": "history.json"}))
    (warning,) = built.troubles
    assert warning.startswith("oasmap: history: what came since the last version is not known: ")
    assert "the repository has no revision 'v1.0'" in warning
    assert "in the next version" not in built.text(PAGE)


def test_changed_pages_and_the_overview_say_how_much_has_changed(changed: Built) -> None:
    for page in (PAGE, "reference/index.html"):
        banner = changed.text(page).partition('class="oa-changed"')[2].partition("</span>\n")[0]
        assert "since <code>HEAD</code>: 2 breaking" in banner
        assert 'href="' in banner
    assert "pet \u2022" in changed.text("reference/index.html")


def test_the_page_of_changes_has_what_approves_them(changed: Built) -> None:
    text = changed.text(CHANGES)
    marks = re.findall(r"- \{fingerprint: ([0-9a-f]{12}|\"[0-9a-f]{12}\"), reason: why\}", text)
    assert len(marks) == text.count("<dt>To approve it</dt>")
    assert "Affected: " in text
    assert "- {entity: resource pet, reason: why}" in re.sub("<[^>]+>", "", text)


OTHER = ZOO_CONFIG.replace(
    "resources:\n",
    "resources:\n  tree:\n    create: {path: /trees, method: POST}\n    read: {path: '/trees/{id}', method: GET}\n",
    1,
)
TREES = """\
  /trees: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}
  /trees/{id}: {get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}}
"""


def with_trees(folder: Path) -> None:
    """A repository whose only revision has a resource that the API of the site has no more."""
    commit(folder, OLD.replace("paths:\n", f"paths:\n{TREES}", 1))
    (folder / "generator_config.yml").write_text(OTHER)
    commit_all(folder)


def test_what_the_api_removed_stops_no_preview(tmp_path: Path) -> None:
    with_trees(tmp_path)
    path = site(tmp_path, output="spec.json")
    (tmp_path / "generator_config.yml").write_text(OTHER)
    built = build(path)
    assert "removed from the API" in built.text(CHANGES)
    assert [text for text in built.troubles if "the resource tree was removed from the API" in text]
    assert not (tmp_path / "spec.json").exists()


def test_what_the_api_never_had_stops_a_build_with_a_baseline_too(tmp_path: Path) -> None:
    with_trees(tmp_path)
    path = site(tmp_path)
    (tmp_path / "generator_config.yml").write_text(OTHER.replace("  tree:", "  bush:").replace("/trees", "/bushes"))
    assert any("the path '/bushes' is not in api.yaml" in text for text in refuse(path))
