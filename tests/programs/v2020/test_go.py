"""What Go says of the code: its layout, and whether it compiles with the modules that it was made for in 2020.

The module of the controllers is in no registry: `module/runtime` has its names, and nothing that runs.
"""

import gzip
import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from mapper.registry import system_named
from mapper.request import Request

from ...files import write_files
from ...go_code.tools import CACHE, Unavailable, alone, download, failure, found_go
from ...tfplugin.peers import corpus
from .support import CONFIG, texts, zoo

pytestmark = [pytest.mark.peer, pytest.mark.timeout(1800)]

MODULE = Path(__file__).parent / "module"
_OVERLAY = """\
package overlay

import (
	base "example.org/provider-zoo/generated/resources/animal_cage/v1alpha1"
	"github.com/crossplane-contrib/terraform-runtime/pkg/plugin"
)

// Index is laid over what is generated.
func Index() *plugin.Implementation {
	return &plugin.Implementation{GVK: base.GroupVersionKind}
}
"""
_OVERLAID = """\
resource_overlays:
- {terraform_name: zoo_animal_cage, full_package_name: example.org/provider-zoo/overlay}
- terraform_name: zoo_animal_cage
  full_package_name: example.org/provider-zoo/overlay
  members: [ReconcilerConfigurer, ResourceMerger, CtyEncoder, CtyDecoder, SchemeBuilder]
"""
_SAMPLE = 40


@pytest.fixture(scope="module")
def go() -> str:
    try:
        found = found_go()
        download(found, "", MODULE)
    except Unavailable as error:
        pytest.skip(str(error))
    return found


@pytest.fixture
def module(request: pytest.FixtureRequest) -> Path:
    """A folder for the code, the same in each run: what Go has looked at before, it does not look at again."""
    here = hashlib.sha256(str(MODULE).encode()).hexdigest()[:12]
    return CACHE / f"v2020-{here}" / request.node.name


def write_module(folder: Path, files: dict[str, str]) -> list[str]:
    """The module with the code of a provider in it; the files of Go that gofmt would write otherwise."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(MODULE, folder)
    write_files(folder, {path: text for path, text in files.items() if path.endswith(".go")})
    command = [str(Path(shutil.which("go") or "go").parent / "gofmt"), "-l", "main.go", "generated"]
    gofmt = shutil.which("gofmt") or command[0]
    done = subprocess.run([gofmt, *command[1:]], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.split()


def fault(go: str, module: Path, *arguments: str) -> str:
    """What `go` says against the module, empty if nothing; what all of them need is compiled for the first one only."""
    with alone("v2020"):
        return failure([go, *arguments], module)


def test_a_provider_of_everything_is_laid_out_and_compiles(go: str, tmp_path: Path, module: Path) -> None:
    assert write_module(module, texts(zoo(tmp_path, CONFIG + _OVERLAID))) == []
    (module / "overlay").mkdir()
    (module / "overlay" / "overlay.go").write_text(_OVERLAY)
    assert fault(go, module, "vet", ".", "./generated/...", "./overlay") == ""


@pytest.mark.corpus
def test_forty_resources_of_aws_are_laid_out_and_compile(go: str, tmp_path: Path, module: Path) -> None:
    schema = json.loads(gzip.decompress(corpus("schema-aws").read_bytes()))
    (own,) = schema["provider_schemas"].values()
    resources = own["resource_schemas"]
    names = sorted(resources, key=lambda name: len(json.dumps(resources[name])))
    chosen = names[:: len(names) // _SAMPLE][:_SAMPLE]
    own["resource_schemas"], own["data_source_schemas"] = {name: resources[name] for name in chosen}, {}
    (tmp_path / "schema.json").write_text(json.dumps(schema))
    (tmp_path / "provider.yaml").write_text(CONFIG.replace("zoo\n", "aws\n", 1))
    request = Request(tmp_path / "schema.json", [tmp_path / "provider.yaml"], tmp_path)
    files = texts(system_named("crossplane").run(request))
    assert sum(path.endswith("/encode.go") for path in files) == _SAMPLE
    assert write_module(module, files) == []
    assert fault(go, module, "vet", ".", "./generated/...") == ""


def test_what_is_encoded_is_decoded_again(go: str, tmp_path: Path, module: Path) -> None:
    """A value of each type, there and back, in the packages as they are."""
    write_module(module, texts(zoo(tmp_path)))
    folder = module / "generated" / "resources" / "animal_cage" / "v1alpha1"
    (folder / "round_test.go").write_text(_ROUND)
    assert fault(go, module, "test", "./generated/resources/animal_cage/...") == ""


_ROUND = """\
package v1alpha1

