"""Go source files: the header, the imports that the code uses, and indented lines."""

import re
from collections.abc import Iterable, Iterator

from mapper.languages.golang.source import GENERATED, shown

HEADER = f"{GENERATED}\n"
_CROSSPLANE = "github.com/crossplane/crossplane-runtime"
_IMPORTS = {
    "context.": '"context"',
    "json.": '"encoding/json"',
    "fmt.": '"fmt"',
    "os.": '"os"',
    "filepath.": '"path/filepath"',
    "time.": '"time"',
    "client.": '"RUNTIME/pkg/client"',
    "controller.": '"RUNTIME/pkg/controller"',
    "plugin.": '"RUNTIME/pkg/plugin"',
    "values.": 'values "RUNTIME/pkg/plugin/cty"',
    "runtimev1alpha1.": f'runtimev1alpha1 "{_CROSSPLANE}/apis/core/v1alpha1"',
    "event.": f'"{_CROSSPLANE}/pkg/event"',
    "logging.": f'"{_CROSSPLANE}/pkg/logging"',
    "meta.": f'"{_CROSSPLANE}/pkg/meta"',
    "managed.": f'"{_CROSSPLANE}/pkg/reconciler/managed"',
    "resource.": f'"{_CROSSPLANE}/pkg/resource"',
    "providers.": '"github.com/hashicorp/terraform/providers"',
    "errors.": '"github.com/pkg/errors"',
    "cty.": '"github.com/zclconf/go-cty/cty"',
    "kingpin.": '"gopkg.in/alecthomas/kingpin.v2"',
    "corev1.": 'corev1 "k8s.io/api/core/v1"',
    "equality.": '"k8s.io/apimachinery/pkg/api/equality"',
    "metav1.": 'metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"',
    "runtime.": '"k8s.io/apimachinery/pkg/runtime"',
    "schema.": '"k8s.io/apimachinery/pkg/runtime/schema"',
    "types.": '"k8s.io/apimachinery/pkg/types"',
    "ctrl.": 'ctrl "sigs.k8s.io/controller-runtime"',
    "kubeclient.": 'kubeclient "sigs.k8s.io/controller-runtime/pkg/client"',
    "zap.": '"sigs.k8s.io/controller-runtime/pkg/log/zap"',
    "scheme.": '"sigs.k8s.io/controller-runtime/pkg/scheme"',
}
"""Prefix of uses in the code -> its import; RUNTIME is the Go module of the controllers."""
_USES = {prefix: re.compile(rf"(?<![\w.]){re.escape(prefix)}[A-Z]") for prefix in _IMPORTS}
_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*')


def file_of(package: str, code: str, runtime: str, imports: Iterable[str] = ()) -> str:
    """The text of a file. `imports` are import lines besides the usual ones."""
    used = (prefix for prefix in _IMPORTS if prefix in code and _is_used(prefix, code))
    mapped_imports = [_IMPORTS[prefix].replace("RUNTIME", runtime) for prefix in used]
    ordered = sorted([*mapped_imports, *imports], key=_path)
    groups = ([text for text in ordered if ("." in _path(text)) is is_module] for is_module in (False, True))
    inside = "\n\n".join(tabbed(group) for group in groups if group)
    block = f"import (\n{inside}\n)\n\n" if ordered else ""
    return shown(f"{HEADER}\npackage {package}\n\n{block}{code}")


def _is_used(prefix: str, code: str) -> bool:
    """Whether code uses a prefix outside of literals and comments, which all end on their line."""
    for match in _USES[prefix].finditer(code):
        start, end = code.rfind("\n", 0, match.start()) + 1, code.find("\n", match.end())
        line = code[start : None if end < 0 else end]
        if _USES[prefix].search(_TEXT.sub("", line)):
            return True
    return False


def _path(line: str) -> str:
    return line.split('"')[1]


def tabbed(lines: Iterable[str]) -> str:
    """Lines with a tab in front of each, as text."""
    all_lines = [*lines]
    if "" in all_lines:
        return "\n".join(indented(all_lines))
    return "\t" + "\n\t".join(all_lines) if all_lines else ""


def indented(lines: Iterable[str]) -> Iterator[str]:
    """Lines with a tab in front of each."""
    return (f"\t{line}" if line else "" for line in lines)


def function(signature: str, lines: Iterable[str]) -> str:
    """A function with a body."""
    return f"func {signature} {{\n{tabbed(lines)}\n}}\n"
