"""The options of a block in a page: what is read, and what is refused with the reason."""

import pytest

from mkdocs_oasmap.block_options import BlockOptions, InvalidBlock, block_options


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("", BlockOptions()),
        ("    attributes: required\n    heading_level: 3\n", BlockOptions("required", 3)),
        ("heading_level: 0", BlockOptions()),
        ("heading_level: '6'", BlockOptions("all", 6)),
        ("attributes: door.lock", BlockOptions("door.lock")),
        ("parts: attributes\nheading_level: 1", BlockOptions("all", 1)),
        ("parts: all", BlockOptions(is_whole=True)),
    ],
)
def test_options_are_read_as_they_are_written(text: str, options: BlockOptions) -> None:
    assert block_options(text) == options


NOT_OPTIONS = "options are written as name: value, one on each line"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[a]: b", NOT_OPTIONS),
        ("- attributes", NOT_OPTIONS),
        ("attributes", NOT_OPTIONS),
        ("attributes: {a: b}", NOT_OPTIONS),
        ("attributes: [[a]]", NOT_OPTIONS),
        ("attributes: &a all\nparts: *a", NOT_OPTIONS),
        ("attributes: [", NOT_OPTIONS),
        ("attribute: all", "unknown option 'attribute'; did you mean 'attributes'?"),
        ("heading_level: 7", "heading_level is a number from 0 to 6, not '7'"),
        ("heading_level: [1]", "heading_level is a number from 0 to 6, not ['1']"),
        (f"heading_level: {'x' * 99}", f"heading_level is a number from 0 to 6, not '{'x' * 59}…"),
        ("attributes: [required]", "attributes is one of "),
        ("parts: attributes\nattributes: [required]", "attributes is one of "),
        (f"heading_level: {'x' * 58}", f"heading_level is a number from 0 to 6, not '{'x' * 58}'"),
        ("attributes: ''", "attributes is one of "),
        ("parts: none", "parts is one of attributes, all, not 'none'"),
        ("parts: all\nheading_level: 1", "with parts: all, a block has no other options"),
    ],
)
def test_anything_else_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidBlock) as raised:
        block_options(text)
    assert str(raised.value).startswith(reason)
