"""How pages show a system: its words, and its examples."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from ..model import About, Attribute, Entity, EntityKind, Mapping, Purpose, Type, type_in_words
from ..text.operation_text import object_text, without_new

if TYPE_CHECKING:
    from ..model.samples.extent import Extent


class Example(Struct, frozen=True):
    """An example of an entity in a language that highlighters know (*terraform*, *yaml*). `words` explain it.

    Examples with the same title are `variant`s of one, such as in several languages. `inside` is the path of keys in
    the text that attributes of the entity are below. `needs` declares what the text refers to.
    """

    title: str
    text: str
    language: str
    words: str = ""
    variant: str = ""
    inside: str | None = None
    needs: str = ""


class Remark(Struct, frozen=True):
    """A remark that ends with names, which pages show as code: *in Terraform* `backup_policy`."""

    text: str
    names: tuple[str, ...]


def of_extents(
    write: Callable[[Extent], str],
    language: str,
    inside: str | None = None,
    needs: Callable[[str], str] = lambda _text: "",
) -> tuple[Example, ...]:
    """The examples of all extents, written by `write`; of equal ones the first. `needs` declares what one refers to."""
    from ..model.samples.extent import Extent

    titled = {write(extent): extent for extent in reversed(Extent)}
    return tuple(
        Example(extent.value, text, language, inside=inside, needs=needs(text))
        for text, extent in reversed(titled.items())
    )


class Showing:
    """How pages show the entities of a system; each member has a default that suits most."""

    noun: str = "attribute"
    """The word for an attribute on pages."""

    shows_parts: bool = True
    """Whether rows show placements and fragments; False for a system whose `remarks` contain them."""

    reference_tool: str = "the reference tool"
    """The name of the tool whose output this system reproduces, for what differs from it."""

    lookup_kind: EntityKind | None = None
    """The kind of entities that look up an object which another entity of the same name makes."""

    def title(self, entity: Entity, mapping: Mapping) -> str:
        """The name of an entity as users write it."""
        return entity.name

    def examples(self, entity: Entity, mapping: Mapping) -> tuple[Example, ...]:
        """How an entity is used: with what is required, with what people write, and with all that can be set."""
        return ()

    def use_example(self, mapping: Mapping, address: str) -> Example | None:
        """What a configuration begins with, if anything; `address` is the provider's registry address, or empty."""
        return None

    def about(self, mapping: Mapping) -> About:
        """What is mapped, for the first page."""
        return mapping.about

    def site_name(self, mapping: Mapping) -> str:
        """The name of a site that `oasmap init` makes: what users install."""
        return f"{mapping.provider} provider"

    def import_example(self, entity: Entity, mapping: Mapping) -> Example | None:
        """How an existing object is imported; None if it cannot be."""
        return None

    def summary(self, entity: Entity) -> str:
        """The entity's description. Without one, the description of the operation that creates or reads it, or the
        object in the operation's summary: *A zone* of *Create a zone*. Where the description says which request to
        send, the summary comes before it.
        """
        main = next((o for o in entity.operations if o.part in (Purpose.CREATE, Purpose.READ)), None)
        summary = ((main and main.summary) or "").strip()
        text = (entity.description or (main and main.description) or summary).strip()
        return object_text(without_new(text) if text == summary else text, without_new(summary))

    def prose(self, text: str) -> str:
        """A text of the input as Markdown for pages."""
        return text

    def type_words(self, type_: Type) -> str:
        """The name of a type on pages."""
        return type_in_words(type_)

    def code_type(self, type_: Type) -> str:
        """The name of a type in code generated from the output; empty if it adds nothing to `type_words`."""
        return ""

    def remarks(self, attribute: Attribute) -> tuple[str | Remark, ...]:
        """Short remarks on an attribute's row, besides those that all systems have."""
        return ()

    def says_replacement(self, kind: EntityKind) -> bool:
        """Whether an input can say which changes replace an object of this kind."""
        return True

    def labels(self, kind: EntityKind) -> dict[str, str]:
        """The labels of pages of a kind that differ from the usual ones, by key: `badge.replaces`."""
        return {}

    def shows_default_of_computed(self, kind: EntityKind) -> bool:
        """Whether pages show the default of a computed attribute of this kind."""
        return True