import (
	"testing"

	"github.com/crossplane/crossplane-runtime/pkg/meta"
	"k8s.io/apimachinery/pkg/api/equality"
)

func cage() *AnimalCage {
	c := &AnimalCage{}
	meta.SetExternalName(c, "cage-1")
	p := &c.Spec.ForProvider
	p.Bars, p.KeeperId, p.Locked = 3, "ann", true
	p.Tags = map[string]string{"a": "b"}
	p.Colours = []string{"red"}
	p.Heights = []Heights{{Metres: 2}}
	p.Grid = [][]map[string]int64{{{"x": 1}}, nil}
	p.Flags = map[string][]bool{"f": {true}}
	p.Floor = map[string]Floor{"up": {Level: 2}}
	p.Door = []Door{{LockId: "one", Lock: []Lock0{{Code: "c", Pins: 4}}}, {LockId: "two"}}
	p.BackDoor = BackDoor{LockId: "back"}
	p.Roof = Roof{Flat: true}
	p.Kind = Kind0{A: "a"}
	p.Hole = []Hole{{}, {}}
	p.OddBlock = []OddBlock{{Size: 1}}
	c.Status.AtProvider.Arn = "arn"
	c.Status.AtProvider.Rows = map[string][]Rows{"r": {{A: "a"}}}
	return c
}

func TestRound(t *testing.T) {
	for _, before := range []*AnimalCage{cage(), {}} {
		value, err := (&ctyEncoder{}).EncodeCty(before, nil)
		if err != nil {
			t.Fatal(err)
		}
		after, err := (&ctyDecoder{}).DecodeCty(&AnimalCage{}, value, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !equality.Semantic.DeepEqual(before, after) {
			t.Errorf("before %#v, after %#v", before, after)
		}
		if meta.GetExternalName(before) != meta.GetExternalName(after) {
			t.Error("the external name is lost")
		}
		if !equality.Semantic.DeepEqual(before, before.DeepCopy()) {
			t.Error("a copy is something else")
		}
	}
}

func TestMerge(t *testing.T) {
	merger := &resourceMerger{}
	if md := merger.MergeResources(cage(), cage()); md.AnyFieldUpdated {
		t.Errorf("nothing has changed, and %#v", md)
	}
	kube, provider := cage(), cage()
	provider.Status.AtProvider.Arn = "other"
	if md := merger.MergeResources(kube, provider); !md.StatusUpdated || md.NeedsProviderUpdate || kube.Status.AtProvider.Arn != "other" {
		t.Errorf("a status: %#v", md)
	}
	kube, provider = cage(), cage()
	kube.Spec.ForProvider.Roof.Flat = false
	if md := merger.MergeResources(kube, provider); !md.NeedsProviderUpdate || provider.Spec.ForProvider.Roof.Flat {
		t.Errorf("a spec: %#v", md)
	}
	kube, provider = cage(), cage()
	provider.Spec.ForProvider.Width = 7
	if md := merger.MergeResources(kube, provider); !md.LateInitializedSpec || md.NeedsProviderUpdate || kube.Spec.ForProvider.Width != 7 {
		t.Errorf("what the provider fills in: %#v", md)
	}
	kube, provider = cage(), cage()
	kube.Annotations = nil
	if md := merger.MergeResources(kube, provider); !md.AnnotationsUpdated || meta.GetExternalName(kube) != "cage-1" {
		t.Errorf("annotations: %#v", md)
	}
	copied := kube.DeepCopy()
	copied.Spec.ForProvider.Door[0].Lock[0].Code = "d"
	copied.Spec.ForProvider.Grid[0][0]["x"] = 2
	copied.Spec.ForProvider.Flags["f"][0] = false
	copied.Status.AtProvider.Rows["r"][0].A = "b"
	if !equality.Semantic.DeepEqual(kube.Spec, cage().Spec) || kube.Status.AtProvider.Rows["r"][0].A != "a" {
		t.Error("a copy shares what it has with what it is a copy of")
	}
}
"""  # noqa: E501 - Go has no limit
