"""A row of a page, as HTML and as an item of a list in Markdown: each fact has its place and its words."""

from typing import Any

import pytest
from markupsafe import Markup

from mkdocs_oasmap.pages.source_views import CellView, Excerpt, LimitView, SourcePlace, SourceView
from mkdocs_oasmap.pages.views import AttributeView, GroupView
from mkdocs_oasmap.render.markdown_rows import ended, items, sections, sources
from mkdocs_oasmap.render.rows import write_row


def view(path: str, name: str = "", **values: Any) -> AttributeView:
    """A row of which nothing is known but what is given."""
    given = {
        "type": "String", "status": "optional", "status_label": "optional", "reason": "it & that",
        "description": "", "default": None, "limits": (), "sensitive": False, "deprecation": None, "sources": (),
        "groups": (), "nested_count": 0, "is_member": False, "anchor": path, "nested_anchor": f"n-{path}", **values,
    }  # fmt: skip
    return AttributeView(path=path, source_path=path, name=name or path.rpartition(".")[2], **given)


class Changes:
    """The macros of changes."""

    def notes(self, changes: tuple[CellView, ...]) -> str:
        return f"[notes {len(changes)}]"

    def removed(self, changes: tuple[CellView, ...]) -> str:
        return "".join(f"[gone {change.text}]" for change in changes)

    def inside(self, change: CellView) -> str:
        return f"[{change.text} inside]"


def html(attribute: AttributeView) -> Markup:
    def limits(_attribute: AttributeView, shown: list[LimitView]) -> str:
        return f" [limits {len(shown)}] "

    return write_row("source", attribute, limits, lambda _attribute: "[fragments]", Changes(), lambda key: f"/{key}")


CHANGE: Any = type("Change", (CellView,), {"severity": "breaking"})("breaking", "c")
LIMIT = LimitView("at least 1")
FEW = LimitView("one of", tuple("abcdefgh"), is_list=True)
MANY = LimitView("one of", (*"abcdefgh", "<i>"), is_list=True)
LONG = LimitView("one of", ("x" * 37, *"bcdefghi"), is_list=True)
FITTING = LimitView("one of", ("x" * 30, "y" * 6, *"cdefghi"), is_list=True)
FOLD = '<details class="oa-fold oa-values"><summary>one of 9 values: {}, …</summary><ul>{}</ul></details>'


def folded(limit: LimitView, *names: str) -> str:
    values = "".join(f"<li>{value.replace('<i>', '&lt;i&gt;')}</li>" for value in limit.values)
    return FOLD.format(", ".join(f"<code>{name}</code>" for name in names), values)


HEAD = ' id="a"><a href="#a">a</a><i>String'


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, f'<li class="oa-optional"{HEAD}</i><small><b>optional</b></small>'),
        ({"status": "required", "status_label": "<r>"},
         f'<li class="oa-required"{HEAD}</i><small><b>&lt;r&gt;</b></small>'),
        ({"status": "computed", "status_label": "read-only"}, f"<li{HEAD} · read-only</i>"),
        ({"is_member": True}, f'<li class="oa-member"{HEAD}</i>'),
        ({"is_member": True, "status": "computed"}, f'<li class="oa-member"{HEAD}</i>'),
        ({"status_label": "required if {parent} is set", "condition": "b"},
         f'<li class="oa-optional"{HEAD}</i><small><b>required if <code>b</code> is set</b></small>'),
        ({"is_member": True, "marks": (("old", "<m>"),)},
         f'<li class="oa-member"{HEAD}</i><small><span class="oa-old">&lt;m&gt;</span></small>'),
        ({"is_member": True, "default": "1"}, f'<li class="oa-member"{HEAD}</i><small>[limits 0]</small>'),
        ({"is_member": True, "limits": (LIMIT, FEW)}, f'<li class="oa-member"{HEAD}</i><small>[limits 2]</small>'),
        ({"is_member": True, "limits": (LimitView("", said=True),)}, f'<li class="oa-member"{HEAD}</i>'),
        ({"is_member": True, "limits": (LIMIT, MANY)},
         f'<li class="oa-member"{HEAD}</i><div><small>[limits 1]</small>{folded(MANY, "a", "b", "c")}</div>'),
        ({"is_member": True, "limits": (LONG,)},
         f'<li class="oa-member"{HEAD}</i><div><small>[limits 0]</small>{folded(LONG, "x" * 37)}</div>'),
        ({"is_member": True, "limits": (FITTING,)},
         f'<li class="oa-member"{HEAD}</i><div><small>[limits 0]</small>{folded(FITTING, "x" * 30, "y" * 6)}</div>'),
        ({"is_member": True, "limits": (LimitView("x", tuple("abcdefghi")),)},
         f'<li class="oa-member"{HEAD}</i><small>[limits 1]</small>'),
        ({"is_member": True, "versions": ("added in <1>", "changed in 2")},
         f'<li class="oa-member"{HEAD}</i><small><span>added in &lt;1&gt;</span><span>changed in 2</span></small>'),
        ({"is_member": True, "description": "It."}, f'<li class="oa-member"{HEAD}</i><div><p>It.</p></div>'),
        ({"is_member": True, "deprecation": "Use *b*."},
         f'<li class="oa-member oa-row--old"{HEAD}</i>'
         '<div><p class="oa-deprecated">Deprecated: Use <em>b</em>.</p></div>'),
        ({"is_member": True, "deprecation": "It is deprecated."}, f'<li class="oa-member oa-row--old"{HEAD}</i>'),
        ({"is_member": True, "changes": (CHANGE, CHANGE)},
         f'<li class="oa-member oa-row--changed oa-row--breaking"{HEAD}</i><div>[notes 2]</div>'),
        ({"is_member": True, "fragments": (CHANGE,)}, f'<li class="oa-member"{HEAD}</i>[fragments]'),
    ],
)  # fmt: skip
def test_a_row_has_a_class_its_facts_and_its_text(values: dict[str, Any], expected: str) -> None:
    assert html(view("a", **values)) == f"{expected}</li>\n"


