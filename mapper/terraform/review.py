"""How changes of a Terraform provider are judged: its rules, and which artifacts have which limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..hcl.review import TerraformJudge
from ..model import Attribute, Body, Entity, EntityKind, Mapping, Purpose, Status
from ..model.limits import Limit, has_validator
from ..origin import PartKind
from ..review.changes import Change, Skeleton
from ..review.limit_changes import Found
from ..review.origins import origin_words
from ..review.policy import Case
from ..review.rules import ATTRIBUTE_ADDED, ATTRIBUTE_RECOVERED, OPERATION_REMOVED, ChangeRule
from ..review.sources import is_another_id, parameter_name, property_name
from . import kinds
from .review_code import RULES, code_part_changes, has_default, replaces_object

_SET_BY_DEFAULT = (Status.OPTIONAL, Status.COMPUTED_OPTIONAL)

ID_SOURCE_CHANGED = RULES["id-source-changed"]
READ_BACK, UNREAD = RULES["read-back"], RULES["no-longer-read-back"]
UPDATE_REMOVED = RULES["update-removed"]
DEFAULTED_ADDED = RULES["defaulted-attribute-added"]
REPLACING_ADDED = RULES["replacing-attribute-added"]


class _Terraform(TerraformJudge):
    """The judge of Terraform. A resource is identified by its `id`."""

    rules = RULES
    config_for_all = frozenset(("policies", "provider"))
    provider = kinds.PROVIDER
    unplanned = frozenset((kinds.DATA_SOURCE,))

    def refined(self, rule: ChangeRule, case: Case) -> ChangeRule:
        if rule is OPERATION_REMOVED and case.part == "update" and case.kind is kinds.RESOURCE:
            return UPDATE_REMOVED
        if rule in (ATTRIBUTE_ADDED, ATTRIBUTE_RECOVERED) and _is_planned(case):
            return REPLACING_ADDED if case.new and replaces_object(case.new) else DEFAULTED_ADDED
        return rule

    def is_told(self, rule: ChangeRule, case: Case) -> bool:
        """Whether an attribute is read back is known only where a read returns something on both sides."""
        if rule not in (READ_BACK, UNREAD):
            return True
        sides = (case.was, case.is_)
        return all(side is not None and any(map(_is_read, side.body.attributes)) for side in sides)

    def artifact_has_defaults(self, kind: EntityKind) -> bool:
        return kind is kinds.RESOURCE

    def artifact_has_limit(self, kind: str, limit: Limit) -> bool:
        return has_validator(kind, limit)

    def identifying_attribute(self, kind: EntityKind) -> str | None:
        return "id" if kind is kinds.RESOURCE else None

    def part_changes(self, old: Attribute, new: Attribute, *, defaults: bool) -> Iterator[Found]:
        return code_part_changes(old, new, defaults=defaults)

    def attribute_changes(self, old: Attribute, new: Attribute) -> Iterator[Found]:
        """Whether the response to a read still has what is sent."""
        if [origin.part for origin in old.origins] == [origin.part for origin in new.origins]:
            return
        was, is_ = _read_back(old), _read_back(new)
        if was is not None and is_ is not None and was != is_ and old.status is new.status:
            yield (READ_BACK, "a read returns it", None, None) if is_ else (UNREAD, "no read returns it", None, None)

    def identity_changes(self, old: Attribute, new: Attribute, body: Body) -> Iterator[Found]:
        before, after = origin_words(old), origin_words(new)
        if is_another_id(old, new):
            yield ID_SOURCE_CHANGED, f"it comes from the {after}, and came from the {before}", before, after
            return
        was, is_ = parameter_name(old), parameter_name(new)
        if was != is_ and any(one is not new and property_name(one) == is_ for one in body.attributes):
            yield ID_SOURCE_CHANGED, f"it is {is_} in the path now, which is an attribute, too, and was {was}", was, is_

    def skeletons(self, changes: Iterable[Change], new: Mapping) -> Iterator[Skeleton]:
        from .overrides.upgrades import upgrades

        return upgrades(changes, new)

    def keep_name(
        self, entity: Entity, attribute: Attribute | None, name: str, path: str = ""
    ) -> tuple[str, str] | None:
        from .overrides.upgrades import keep_name

        return keep_name(entity, attribute, name, path)

    def keep_place(self, entity: Entity, path: str, old_path: str) -> tuple[str, str] | None:
        from .overrides.upgrades import keep_place

        return keep_place(entity, path, old_path)


def _read_back(attribute: Attribute) -> bool | None:
    """Whether the response to a read has an attribute that is sent; None for one that is not sent."""
    if not any(origin.part.kind is PartKind.REQUEST_BODY for origin in attribute.origins):
        return None
    return _is_read(attribute)


def _is_read(attribute: Attribute) -> bool:
    parts = [origin.part for origin in attribute.origins]
    return any(part.kind is PartKind.RESPONSE and part.of == Purpose.READ for part in parts)


def _is_planned(case: Case) -> bool:
    """Whether the next plan sets a new attribute to its default."""
    if case.kind is not kinds.RESOURCE or case.new is None or case.unset:
        return False
    return case.new.status in _SET_BY_DEFAULT and has_default(case.new)


JUDGE = _Terraform()
