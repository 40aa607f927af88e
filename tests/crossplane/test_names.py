"""Names in manifests, in Go and of Kinds, and the texts of fields."""

import pytest

from mapper.crossplane.documentation import Texts, neutral, read_texts
from mapper.crossplane.names import GroupKind, default_group_kind, go_name, json_name, json_name_of_go


@pytest.mark.parametrize(
    ("name", "in_json", "in_go"),
    [
        ("vpc_uuid", "vpcUuid", "VPCUUID"),
        ("id", "id", "ID"),
        ("ipv6_address", "ipv6Address", "IPv6Address"),
        ("sha256sum_of", "sha256sumOf", "Sha256SumOf"),
        ("of_sha256sum", "ofSha256Sum", "OfSha256Sum"),
        ("URL_path", "urlPath", "URLPath"),
        ("mysql_config", "mysqlConfig", "MySQLConfig"),
    ],
)
def test_names(name: str, in_json: str, in_go: str) -> None:
    assert (json_name(name), go_name(name)) == (in_json, in_go)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Name", "name"), ("ID", "id"), ("BucketDomainName", "bucketDomainName"), ("VPCIDRef", "vpcidRef")],
)
def test_names_of_go_in_a_manifest(name: str, expected: str) -> None:
    assert json_name_of_go(name) == expected


@pytest.mark.parametrize(
    ("name", "group", "kind"),
    [
        ("do_vpc", "do", "VPC"),
        ("do_ssh_key", "ssh", "Key"),
        ("do_database_db", "database", "DB"),
        ("null_x", "null", "X"),
    ],
)
def test_group_and_kind_follow_from_the_words_of_a_name(name: str, group: str, kind: str) -> None:
    assert default_group_kind(name) == GroupKind(group, kind)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Made by Terraform. Kept.", " Kept."),
        ("made by Terraform", "made by provider"),
        ("The id that Terraform made.", ""),
        ("Kept.", "Kept."),
        ("", ""),
    ],
)
def test_sentences_about_terraform_are_left_out(text: str, expected: str) -> None:
    assert neutral(text) == expected


ARGUMENTS = {
    "size": "- (Required) The size.",
    "door.lock": "- (Optional, string) A lock - of iron.",
    "b.tone": "no dash",
    "z.tone": "(Optional) last",
}


@pytest.mark.parametrize(
    ("path", "said", "expected"),
    [
        ("size", "", "The size."),
        ("size", "How large.", "The size.\nHow large."),
        ("other.size", "", "The size."),
        ("door.lock", "", "A lock - of iron."),
        ("x.tone", "", "last"),
        ("new", "Said.", "Said."),
        ("id", "Said.", ""),
        ("a_size", "", "The size."),
    ],
)
def test_a_text_is_that_of_the_registry_and_that_of_the_schema(path: str, said: str, expected: str) -> None:
    assert Texts("", ARGUMENTS).of(path, said) == expected


@pytest.mark.parametrize(
    "root",
    [None, [], {"resources": []}, {"resources": {"a": 1}}, {"resources": {"a": {"argumentDocs": 3}}}],
)
def test_a_file_of_another_shape_has_no_texts(root: object) -> None:
    assert all(found.of("a", "") == "" for found in read_texts(root).values())
