"""What takes over from here, and what real controllers have: controller-gen, the compiler of Go, a cluster."""

import gzip
import re
from dataclasses import replace
from pathlib import Path

import pytest
from botocore.loaders import Loader

from mapper.inputs import Document, Node
from mapper.languages.kubernetes.manifest import manifest
from mapper.languages.kubernetes.plurals import kind_plural
from mapper.model.samples.extent import Extent
from mapper.systems.ack.crd import write_crds
from mapper.systems.ack.read import checked
from mapper.systems.ack.truth import truth

from ..go_code.tools import Unavailable
from .compare import CORPUS, cases, compare, model_of, version_of
from .peers.check import check
from .peers.tools import VERSIONS, Tools, controller_gen, fetch
from .support import ack, generate

SAMPLE = ("shield", "sns", "arc-region-switch", "sesv2")
WORDS = 'true True TRUE tRUE yes Yes YES y Y n N no off Off OFF on On ON false False 1 0 t \'yes\' "on" "true" enable'


@pytest.fixture(scope="module")
def tools() -> Tools:
    try:
        return fetch()
    except Unavailable as error:
        pytest.skip(str(error))


@pytest.mark.peer
def test_controller_gen_makes_our_definitions_of_our_go(tools: Tools, tmp_path: Path) -> None:
    mappings = {name: generate(f"botocore:{name}", service=name) for name in SAMPLE}
    results = check(mappings, tmp_path, tools)
    assert {name: result.problems for name, result in results.items() if result.problems} == {}
    assert all(result.same == result.definitions > 0 for result in results.values())


@pytest.mark.peer
def test_a_definition_is_that_of_the_controller_gen_that_it_names(tools: Tools, tmp_path: Path) -> None:
    mapping = {"sns": generate("botocore:sns", service="sns")}
    for version in VERSIONS:
        folder = tmp_path / version
        folder.mkdir()
        try:
            named = replace(tools, controller_gen=controller_gen(version))
        except Unavailable as error:
            pytest.skip(str(error))
        problems = check(mapping, folder, named)["sns"].problems
        other = [problem for problem in problems if "controller-gen.kubebuilder.io/version" not in problem]
        assert other == []
        assert bool(problems) is (version != "v0.19.0")  # what ACK's definitions name


@pytest.mark.corpus
def test_a_cluster_takes_the_definitions_and_the_examples(tools: Tools, tmp_path: Path) -> None:
    found = cases("ack")
    if not found:
        pytest.skip("the corpus is not part of the project")
    definitions, pairs = [], []
    for case in found:
        mapping = generate(model_of(case), case / "generator.yaml", base=case, version=version_of(case))
        for name, text in write_crds(mapping).items():
            definitions.append(tmp_path / name)
            definitions[-1].write_text(text, encoding="utf-8")
        for entity in mapping.entities:
            if entity.address is not None:
                definition = tmp_path / f"{entity.address.group}_{entity.address.plural}.yaml"
                for extent in Extent:
                    example = tmp_path / f"{entity.address.group}-{entity.name}-{extent}.yaml"
                    example.write_text(manifest(entity, entity.address, extent), encoding="utf-8")
                    pairs.append((definition, example))
    assert tools.definitions(definitions) == []
    assert tools.manifests(pairs) == []


@pytest.mark.peer
def test_what_is_said_to_be_refused_is_refused(tools: Tools, tmp_path: Path) -> None:
    shapes = "{Lock: {Code: string, Size: integer}, Locks: {list: Lock}, Map: {map: Lock}, Maps: {list: Map}}"
    told = []
    for field in ("Locks", "Locks.Code", "Locks.Size", "Map", "Map.Code", "Map.Size", "Lock.Code", "Maps.Code"):
        member = field.partition(".")[0]
        config = f"resources: {{Cage: {{fields: {{{field}: {{is_immutable: true}}}}}}}}"
        mapping = checked(ack(f"CreateCage: {{in: {{{member}: {member}}}}}", shapes, config).mapping, {})
        (text,) = write_crds(mapping).values()
        path = tmp_path / f"{field}.yaml"
        path.write_text(text)
        is_told = "OAS712" in {diagnostic.code for diagnostic in mapping.diagnostics}
        assert (field, bool(tools.definitions([path]))) == (field, is_told)
        told.append(is_told)
    assert told == [False, True, True, False, True, False, False, True]


@pytest.mark.peer
def test_plurals_are_those_of_controller_gen_for_all_kinds(tools: Tools) -> None:
    kinds = sorted(_all_kinds())
    assert len(kinds) > 1500
    found = zip(kinds, tools.answers("plurals", kinds), map(kind_plural, kinds), strict=True)
    assert [answer for answer in found if answer[1] != answer[2]] == []


