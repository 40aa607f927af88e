"""Each sentence of the page Security that promises something has tests that attack it.

A sentence that nobody attacks is no promise: it gets a test here, or leaves the page.
"""

import re

import pytest

from ..test_docs import ROOT

PAGE = ROOT / "example_site" / "docs" / "security.md"
SECTIONS = ("Trusted and untrusted input", "Promises", "What pages contain", "Programs that oasmap starts")

ATTACKS = {
    "settings start a provider only with `OASMAP_LIVE=1`": "test_live.py::test_settings_alone_start_nothing",
    "The action and the templates do not set it": (
        "test_isolation.py::test_the_action_reviews_without_the_checkout_and_without_a_token"
    ),
    "Blocks have limits": "test_markdown_ext.py::test_aliases_of_options_do_not_multiply_a_text",
    "No code, template, script or command of an input runs": (
        "render/test_plain.py::test_hostile_descriptions_stay_text_in_every_place"
        " hardness/test_texts.py::test_they_are_text_on_plain_pages"
        " hardness/test_texts.py::test_they_are_text_in_the_docs_of_the_registry"
        " hardness/test_texts.py::test_they_are_text_in_a_review"
        " site/test_policy.py::test_no_page_breaks_a_strict_policy"
    ),
    "YAML tags such as": "hardness/test_documents.py::test_odd_yaml_is_mapped_or_refused_and_never_run",
    "It reads files below the folder": "hardness/test_files.py::test_what_is_outside_is_not_read",
    "It refuses absolute paths": (
        "hardness/test_files.py::test_what_is_outside_is_not_read"
        " hardness/test_files.py::test_links_that_lead_outside_are_not_followed"
        " hardness/test_files.py::test_devices_and_pipes_in_place_of_the_inputs"
        " test_writes.py::test_no_option_waits_for_a_pipe"
    ),
    "oasmap calls no hosts": "cli/test_inputs.py::test_another_host_is_not_asked_unless_it_is_named",
    "It refuses host names that resolve to your machine": (
        "inputs/test_remote.py::test_a_name_that_leads_to_this_machine_is_refused"
        " inputs/test_remote.py::test_a_redirect_to_another_host_or_scheme_is_refused_in_one_line"
    ),
    "A baseline in Git causes no network access": (
        "review/test_git.py::test_what_was_left_out_of_a_clone_may_not_be_missing"
    ),
    "Output is below the folders that you name": (
        "test_writes.py::test_a_link_that_leads_out_of_the_project_is_not_written_through"
        " test_writes.py::test_a_link_of_a_checkout_elsewhere_is_not_written_through"
        " test_writes.py::test_a_page_behind_a_link_is_not_removed"
    ),
    "Time and memory are limited": (
        "hardness/test_commands.py::test_descriptions"
        " render/test_markdown_size.py::test_a_text_makes_no_more_than_its_own_size"
        " review/test_git.py::test_git_may_not_take_more_memory_than_its_limit"
    ),
    "oasmap does not execute the patterns of schemas": (
        "hardness/test_documents.py::test_patterns_that_take_for_ever_are_never_run"
        " samples/test_samples.py::test_the_search_for_a_text_takes_a_bounded_number_of_steps"
        " inputs/test_overlay.py::test_a_pattern_that_goes_back_and_tries_again_does_not_here"
    ),
    "You get one message with file and line": (
        "hardness/test_documents.py::test_aliases_and_merges_that_explode_are_refused"
        " test_writes.py::test_a_stream_that_the_parent_has_closed_changes_nothing"
    ),
    "Earlier output stays": "hardness/test_files.py::test_a_full_disk",
    "oasmap writes each file to a temporary file": "hardness/test_commands.py::test_kills_at_the_moment_of_writing",
    "After a kill, a full disk or a power failure": (
        "hardness/test_commands.py::test_kills_at_the_moment_of_writing hardness/test_files.py::test_a_full_disk"
    ),
    "The sidecar has the SHA-256": (
        "hardness/test_commands.py::test_files_of_two_runs_are_recognised_by_every_reader_and_repaired"
    ),
    "It escapes control, bidirectional and zero-width characters": (
        "hardness/test_documents.py::test_characters_that_break_lines_and_terminals"
    ),
    "Code specs and package schemas keep them": (
        "hardness/test_documents.py::test_characters_that_break_lines_and_terminals"
    ),
    "Links lead only to": ("render/test_markup.py::test_a_link_with_a_dangerous_address_leads_nowhere"),
    "Other raw HTML is left out, or shown as text": (
        "render/test_markup.py::test_tags_without_a_meaning_are_left_out_and_placeholders_stay"
        " hardness/test_texts.py::test_they_are_text_on_plain_pages"
    ),
    "Descriptions become sanitized HTML": (
        "render/test_markup.py::test_a_link_with_a_dangerous_address_leads_nowhere"
        " site/test_policy.py::test_nothing_of_ours_is_a_script_a_style_or_a_handler"
    ),
    "Pages load nothing from other hosts": "site/test_policy.py::test_no_page_breaks_a_strict_policy",
    "They need no inline script": "site/test_policy.py::test_no_page_breaks_a_strict_policy",
    "A site for the audience": (
        "site/test_audience.py::test_no_file_of_a_site_for_users_names_an_input"
        " site/test_audience.py::test_no_option_lets_a_name_through"
    ),
    "| `git` |": "review/test_git.py::test_nothing_that_a_repository_configures_is_run",
    "| a provider |": (
        "test_live.py::test_settings_alone_start_nothing"
        " programs/provider_process/test_process.py::test_a_provider_sees_only_what_it_is_given"
    ),
    "| overlays of Crossplane": "programs/operator/test_plan.py::test_overlays_of_the_config_are_imported_and_used",
    "Its parent process has none of your variables": (
        "programs/provider_process/test_process.py::test_a_provider_cannot_read_the_environment_of_what_starts_it"
    ),
}
"""The beginnings of sentences, or parts of them, and the tests that attack what they promise."""

NO_PROMISES = (
    "These promises apply", "In a pull request, strangers may have written", "A provider is a program with the rights",
    "A provider can still read", "Start only providers that you trust", "| Input |", "| API descriptions",
    "| documents of", "| states of", "| `mkdocs.yml`", "| Program |", "| ---",
)  # fmt: skip
"""What says what is trusted, or what is not promised."""


def sentences() -> list[str]:
    text = PAGE.read_text(encoding="utf-8")
    parts = [re.split(rf"^## {section}$", text, flags=re.MULTILINE)[1].split("\n## ")[0] for section in SECTIONS]
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", "\n".join(parts))
    plain = re.sub(r"\*\*[^*]*\.\*\* |\*\*", "", plain)  # what is bold and ends with a point is a title
    lines = re.split(r"\n(?=[-|])|\n\n", plain)
    split = [sentence for line in lines for sentence in re.split(r"(?<=[.:])\s+(?=[A-Z])", " ".join(line.split()))]
    return [sentence for sentence in split if sentence.strip("- ")]


@pytest.mark.parametrize("sentence", sentences())
def test_a_sentence_is_attacked_or_promises_nothing(sentence: str) -> None:
    assert any(part in sentence for part in (*ATTACKS, *NO_PROMISES))


@pytest.mark.parametrize("part", ATTACKS)
def test_an_attack_is_of_a_sentence_that_is_there_and_is_a_test(part: str) -> None:
    assert any(part in sentence for sentence in sentences())
    for test in ATTACKS[part].split():
        path, name = test.split("::")
        assert f"def {name}(" in (ROOT / "tests" / path).read_text(encoding="utf-8"), test
