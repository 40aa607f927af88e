"""A resource of which the tests of pages are, and what a page of it shows."""

from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.views import AttributeView, EntityView, GroupView

from ..support import Mapped

OVEN = """
    create:
      type: object
      description: An oven. It is hot.
      required: [width, fuelKind]
      properties:
        width: {type: integer, minimum: 1, maximum: 9, default: 3}
        fuelKind: {type: string, enum: [gas, wood]}
        apron: {type: string, deprecated: true}
        door:
          type: object
          required: [lock]
          properties:
            lock: {type: string, maxLength: 4}
            bell: {type: boolean}
            hinge: {type: object, properties: {oil: {type: string}}}
        racks: {type: array, items: {type: object, required: [depth], properties: {depth: {type: integer}}}}
        grid: {type: array, items: {type: array, items: {type: object, properties: {x: {type: integer}}}}}
        secret: {type: string, format: password}
    read:
      type: object
      properties:
        width: {type: integer}
        temperature: {type: number, format: double, description: How hot it is.}
"""


def page(mapped: Mapped, key: str = "resources/oven") -> EntityView:
    return Pages(mapped.mapping).entity(key)


def rows(groups: tuple[GroupView, ...]) -> dict[str, AttributeView]:
    """All rows by path."""
    found: dict[str, AttributeView] = {}
    for group in groups:
        for attribute in group.attributes:
            found[attribute.path] = attribute
            found |= rows(attribute.groups)
    return found


def outline(groups: tuple[GroupView, ...]) -> dict[str, list[str]]:
    return {group.title: [attribute.name for attribute in group.attributes] for group in groups}