def _all_kinds() -> set[str]:
    """What every service could create."""
    loader = Loader()
    services = loader.list_available_services("service-2")
    operations = {
        name for service in services for name in loader.load_service_model(service, "service-2")["operations"]
    }
    return {name.removeprefix("Create") for name in operations if name.startswith("Create")} - {""}


@pytest.mark.peer
def test_booleans_are_those_of_the_library_of_ack(tools: Tools) -> None:
    words = WORDS.split()
    expected = dict(zip(words, tools.answers("booleans", words), strict=True))
    found = {}
    for word in words:
        value = truth(Document("a.yaml", f"value: {word}\n".encode()).node.child("value"))
        found[word] = "-" if value is None else str(value).lower()
    assert found == expected


CASES = cases("ack")
SEED = cases("ack-seed-era")
WITHOUT = pytest.mark.skipif(not CASES, reason="the corpus is not part of the project")


def _text(model: Path) -> str:
    data = model.read_bytes()
    return (gzip.decompress(data) if model.suffix == ".gz" else data).decode()


def _not_in_the_model(difference: str, model: str) -> bool:
    """Whether a field is missing because the model of the case is older than the definition.

    The name of a field may end with `_`, and that of a reference is made of another field's.
    """
    found = re.fullmatch(r"-.*/properties/([A-Za-z0-9]+?)_?", difference)
    if found is None:
        return False
    stems = {found[1], re.sub(r"Refs?\Z", "", found[1])}
    names = "|".join(f"{re.escape(stem)}(?:(?:Arn|Id|Name)?s?|ies)" for stem in stems)
    return not re.search(f'"(?:{names})"', model, re.IGNORECASE)


@pytest.mark.corpus
@WITHOUT
@pytest.mark.parametrize("case", [*CASES, *SEED], ids=lambda case: f"{case.parent.name}/{case.name}")
def test_kinds_and_structure_are_those_of_the_controller(case: Path) -> None:
    result = compare(case)
    model = _text(model_of(case))
    assert (result.missing, result.surplus) == (set(), set())
    found = {d.name: [x for x in d.structure if not _not_in_the_model(x, model)] for d in result.definitions}
    assert {name: differences for name, differences in found.items() if differences} == {}


@pytest.mark.corpus
@WITHOUT
def test_nearly_all_texts_are_those_of_the_controllers() -> None:
    texts = [definition.texts for case in CASES for definition in compare(case).definitions]
    equal, all_ = (sum(counts) for counts in zip(*texts, strict=True))
    assert equal / all_ >= 0.98


@pytest.mark.corpus
@WITHOUT
def test_most_files_are_equal_byte_by_byte() -> None:
    definitions = [definition for case in CASES for definition in compare(case).definitions]
    assert sum(definition.same_bytes for definition in definitions) >= 0.8 * len(definitions)


@pytest.mark.corpus
@WITHOUT
def test_the_bucket_of_2020_is_equal_byte_by_byte() -> None:
    case = next(case for case in SEED if case.name == "s3")
    assert [d.same_bytes for d in compare(case).definitions] == [True]


MODELS = sorted((CORPUS / "ack-smithy").glob("*.json.gz"))
SAME_DATE = ("iam", "route53", "sns", "sqs")
"""Controllers whose definitions are of the date of their model in Smithy."""


@pytest.mark.corpus
@WITHOUT
@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.name.partition(".")[0])
def test_a_smithy_model_of_aws_has_kinds_with_places(model: Path) -> None:
    mapping = generate(model, service="test")
    assert mapping.entities
    assert len(write_crds(mapping)) == len(mapping.entities)
    assert {"OAS703", "OAS704", "OAS706", "OAS708", "OAS709", "OAS711"} >= {d.code for d in mapping.diagnostics}
    origins = [origin for entity in mapping.entities for a in entity.layout.attributes for origin in a.origins]
    nodes = [origin.location for origin in origins if isinstance(origin.location, Node)]
    assert nodes
    assert all(node.line for node in nodes if node.document.uri.endswith("json.gz"))


@pytest.mark.corpus
@WITHOUT
@pytest.mark.parametrize("name", SAME_DATE)
def test_definitions_from_smithy_are_those_of_the_controller_byte_by_byte(name: str) -> None:
    case = CORPUS / "ack" / name
    model = CORPUS / "ack-smithy" / f"{name}.json.gz"
    mapping = generate(model, case / "generator.yaml", base=case, version=version_of(case), service=name)
    real = {path.name: path.read_text(encoding="utf-8") for path in case.glob("crds/*.yaml")}
    assert write_crds(mapping) == real != {}
