"""The Go types of crossplane-runtime that every managed resource embeds, by its version."""

from msgspec import Struct

from .common_fields import CLUSTER


class CommonTypes(Struct, frozen=True):
    """The Go types that every managed resource embeds, by their packages: alias -> path.

    `common` is the package of references and selectors.
    """

    imports: dict[str, str]
    common: str
    cluster_spec: str
    namespaced_spec: str
    status: str

    def spec(self, scope: str) -> str:
        """The spec of a scope."""
        return self.cluster_spec if scope == CLUSTER else self.namespaced_spec


_UNTIL_V2_2 = CommonTypes(
    {
        "v1": "github.com/crossplane/crossplane-runtime/v2/apis/common/v1",
        "v2": "github.com/crossplane/crossplane-runtime/v2/apis/common/v2",
    },
    "v1",
    "v1.ResourceSpec",
    "v2.ManagedResourceSpec",
    "v1.ResourceStatus",
)
_SINCE_V2_3 = CommonTypes(
    {"v2": "github.com/crossplane/crossplane/apis/v2/core/v2"},
    "v2",
    "v2.ClusterManagedResourceSpec",
    "v2.ManagedResourceSpec",
    "v2.ManagedResourceStatus",
)
"""crossplane-runtime v2.3 has no `apis/common` any more: its types are in a module of Crossplane."""


def common_types(runtime: str) -> CommonTypes:
    """The types of a version of crossplane-runtime, such as `v2.4`."""
    return _SINCE_V2_3 if runtime >= "v2.3" else _UNTIL_V2_2
