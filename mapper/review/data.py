"""A review as JSON, as described by `review.schema.json` in this folder."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from ..report.diagnostic import Diagnostic, location_data, without_nulls
from ..text.display import visible_json
from .approvals import approving
from .changes import Change, Peer, Review, ReviewSide
from .rules import ChangeSeverity
from .verdict import next_version, verdict_text

FORMAT = "oasmap-review"
VERSION = 1


def review_pieces(review: Review) -> Iterator[str]:
    """The review as JSON text, in pieces."""
    frame = {**_frame(review), "changes": [], "notes": list(review.notes)}
    return filled(frame, "changes", map(change_data, review.changes), depth=1)


def reviews_pieces(reviews: Sequence[Review]) -> Iterator[str]:
    """The reviews of several mappings as one JSON text, in pieces: each as `review_pieces` writes it."""
    yield f'{{\n"format": "{FORMAT}s",\n"version": {VERSION},\n"reviews": ['
    for place, review in enumerate(reviews):
        yield ",\n" if place else "\n"
        yield from review_pieces(review)
    yield "]\n}\n"


def filled(frame: dict[str, Any], key: str, entries: Iterable[dict[str, Any]], depth: int) -> Iterator[str]:
    """The JSON text of `frame` in pieces, with `entries` in the list at `key`, which is empty and `depth` levels deep.

    Entries are serialized one by one: the plain data of a hundred thousand changes would need most of the memory.
    """
    lines = "\n" + " " * (depth + 1)
    before, name, after = _json(frame).rpartition(f'"{key}": []')
    yield before + name[:-1]
    place = -1
    for place, entry in enumerate(entries):
        yield f"{',' if place else ''}{lines}" + _json(entry).replace("\n", lines)
    yield (f"\n{' ' * depth}" if place >= 0 else "") + f"]{after}\n"


def _json(data: dict[str, Any]) -> str:
    try:
        text = msgspec.json.format(msgspec.json.encode(data), indent=1).decode()
    except UnicodeEncodeError:  # half of a pair of surrogates, which JSON can escape only
        text = json.dumps(data, indent=1, ensure_ascii=False)
    return visible_json(text)


def review_schema() -> str:
    """The JSON Schema (2020-12) of the JSON text."""
    from importlib.resources import files

    return files(__package__).joinpath("review.schema.json").read_text(encoding="utf-8")


def review_data(review: Review) -> dict[str, Any]:
    """The review as plain data."""
    changes = [change_data(change) for change in review.changes]
    return {**_frame(review), "changes": changes, "notes": list(review.notes)}


def _frame(review: Review) -> dict[str, Any]:
    version = next_version(review)
    return {
        "format": FORMAT,
        "version": VERSION,
        "old": _side(review.old),
        "new": _side(review.new),
        "summary": {
            "changes": len(review.changes),
            **{str(severity): len(review.of(severity)) for severity in ChangeSeverity},
            "approved": sum(not change.counts for change in review.changes),
            **({"uncompared": review.uncompared} if review.uncompared else {}),
        },
        **without_nulls({"verdict": verdict_text(review) or None, "next_version": str(version) if version else None}),
        "skeletons": [
            {"title": skeleton.title, "entity": skeleton.entity, "language": skeleton.language, "text": skeleton.text}
            for skeleton in review.skeletons
        ],
        "problems": list(review.problems),
        "diagnostics": [_diagnostic(diagnostic) for diagnostic in review.diagnostics],
    }


def change_data(change: Change) -> dict[str, Any]:
    """A change as plain data, without keys whose value is null."""
    return without_nulls(
        {
            "rule": change.rule.id,
            "severity": str(change.severity),
            "breaks": [str(audience) for audience in change.audiences],
            "kind": str(change.kind),
            "entity": change.entity,
            "title": change.title if change.title not in ("", change.entity) else None,
            "path": change.path or None,
            "message": change.text,
            "before": change.before,
            "after": change.after,
            "old_entity": change.old_entity if change.old_entity not in ("", change.entity) else None,
            "old_path": change.old_path if change.old_path not in ("", change.path) else None,
            "condition": change.condition or None,
            "nested": change.nested or None,
            "old_location": location_data(change.old_location),
            "new_location": location_data(change.new_location),
            "cause": str(change.cause) if change.cause else None,
            "together": change.together or None,
            "evidence": [
                {"side": "new" if item.is_new else "old", "location": location_data(item.location)}
                for item in change.evidence
            ]
            or None,
            "diagnostic": change.code or None,
            "configuration": _written_line(change),
            "fix": {"line": change.fix, "section": change.fix_place} if change.fix else None,
            "peer_kind": change.peers[0].kind if change.peers else None,
            "peer_severity": change.peers[0].severity if change.peers else None,
            "peers": [_peer(peer) for peer in change.peers] or None,
            "approved": change.approved,
            "fingerprint": change.fingerprint,
            "edit": change.edit or None,
            "seen": change.seen or None,
            "approve": approving([change]),
        }
    )


def _written_line(change: Change) -> dict[str, Any] | None:
    """The line of a configuration before and after the change; a side without one has no key."""
    line = change.written
    return without_nulls({"before": line.before or None, "after": line.after or None}) if line is not None else None


def _diagnostic(diagnostic: Diagnostic) -> dict[str, Any]:
    """A new problem of the mapping as plain data."""
    place = {"path": diagnostic.path or None, "location": location_data(diagnostic.location)}
    fields = {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "entity": str(diagnostic.entity) if diagnostic.entity else None,
    }
    return without_nulls({**fields, **place, "message": diagnostic.text})


def _peer(peer: Peer) -> dict[str, Any]:
    where = {"scope": peer.scope, "token": peer.token, "location": peer.location or None, "path": peer.path}
    return without_nulls({**where, "kind": peer.kind, "severity": peer.severity, "breaking": peer.breaking})


def _side(side: ReviewSide) -> dict[str, Any]:
    return without_nulls({"name": side.name, "tool": side.tool, "about": side.about or None})
