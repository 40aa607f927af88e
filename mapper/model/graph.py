"""Strongly connected components and cycles of a graph."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

N = TypeVar("N", bound=Hashable)
E = TypeVar("E")


def groups(nodes: Iterable[N], inner: Callable[[N], Iterator[N]]) -> Iterator[frozenset[N]]:
    """The strongly connected components of a graph, inner ones first; `inner` yields the successors of a node.

    This is Tarjan's algorithm, without recursion.
    """
    index: dict[N, int] = {}
    low: dict[N, int] = {}
    waiting: list[N] = []
    is_waiting: set[N] = set()
    for start in nodes:
        if start in index:
            continue
        stack = [(start, inner(start))]
        index[start] = low[start] = len(index)
        waiting.append(start)
        is_waiting.add(start)
        while stack:
            current, steps = stack[-1]
            following = next(steps, None)
            if following is None:
                stack.pop()
                if stack:
                    outer = stack[-1][0]
                    low[outer] = min(low[outer], low[current])
                if waiting[-1] == current and low[current] == index[current]:
                    waiting.pop()
                    is_waiting.remove(current)
                    yield frozenset((current,))
                elif low[current] == index[current]:
                    at = waiting.index(current)
                    group, waiting = frozenset(waiting[at:]), waiting[:at]
                    is_waiting -= group
                    yield group
            elif following not in index:
                index[following] = low[following] = len(index)
                waiting.append(following)
                is_waiting.add(following)
                stack.append((following, inner(following)))
            elif following in is_waiting:
                low[current] = min(low[current], index[following])


def cycles(nodes: Iterable[N], edges: Callable[[N], Iterable[E]], end: Callable[[E], N]) -> Iterator[tuple[list[N], E]]:
    """The nodes of each cycle that a search from these nodes, depth first, finds, with the edge that closes it."""
    done: set[N] = set()
    for start in nodes:
        path = {start: None}
        stack = [iter(edges(start))] if start not in done else []
        while stack:
            edge = next(stack[-1], None)
            if edge is None:
                stack.pop()
                done.add(path.popitem()[0])
            elif (node := end(edge)) in path:
                way = list(path)
                yield way[way.index(node) :], edge
            elif node not in done:
                path[node] = None
                stack.append(iter(edges(node)))
