"""The proposal of `init` as plain data: entities with their operations, and a plan of what else a config has."""

from msgspec import Struct

from mapper.model import EntityKind, EntityRef

from ..fix.plan import Plan


class Setting(Struct, frozen=True):
    """The value of an entry, and the reason for it. The value is the new name of a parameter or of a property, which a
    leading dot marks. Or it is the status of a property of the root.
    """

    name: str
    value: str
    why: str


class Question(Struct, frozen=True):
    """A question that only a person can answer, and the line of the config that answers it; empty if there is none."""

    text: str
    line: str = ""


class Part(Struct, frozen=True):
    """The operation for one part (*create*, *read*, …) of an entity, and its summary.

    `request` and `response` are JSON pointers to the content of its bodies, or to the branch of a choice. They are
    empty for whole bodies. `why` is the comment on a branch, `doubt` that on an operation that is a guess.
    `is_answer_ignored`: its response has nothing of the object.
    """

    part: str
    path: str
    method: str
    summary: str = ""
    request: str = ""
    response: str = ""
    why: str = ""
    doubt: str = ""
    is_answer_ignored: bool = False

    @property
    def pointers(self) -> dict[str, str]:
        """The JSON pointers to the content of bodies that have more."""
        bodies = (("request", self.request), ("response", self.response))
        return {body: pointer for body, pointer in bodies if pointer}


class ProposedEntity(Struct, frozen=True):
    """A resource or a data source."""

    kind: EntityKind
    name: str
    parts: tuple[Part, ...]
    deprecated: bool = False

    @property
    def ref(self) -> EntityRef:
        """The reference of the entity."""
        return EntityRef(self.kind, self.name)

    def find(self, part: str) -> Part | None:
        """The operation for a part; None if there is none."""
        return next((entry for entry in self.parts if entry.part == part), None)

    def part(self, part: str) -> Part:
        """The operation for a part, which must exist."""
        return next(entry for entry in self.parts if entry.part == part)


class UnusedOperation(Struct, frozen=True):
    """An operation that no entity uses, and the reason."""

    method: str
    path: str
    reason: str


class ConfigProposal(Struct, frozen=True):
    """A proposed generator config.

    `source` and `title` are the file and the title of the API description. `filtered` is the number of operations that
    the caller excluded, which are not among `unused`. `plan` has everything but the operations. `like` is the tool
    whose output the config keeps as it is; empty where the config goes further. `data_sources_left_out` is the number
    of data sources that are proposed on demand only, `questions` are for a person.
    """

    provider: str
    source: str
    title: str
    entities: tuple[ProposedEntity, ...]
    unused: tuple[UnusedOperation, ...]
    filtered: int = 0
    plan: Plan = Plan()
    like: str = ""
    data_sources_left_out: int = 0
    questions: tuple[Question, ...] = ()

    def of_kind(self, kind: EntityKind) -> tuple[ProposedEntity, ...]:
        """The entities of one kind, in the order of the API description."""
        return tuple(entity for entity in self.entities if entity.kind is kind)
