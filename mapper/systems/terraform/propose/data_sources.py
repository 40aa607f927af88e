"""Which data sources are proposed: data sources of resources, of items with an identifier, and of lists.

A page and a Go package for each GET is too much to look through. Lists below another object are proposed if they list
items with an identifier, so `/devices/{id}/events` is not.
"""

from collections.abc import Iterator, Sequence

from .. import kinds
from ..openapi.routes import PARAMETER
from .body_shape import Facts
from .groups import Form, Group

RESOURCES, DATA_SOURCES = "resources", "data-sources"
_OF_ANOTHER = "no data source: it is below another object and has no identifier; --all-data-sources proposes it"
_SINGLE = "no data source: a single object that no resource manages; --all-data-sources proposes it"
_NOT_WANTED = {
    kinds.DATA_SOURCE: f"no data source: --only {RESOURCES}",
    kinds.RESOURCE: f"no resource: --only {DATA_SOURCES}",
}


def left_out(groups: Sequence[Group], facts: Facts, only: str, *, everything: bool) -> Iterator[tuple[Group, str]]:
    """The groups that are not proposed, each with the reason. `everything`: all data sources are.

    An API that has nothing else keeps all data sources.
    """
    wanted = {RESOURCES: kinds.RESOURCE, DATA_SOURCES: kinds.DATA_SOURCE}.get(only)
    resources = {group.shape for group in groups if group.kind is kinds.RESOURCE}
    items = {group.shape for group in groups if group.form is Form.ITEM}

    def reason(group: Group) -> str:
        if wanted is not None and group.kind is not wanted:
            return _NOT_WANTED[group.kind]
        is_own = group.shape in resources or group.shape in items or (*group.shape, PARAMETER) in items
        if group.kind is kinds.RESOURCE or is_own or everything:
            return ""
        is_list = group.form is Form.LIST or facts.is_page(group.operations["read"])
        if PARAMETER in group.shape:
            return _OF_ANOTHER
        return "" if is_list else _SINGLE

    reasons = [(group, reason(group)) for group in groups]
    if all(why for _, why in reasons) and not everything:
        return left_out(groups, facts, only, everything=True)
    return ((group, why) for group, why in reasons if why)
