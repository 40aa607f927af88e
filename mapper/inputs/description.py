"""API descriptions: of a repeated key, the first value is used, as by `tfplugingen-openapi`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .document import Document
from .duplicate_keys import Repeat, last_counts, objects, pointer_of, repeat
from .json_values import First
from .location import Place

if TYPE_CHECKING:
    from .yaml_reader import Again, YamlTree


class Description(Document):
    """One file of an API description."""

    def _choose_in_json(self, root: Any, first: First) -> None:
        positions, repeats = self._json_positions, list[Repeat]()
        for tokens, holder in objects(root, set(first)):
            pointer = pointer_of(tokens)
            repeated = positions.places(positions.repeated_in(pointer))
            last = last_counts(tokens)
            if not last:
                positions.let_first_count(pointer)
                holder.update(first[id(holder)][1])
            repeats += self._repeats(tokens, repeated, last=last)
        self.repeats = tuple(repeats)

    def _choose_in_yaml(self, tree: YamlTree) -> None:
        from .yaml_reader import unpack_position

        repeats = list[Repeat]()
        held: dict[int, list[Again]] = {}
        for again in tree.repeated:
            held.setdefault(id(again.holder), []).append(again)
        for tokens, holder in objects(tree.root, set(held)):
            repeated = held[id(holder)]
            last = last_counts(tokens)
            for again in repeated if not last else ():
                holder[again.key] = again.value
                tree.marks[id(holder)][again.key] = again.at
            places = [(one.key, unpack_position(one.first), unpack_position(one.second)) for one in repeated]
            repeats += self._repeats(tokens, places, last=last)
        self.repeats = tuple(repeats)

    def _repeats(self, tokens: list[str], repeated: list[tuple[str, Place, Place]], *, last: bool) -> list[Repeat]:
        """One `Repeat` for each key, however often it occurs."""
        places: dict[str, list[Place]] = {}
        for key, one, two in sorted(repeated, key=lambda entry: entry[1]):
            places.setdefault(key, [one]).append(two)
        return [repeat(self.uri, tokens, key, spots, last=last) for key, spots in places.items()]
