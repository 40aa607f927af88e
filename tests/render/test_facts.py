"""Each fact of a page is read by both renderers, HTML and Markdown, or is listed here with what lacks it."""

import ast
import re
from pathlib import Path

from msgspec import Struct

import mkdocs_oasmap
from mkdocs_oasmap.pages import source_views, views

PACKAGE = Path(mkdocs_oasmap.__file__).parent
RENDER, THEME = PACKAGE / "render", PACKAGE / "theme" / "oasmap"
MARKDOWN = [*RENDER.glob("markdown_*.py"), RENDER / "write.py", *(THEME / "plain").glob("*.md")]
HTML = [path for path in (*RENDER.glob("*.py"), *THEME.glob("*.html")) if path not in MARKDOWN]
SHARED = [PACKAGE / "pages" / name for name in ("views.py", "source_views.py", "describe.py")]
"""Properties of views, and words, that both renderers take."""


FOR_TEMPLATES = {"AttributeView.sensitive", "AttributeView.write_only", "FragmentView.keyword"}
"""What only templates of a site read: in ours, marks and the text of a fragment say it."""

LACKS = {
    "a review as Markdown is `oasmap diff --format markdown`; a page of changes has one line a change": """
        ChangeView.after ChangeView.approve ChangeView.approved ChangeView.before ChangeView.breaks ChangeView.cause
        ChangeView.fingerprint ChangeView.fix_place ChangeView.says ChangeView.subject ChangeView.unseen ChangeView.why
        ChangeView.word ChangeView.written EvidenceView.is_new
    """,
    "changes and versions are marked on HTML pages alone": """
        AttributeView.changed_inside AttributeView.gone_before AttributeView.versions BannerView.worst EntityView.banner
        EntityView.versions EntryView.banner EntryView.versions
    """,
    "a Markdown page is whole: nothing is folded, or moved to another page": """
        AttributeView.nested_names AttributeView.same_as AttributeView.same_part EntityView.moved EntityView.part_of
    """,
    "Markdown has the place of a source, and not its lines": """
        Excerpt.lines SourceView.excerpt SourceView.quoted SourceView.via
    """,
    "tables of sources, for authors, are HTML": """
        EntityView.matrix EntityView.schemas MatrixRow.cells MatrixView.lines MatrixView.nested MatrixView.roles
    """,
    "the overview in Markdown is a list of names and summaries": """
        EntryView.deprecated EntryView.missing EntryView.problems ListView.is_single
    """,
    "the head of an HTML page says in marks what rows of Markdown say": """
        HeadView.all_replace HeadView.can HeadView.missing LegendView.mark
    """,
}
"""What Markdown lacks, by the reason."""


def read_names(path: Path) -> set[str]:
    """The names of attributes that a module or template reads."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return set(re.findall(r"\.([a-z_]\w*)", text)) | set(re.findall(r"attribute=['\"](\w+)", text))
    return {node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)}


def fields(module: object) -> set[str]:
    """The fields of all views in a module, such as `EntityView.title`."""
    found = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Struct)]
    return {f"{view.__name__}.{name}" for view in found for name in view.__struct_fields__}


FACTS = (fields(views) | fields(source_views)) - FOR_TEMPLATES


def lacking(paths: list[Path]) -> set[str]:
    names = {name for path in (*paths, *SHARED) for name in read_names(path)}
    return {fact for fact in FACTS if fact.partition(".")[2] not in names}


def test_html_reads_every_fact() -> None:
    assert lacking(HTML) == set()


def test_markdown_reads_every_fact_that_is_not_listed_and_lacks_those_that_are() -> None:
    assert lacking(MARKDOWN) == {fact for facts in LACKS.values() for fact in facts.split()}
