"""A review that maps a body once for all of its states says what one says that maps it for each of them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mapper.systems.terraform.attributes.attributes import AttributeMapper
from mapper.systems.terraform.attributes.mappers import Mappers
from mapper.systems.terraform.attributes.shared_parts import SharedParts
from mapper.systems.terraform.config.policies import DEFAULTS, Policies
from mkdocs_oasmap.cli import main

from ..zoo import CONFIG, api
from .mixtures import PAIRS as COMMITTED
from .mixtures import real
from .sixty_pairs import PAIRS

POLICIES = ("", "policies: {not_required: infer}\n", "policies: {computed_defaults: drop}\n")
"""What a config may say in addition: nothing, what is done with mapped bodies, and what decides how they are mapped."""

Review = Callable[[Path, Path, Path, Path], str]
CASES = [
    pytest.param(name, policies, marks=[] if number % 3 == which else [pytest.mark.soak])
    for number, name in enumerate(name for name, pair in PAIRS.items() if pair.system == "terraform")
    for which, policies in enumerate(POLICIES)
]
"""Each pair with one of the policies, and with all of them where there is time."""


def _alone(mappers: Mappers, policies: Policies) -> AttributeMapper:
    shared = SharedParts(mappers._documents, mappers.spending, policies.of_bodies)
    return AttributeMapper(shared, has_policies=policies != DEFAULTS)


@pytest.fixture
def review(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Review:
    """The JSON and the text of a review of two descriptions with two configs."""
    text = tmp_path / "review.txt"

    def run(old: Path, old_config: Path, new: Path, new_config: Path) -> str:
        words = ["--system", "terraform", "--config", str(new_config), "--old-config", str(old_config)]
        assert not main(["diff", *words, "--format", "json", "--also", f"text={text}", str(old), str(new)])
        return capsys.readouterr().out + text.read_text()

    return run


def _both(review: Review, monkeypatch: pytest.MonkeyPatch, *files: Path) -> Iterator[str]:
    """The review with shared bodies, and without."""
    yield review(*files)
    with monkeypatch.context() as patch:
        patch.setattr(Mappers, "of", _alone)
        yield review(*files)


def _with_policies(config: Path, text: str) -> Path:
    """A copy of a config that has no policies, with some."""
    path = config.with_name(f"more_{config.name}")
    path.write_text(config.read_text() + text)
    return path


SCHEMAS = """\
Pet:
  type: object
  required: [claw]
  properties:
    claw: {$ref: '#/components/schemas/Claw'}
    tail: {$ref: '#/components/schemas/Tail'}
    id: {type: string}
Claw:
  type: object
  properties:
    color: {type: string, default: {color}}
    tip: {$ref: '#/components/schemas/Tip'}
Tail:
  type: object
  properties:
    tip: {$ref: '#/components/schemas/Tip'}
    claw: {$ref: '#/components/schemas/Claw'}
    length: {type: {length}}
Tip: {type: object, properties: {is_sharp: {type: boolean}, age: {type: integer}}}
"""


@pytest.mark.parametrize("color", ["null", "1", "red"])
@pytest.mark.parametrize("policies", POLICIES[1:])
@pytest.mark.parametrize("is_new", [True, False])
def test_a_default_counts_for_the_config_that_reads_it(
    color: str, policies: str, *, is_new: bool, review: Review, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    descriptions = []
    for number, length in enumerate(("integer", "string")):
        text = SCHEMAS.replace("{color}", color).replace("{length}", length)
        path = tmp_path / f"{number}.yaml"
        path.write_text(api(text, request="Pet", response="Pet"))
        descriptions.append(path)
    config = tmp_path / "config.yml"
    config.write_text(CONFIG)
    configs = [config, _with_policies(config, policies)][:: 1 if is_new else -1]
    shared, alone = _both(review, monkeypatch, descriptions[0], configs[0], descriptions[1], configs[1])
    assert shared == alone
    assert "tail.claw.color" in shared or color == "red"
    assert "tail.length" in shared


@pytest.mark.parametrize(("name", "policies"), CASES)
def test_constructed_pairs(
    name: str, policies: str, review: Review, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pair = PAIRS[name]
    for side, files in (("old", pair.old), ("new", pair.new)):
        (tmp_path / side).mkdir()
        for file, data in files.items():
            (tmp_path / side / file).write_bytes(data)
    old, new = tmp_path / "old", tmp_path / "new"
    config = new / pair.config
    if b"policies:" not in config.read_bytes():
        config = _with_policies(config, policies)
    shared, alone = _both(review, monkeypatch, old / pair.input, old / pair.config, new / pair.input, config)
    assert shared == alone


@pytest.mark.corpus
@pytest.mark.skipif(not COMMITTED, reason="the histories are not here")
@pytest.mark.parametrize("turn", [0, *(pytest.param(turn, marks=pytest.mark.large) for turn in (1, 2))])
def test_committed_pairs(turn: int, review: Review, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pairs = list(real(tmp_path))
    assert len(pairs) == len(COMMITTED)
    for number, mixture in enumerate(pairs[turn::3]):
        (old, old_config), (new, new_config) = mixture.old, mixture.new
        has_policies = b"policies:" in new_config.read_bytes()
        policies = POLICIES[0 if has_policies else number % len(POLICIES)]
        config = _with_policies(new_config, policies)
        shared, alone = _both(review, monkeypatch, old, old_config, new, config)
        assert shared == alone, (mixture.name, policies)
