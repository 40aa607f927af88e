"""Sites with mappings to other systems."""

from pathlib import Path

import pytest

from ..ack.support import model
from .sites import ZOO, Built, build, build_again, dead_links, refuse, write_site

ACK = {"system": "ack", "spec": "service-2.json", "config": "generator.yaml", "pages": "ack"}
IDL = """\
package zoo

import "github.com/pulumi/pulumi/pkg/resource/idl"

// Pet lives here.
type Pet struct {
	idl.NamedResource
	Food *Food `pulumi:"optional,replaces"`
}

type Food string

const Hay Food = "hay"
"""
PULUMI = {"system": "pulumi", "spec": "idl", "pages": "pulumi"}
FILES = {
    "service-2.json": model("CreateCage: {in: {Name: string}, out: {State: string}}\nDeleteCage: {}").decode(),
    "generator.yaml": "resources: {Cage: {fields: {Name: {is_immutable: true}}}}\n",
}


def site(folder: Path, *mappings: dict[str, str], **files: str) -> Built:
    return build(write_site(folder, options={"mappings": list(mappings)}, files=FILES | files))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return site(tmp_path_factory.mktemp("site"), {"spec": "api.yaml"}, ACK)


def test_systems_stand_side_by_side(built: Built) -> None:
    assert {"reference/resources/pet/index.html", "ack/custom-resources/Cage/index.html"} <= built.uris
    assert (built.troubles, dead_links(built)) == ([], [])
    assert "kind: CustomResourceDefinition" in built.text("ack/config/crd/bases/zoo.services.k8s.aws_cages.yaml")
    assert built.data("ack/oasmap.json")["system"] == "ack"
    page = built.page("reference/resources/pet/index.html").text
    assert {"pet", "Cage"} <= set(page.split())  # both are in the navigation
    assert "Attributes" in page
    assert "Fields" in built.page("ack/custom-resources/Cage/index.html").one(css="oasmap").text


def test_the_files_of_a_controller_are_written_where_the_option_says(tmp_path: Path) -> None:
    site(tmp_path, ACK | {"output": "controller"})
    cage = tmp_path / "controller/apis/v1alpha1/cage.go"
    assert "type CageSpec struct" in cage.read_text()
    written = cage.stat().st_mtime_ns
    site(tmp_path, ACK | {"output": "controller"})
    assert cage.stat().st_mtime_ns == written


def test_a_model_can_come_from_botocore_and_have_an_earlier_runtime(tmp_path: Path) -> None:
    built = site(tmp_path, ACK | {"spec": "botocore:sqs", "version": "v0.58.0"}, **{"generator.yaml": "ignore: {}\n"})
    assert "ack/custom-resources/Queue/index.html" in built.uris
    assert "partition" not in built.text("ack/config/crd/bases/sqs.services.k8s.aws_queues.yaml")


def test_a_field_can_be_embedded_in_a_page(tmp_path: Path) -> None:
    built = site(tmp_path, ACK, **{"docs/index.md": "# Zoo\n\n::: oasmap custom_resource.Cage\n"})
    assert "spec.name" in built.text("index.html")


def test_texts_that_turn_up_between_two_builds_are_noticed(tmp_path: Path) -> None:
    path = write_site(tmp_path, options=ACK, files=FILES)
    page = "ack/custom-resources/Cage/index.html"
    assert "Where it lives." not in build(path).text(page)
    (tmp_path / "documentation.yaml").write_text("resources: {Cage: {fields: {Name: {append: Where it lives.}}}}\n")
    assert "Where it lives." in build_again(path).text(page)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"version": "newest"}, "oasmap: 'newest' is not a version of ACK"),
        ({"spec": "botocore:sqz"}, "oasmap: botocore has no service 'sqz'"),
        (
            {"system": "terraform", "version": "v1"},
            "oasmap: service-2.json: this is an API model",
        ),
        ({"system": "kubernetes"}, "'kubernetes' is not a system; choose terraform, ack, "),
    ],
)
def test_a_wrong_option_is_refused(tmp_path: Path, changed: dict[str, str], message: str) -> None:
    path = write_site(tmp_path, options={"mappings": [ACK | changed]}, files=FILES | {"api.yaml": ZOO})
    assert message in "\n".join(refuse(path))


def test_a_package_of_pulumi_has_pages_and_the_package_in_the_site(tmp_path: Path) -> None:
    built = build(write_site(tmp_path, options={"mappings": [PULUMI]}, files={"idl/zoo/pet.go": IDL}))
    assert (built.troubles, dead_links(built)) == ([], [])
    page = built.text("pulumi/resources/zoo-Pet/index.html")
    for words in ("Required inputs", "Optional inputs", "Outputs"):
        assert (words in page) is (words != "Required inputs")
    assert "every change replaces it" in page
    assert "idl/zoo/pet.go:7" in page
    assert "export class Pet" in built.text("pulumi/pack/zoo/pet.ts")
    assert built.data("pulumi/oasmap.json")["system"] == "pulumi"


@pytest.mark.parametrize("name", ["idl/zoo/toy.go", "idl/toys/toy.go"])
def test_a_new_file_in_the_idl_is_noticed_between_two_builds(tmp_path: Path, name: str) -> None:
    path = write_site(tmp_path, options={"mappings": [PULUMI]}, files={"idl/zoo/pet.go": IDL})
    assert not [uri for uri in build(path).uris if "Toy" in uri]
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(f"package {name.split('/')[1]}\n\ntype Toy struct {{\n\tColour string\n}}\n")
    assert [uri for uri in build_again(path).uris if "Toy" in uri]


def test_a_file_of_somebody_else_stops_a_site_that_would_write_over_it(tmp_path: Path) -> None:
    files = {"idl/pet.go": IDL, "out/pack/pet.ts": "// mine\n"}
    path = write_site(tmp_path, options={"mappings": [PULUMI | {"output": "out"}]}, files=files)
    assert "was not generated, and is not written over" in "\n".join(refuse(path))
    assert (tmp_path / "out/pack/pet.ts").read_text() == "// mine\n"
