"""API descriptions: of a repeated key, the first value is used, as by `tfplugingen-openapi`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .document import Document
from .duplicate_keys import Link, Repeat, last_counts, pointer_of, repeat, tokens_of
from .json_values import Pairs
from .location import Place

if TYPE_CHECKING:
    from .yaml_reader import Again, YamlNode, YamlTree


class Description(Document):
    """One file of an API description."""

    def _parse(self) -> Any:
        self.repeats: list[Repeat] = []
        return super()._parse()

    def _choose_in_json(self, tokens: list[str], pairs: Pairs) -> dict[str, Any]:
        positions, pointer = self._json_positions, pointer_of(tokens)
        repeated = positions.places(positions.repeated_in(pointer))
        last = last_counts(tokens)
        if not last:
            positions.let_first_count(pointer)
        self.repeats += self._repeats(tokens, repeated, last=last)
        return dict(pairs) if last else dict(pairs) | dict(reversed(pairs))

    def _choose_in_yaml(self, tree: YamlTree) -> None:
        from .yaml_reader import unpack_position

        held: dict[YamlNode, list[Again]] = {}
        for again in tree.repeated:
            held.setdefault(again.holder, []).append(again)
        seen: set[YamlNode] = set()
        stack: list[tuple[Link, YamlNode]] = [(None, tree.node)]
        while stack:
            way, node = stack.pop()
            if node in seen:
                continue
            seen.add(node)
            if repeated := held.get(node):
                tokens = tokens_of(way)
                last = last_counts(tokens)
                for again in repeated if not last else ():
                    node.value[again.key], node.marks[again.key] = again.value, again.mark
                places = [(one.key, unpack_position(one.first), unpack_position(one.second)) for one in repeated]
                self.repeats += self._repeats(tokens, places, last=last)
            stack.extend(((way, str(step)), inner) for step, inner in node.inner())

    def _repeats(self, tokens: list[str], repeated: list[tuple[str, Place, Place]], *, last: bool) -> list[Repeat]:
        """One `Repeat` for each key, however often it occurs."""
        places: dict[str, list[Place]] = {}
        for key, one, two in sorted(repeated, key=lambda entry: entry[1]):
            places.setdefault(key, [one]).append(two)
        return [repeat(self.uri, tokens, key, spots, last=last) for key, spots in places.items()]