@pytest.mark.parametrize(
    ("path", "name", "shown"),
    [
        ("a_b", "", "a_b"),
        ("x.a_bcdefghijk", "", "a_bcdefghijk"),
        ("x.a_bcdefghijkl", "", "a_<wbr>bcdefghijkl"),
        ("x.y_z.a_b", "y_z.a_b", '<span class="oa-outer">y_<wbr>z.<wbr></span>a_<wbr>b'),
        (".a", ".a", ".a"),
    ],
)
def test_a_long_name_may_break_and_the_objects_of_a_path_are_quiet(path: str, name: str, shown: str) -> None:
    assert f'<a href="#{path}">{shown}</a>' in html(view(path, name))


def test_what_is_nested_is_below_a_row_or_a_link_leads_there() -> None:
    inner, last = view("a.b", gone_before=(CHANGE,)), view("a.c")
    groups = (GroupView("optional", "Optional", (inner,), (CHANGE,)), GroupView("x", "X", (last,)))
    names = '<span class="oa-names">: <code>b</code>, <code>c</code>'
    nested = {"is_member": True, "groups": groups, "nested_names": ("b", "c")}
    opened = html(view("a", "", **nested, nested_count=2))
    rows = f"{html(inner)}[gone c]{html(last)}"
    summary = "<summary>2 attributes of <code>a</code></summary>"
    details = f'<details class="oa-in" id="n-a" open>{summary}<ul class="oa-rows">\n[gone c]{rows}</ul></details>'
    assert opened == f'<li class="oa-member"{HEAD}</i>{details}</li>\n'
    changed = html(view("a", "", **nested, nested_count=3_000, changed_inside=CHANGE))
    assert f"<summary>3,000 attributes of <code>a</code>{names}, …</span>[c inside]</summary>" in changed
    one = html(view("a", "", **nested | {"nested_names": ("b",)}, nested_count=1, part="p", noun="f<"))
    sample = '<span class="oa-names">: <code>b</code></span>'
    link = '<p class="oa-elsewhere" id="n-a"><a href="{}">1 {} of <code>a</code></a>, {}{}</p>\n'
    there = link.format("/p#a", "f&lt;", "on a page of their own", sample)
    assert one == f'<li class="oa-member"{HEAD}</i>{there}</li>\n'
    for page, address in ((None, "#x.y"), ("q", "/q#x.y")):
        same = {"same_as": "x.y", "same_part": page, "nested_names": ("b",), "nested_count": 1}
        first = link.format(address, "attribute", "as of <code>x.y</code>", f"{sample}[c inside]")
        assert first in html(view("a", "", **nested | same, changed_inside=CHANGE))


HERE = SourcePlace("a.yaml", "/x", 3, "https://e.example/")


@pytest.mark.parametrize(
    ("source", "more", "expected"),
    [
        ({}, {}, ("L3", "<p>It &amp; that.</p>\n", "")),
        ({}, {"is_member": True}, ("L3", "", "")),
        ({}, {"is_member": True, "code_type": "<T>"}, ("L3", "<p><code>&lt;T&gt;</code> in code.</p>\n", "")),
        ({}, {"code_type": "T"}, ("L3", "<p>It &amp; that; <code>T</code> in code.</p>\n", "")),
        ({"place": SourcePlace("b", "", None, None)}, {"is_member": True}, ("source", "", "")),
        ({"excerpt": Excerpt(3, ("a",))}, {"is_member": True},
         ("L3", "", '<pre class="oa-excerpt"><mark>a</mark></pre>\n')),
        ({"via": (SourcePlace("c", "/y", 4, None),)}, {"is_member": True},
         ("L3", "", " → <span>c:4</span> <code>/y</code>")),
    ],
)  # fmt: skip
def test_a_row_says_in_a_fold_where_it_comes_from(
    source: dict[str, Any], more: dict[str, Any], expected: tuple[str, str, str]
) -> None:
    made = SourceView(
        **{"role": "read", "contribution": "declared", "place": HERE, "via": (), "excerpt": None, **source}
    )
    text = html(view("a", sources=(made,), **more))
    shown, facts, after = expected
    fold = (
        f'<details class="oa-source"><summary aria-label="{shown}: source of a">{shown}</summary><div>\n{facts}<ul>\n'
    )
    assert f"{fold}<li><b>read</b> declared: " in text
    assert f"{after}</li>\n</ul></div></details>\n" in text


