"""Ignores for query parameters that concern the answer or the client, and not the object.

They are for pages of a list, for order, format and extent of the answer, or for watching a list. Of a resource, so is
an optional one that read alone takes, or each operation.
"""

import re
from collections.abc import Mapping, Sequence

from ..nouns import split_words, squashed
from ..openapi.parameters import Parameter
from .parameter_names import Names
from .proposal import Setting

PAGING = frozenset(
    """
    continuationtoken cursor endingbefore itemsperpage limit marker maxitems maxkeys maxresults nextcursor nextpage
    nextpagetoken nexttoken offset page pageafter pagebefore pagecursor pageindex pagelimit pageno pagenum pagenumber
    pageoffset pagesize pagetoken perpage resultsperpage rowsperpage skip startat startindex startingafter startposition
    usemarker
    """.split()
)
"""Parameters for pages of a list, in the form of `squashed`: `per_page`, `perPage` and `per-page` are equal."""

SHAPING = frozenset(
    """
    alt callback embed exclude excludes expand fields include includes order orderby orderdir orderdirection ordering
    pretty prettyprint quotauser select sort sortby sortdir sortdirection sortfield sortkey sortorder uploadprotocol
    uploadtype userip xgafv
    """.split()
)
"""Parameters for order, fields and format of the response."""

_SWITCHES = frozenset("exclude expand fetch hide include omit show with without".split())
"""The first words of switches that say how much a response has."""

WATCHING = frozenset("allowwatchbookmarks continue resourceversionmatch sendinitialevents timeoutseconds watch".split())
"""Kubernetes: parameters for watching a list."""

COMPANIONS = frozenset("count direction size top".split())
"""Parameters that belong to these only if another one of them is present."""

_WRITABLE = re.compile(r"[A-Za-z0-9_]+\Z")
"""Names that an ignore can contain as they are."""


def of_the_answer(names: Names, *, of_list: bool) -> tuple[list[Setting], dict[str, str]]:
    """The aliases that ignores need, and the ignores, for the query parameters that concern the response, with reasons.

    A parameter whose name an ignore cannot contain (`page[size]`), or which has the name of a property to keep, gets an
    alias first. The only property that may be ignored is one that describes the page of a list.
    """
    query = {parameter.name: parameter for parameter in names.parameters if parameter.place == "query"}
    purposes = {name: purpose for name in query if (purpose := _purpose(squashed(name)) or _extent(query[name]))}
    if purposes:
        purposes |= {name: "paging, with the others" for name in query if squashed(name) in COMPANIONS}
    aliases: list[Setting] = []
    ignores: dict[str, str] = {}
    for name, why in purposes.items():
        ignored = name
        if query[name].required:
            continue
        is_page = of_list and squashed(name) in PAGING and name not in names.required
        kept = name in names.listed or (name in names.answered and not is_page)
        if kept or not _WRITABLE.match(name):
            ignored = names.spare(query[name])
            aliases.append(Setting(name, ignored, "only to be ignored"))
        ignores[ignored] = why
    return aliases, ignores


def of_no_object(names: Names, taken: Sequence[Mapping[str, bool]]) -> dict[str, str]:
    """Ignores for the optional query parameters of a resource that no body has. If read alone takes one, it chooses the
    form of the response. If each operation does, it is about the client. `taken` are the parameters of each operation,
    with whether it requires them: what one requires says which object is meant.
    """
    placed = (parameter.name for parameter in names.parameters if parameter.place != "query")
    body_names = set(map(squashed, (*names.properties, *names.listed, *placed)))
    ignores = {}
    for parameter in names.parameters:
        name, users = parameter.name, sum(parameter.name in parameters for parameters in taken)
        is_asked = any(parameters.get(name) for parameters in taken)
        is_option = parameter.place == "query" and not is_asked and squashed(name) not in body_names
        if is_option and users in (1, len(taken)) and _WRITABLE.match(name):
            ignores[name] = (
                "read alone takes it: how the answer is written" if users == 1 else "each operation takes it"
            )
    return ignores


def _extent(parameter: Parameter) -> str:
    """Why a switch leaves things out of the response or adds some: `include_secrets`, `withDetails`."""
    words, schema = split_words(parameter.name), parameter.schema
    is_switch = schema is not None and isinstance(schema.value, dict) and schema.value.get("type") == "boolean"
    return "how much the answer has" if is_switch and len(words) > 1 and words[0] in _SWITCHES else ""


def _purpose(word: str) -> str:
    if word in PAGING:
        return "paging"
    if word in SHAPING:
        return "how the answer is written"
    return "watching for changes" if word in WATCHING else ""
