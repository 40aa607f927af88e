"""Bodies that are one of several objects: which one an entity is about.

A response may be a customer or the rest of a deleted one (`anyOf: [customer, deleted_customer]`). No policy decides
that: the customer's attributes count. The chosen branch has the name of the entity, or has most in common with the
other bodies. If the request is a choice, too, users choose.
"""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from mapper.inputs import Node, escape_token, split_pointer

from .. import kinds
from ..config.policies import DEFAULTS
from ..limits import Spending
from ..nouns import split_words
from ..rules import ONE_OF
from ..schema.keywords import Unmappable
from ..schema.normalise import Schemas
from .body_shape import REQUEST, RESPONSE, Facts
from .proposal import Part, ProposedEntity

_BODIES = (("create", REQUEST), ("create", RESPONSE), ("read", RESPONSE))


def with_branches(facts: Facts, entities: Iterable[ProposedEntity]) -> tuple[ProposedEntity, ...]:
    """The entities, with the branch of each response that is a choice between objects."""
    listed = tuple(entities)
    documents = facts.api.documents
    chooser = _Chooser(facts, Schemas(documents, Spending(documents.budget), DEFAULTS))
    for entity in sorted(listed, key=lambda entity: entity.kind is not kinds.RESOURCE):  # whose bodies say most
        chooser.choose(entity)
    return tuple(map(chooser.chosen, listed))


class _Chooser:
    """Chooses for the responses of entities; for an operation of several of one name, once."""

    def __init__(self, facts: Facts, schemas: Schemas) -> None:
        self._facts = facts
        self._schemas = schemas
        self._choices: dict[tuple[str, str, str], Mapping[str, Node]] = {}
        self._chosen: dict[tuple[str, str, str], str] = {}

    def choose(self, entity: ProposedEntity) -> None:
        """Choose for the responses of an entity, unless users have the choice in its request."""
        is_users_choice = any(self._branches(part, REQUEST) for part in entity.parts if part.part == "create")
        for part in entity.parts:
            is_managed = entity.kind is kinds.RESOURCE
            if (part.part, RESPONSE) in _BODIES and (is_managed or not part.response):
                branches = self._branches(part, RESPONSE)
                if branches:
                    name = "" if is_users_choice else self._nearest(entity, branches)
                    self._chosen.setdefault((entity.name, part.path, part.method), name)

    def chosen(self, entity: ProposedEntity) -> ProposedEntity:
        """An entity with what was chosen for its responses."""
        return replace(entity, parts=tuple(self._with_choice(entity.name, part) for part in entity.parts))

    def _with_choice(self, entity: str, part: Part) -> Part:
        name = self._chosen.get((entity, part.path, part.method))
        if not name or (part.part, RESPONSE) not in _BODIES:
            return part
        others = ", ".join(other for other in self._branches(part, RESPONSE) if other != name)
        return replace(part, response=f"{part.response}/{escape_token(name)}", why=f"it may be {others}, too")

    def _nearest(self, entity: ProposedEntity, branches: Mapping[str, Node]) -> str:
        """The branch that an entity is about: the first where nothing speaks for another one."""
        body_names: frozenset[str] = frozenset()
        for part in entity.parts:
            for name, side in _BODIES:
                if name == part.part and not self._branches(part, side):
                    body_names |= self._facts.names(self._facts.schema(self._facts.operation(part), side))
        names = {name: self._facts.names(node) for name, node in branches.items()}

        words = set(split_words(entity.name))

        def rank(name: str) -> tuple[bool, int, int]:
            called = max(len(words.intersection(split_words(name))), 1)  # one word, such as item, says little
            return f"_{entity.name}".endswith(f"_{name}"), len(names[name] & body_names), called

        return max(branches, key=rank)

    def _branches(self, part: Part, side: str) -> Mapping[str, Node]:
        """The branches of a body by name; empty where it is no choice, or not all of them are objects."""
        key = part.path, part.method, side
        if key not in self._choices:
            self._choices[key] = self._find(part, side)
        return self._choices[key]

    def _find(self, part: Part, side: str) -> Mapping[str, Node]:
        node = self._facts.schema(self._facts.operation(part), side)
        if node is None:
            return {}
        try:
            for token in split_pointer(part.request if side == REQUEST else part.response):
                properties = self._schemas.normalise(node).node.get("properties")
                if properties is None or (node := properties.get(token)) is None:
                    return {}
            self._schemas.normalise(node)
        except Unmappable as error:
            if node is None or error.note.rule is not ONE_OF:
                return {}
        else:
            return {}
        branches = self._schemas.selectable(node)
        return branches if all(self._facts.names(branch) for branch in branches.values()) else {}