A = '- `a` ({}) <a id="a"></a>'


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, A.format("String")),
        ({"type": "int64"}, A.format("Number")),
        ({"type": "list of map of string"}, A.format("List of Map of String")),
        ({"type": "list of object"}, A.format("List of Object")),
        ({"type": "x", "code_type": "set of bool"}, A.format("Set of Boolean")),
        ({"status": "computed_optional", "status_label": "either"}, A.format("String, either")),
        ({"status": "computed_optional", "status_label": "either", "is_member": True}, A.format("String")),
        ({"marks": (("x", "sensitive"), ("y", "old"))}, A.format("String, Sensitive, Old")),
        ({"description": "It."}, A.format("String") + "It."),
        ({"description": "It", "default": "1"}, A.format("String") + "It. Default: `1`."),
        ({"description": "- b", "default": "1"}, A.format("String") + "\n\n    - b\n\n    Default: `1`."),
        ({"description": "b\n\nc", "default": "1"}, A.format("String") + "b\n\n    c\n\n    Default: `1`."),
        ({"deprecation": "Use b"}, A.format("String") + "Deprecated: Use b."),
        ({"deprecation": "It is deprecated."}, A.format("String")),
        ({"status_label": "required if {parent} is set", "condition": "b"},
         A.format("String") + "Required if `b` is set."),
        ({"status_label": "required with it", "condition": "b"}, A.format("String") + "Required with it."),
        ({"limits": (LimitView("1 to 64"), LimitView("-1.5 to 2e+9"), LimitView("1 to 2 characters"))},
         A.format("String") + "From 1 to 64. From -1.5 to 2e+9. 1 to 2 characters."),
        ({"limits": (LimitView("one of", ("a", "b")), LimitView("x", said=True))},
         A.format("String") + "One of `a`, `b`."),
        ({"limits": (LimitView("metadata.name of an x"), LimitView("id of an x. y"))},
         A.format("String") + "metadata.name of an x. Id of an x. y."),
    ],
)  # fmt: skip
def test_an_item_has_a_type_marks_a_text_and_facts(values: dict[str, Any], expected: str) -> None:
    assert items([view("a", **values)], anchored=True) == expected.rstrip()
    assert items([view("a", **values)], anchored=False) == expected.replace('<a id="a"></a>', "").rstrip()


def test_what_is_nested_has_a_section_to_which_its_item_leads() -> None:
    inner = (view("a.b", description="x\n\ny"), view("a.c"))
    outer = view("a", type="list of object", groups=(GroupView("optional", "Optional", inner),), noun="field")
    members = view("a", type="list of object", groups=(GroupView("members", "Members", inner),))
    link = A.format("Attributes List") + "See [its nested fields](#n-a)."
    assert items([outer, view("d")], anchored=True) == f'{link}\n- `d` (String) <a id="d"></a>'
    assert items([outer], anchored=False) == "- `a` (Attributes List)"
    assert items([members], anchored=False) == "- `a` (List of Object)"
    two = "- `b` (String) x\n\n    y\n\n- `c` (String)"
    assert sections([outer], "field", anchored=False) == f"\n### Nested fields of `a`\n\nOptional:\n\n{two}\n"
    title = '\n<a id="n-a"></a>\n\n### Nested fields of `a`\n\nPart of [`a`](#a).\n\nOptional:\n\n'
    assert sections([outer], "field", anchored=True).startswith(title)


def test_each_source_of_a_row_has_a_line_with_its_place() -> None:
    also = (CellView("read", "filled | it"), CellView("update", "merged"))
    sources_of = (
        SourceView("create", "declared", HERE, (), None, also=also),
        SourceView("list", "declared", SourcePlace("b.yaml", "", 3, None), (), None),
    )
    assert sources([view("x.y"), view("a", sources=sources_of)]) == (
        "| [`a`](#a) | create: declared; read: filled &#124; it; update: merged"
        " | [`a.yaml#/x`](https://e.example/) |\n"
        "| [`a`](#a) | list: declared | `b.yaml` |\n"
    )


@pytest.mark.parametrize(
    ("text", "shown"), [("a", "a."), ("a. ", "a."), *((f"a{mark}", f"a{mark}") for mark in ".!?:;…")]
)
def test_what_facts_follow_ends_as_a_sentence(text: str, shown: str) -> None:
    assert ended(text) == shown
