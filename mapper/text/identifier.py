"""Names in code: initialisms, the words of a name, and what a name becomes where it is taken."""

import re
from collections.abc import Iterable, Iterator
from itertools import count

INITIALISMS = frozenset(
    "ACL AI API ARN ASCII AWS CIDR CPU CSS DB DNS EBS EC2 ELB EOF FIFO GUID HTML HTTP HTTPS IAM ID IO IP JSON KMS LB "
    "MFA OS QPS RAM RDS RHS RPC S3 SLA SMTP SNS SQL SQS SSH SSL TCP TLS TTL UDP UI UID UUID URI URL UTF8 VM VPC XML "
    "XSS".split()
)
"""Initialisms that are common in Go (Go Code Review Comments, *Initialisms*) and in cloud APIs."""

_HUMP = re.compile(r"([a-z])([A-Z])")


def numbered(name: str) -> Iterator[str]:
    """What a name may become where it is taken: `a`, `a_2`, `a_3` and so on."""
    yield name
    for number in count(2):
        yield f"{name}_{number}"


def distinct(names: Iterable[str]) -> Iterator[str]:
    """The names in order, each as the first one of `numbered` that none before it became."""
    taken, left = set[str](), dict[str, Iterator[str]]()
    for name in names:
        free = next(candidate for candidate in left.setdefault(name, numbered(name)) if candidate not in taken)
        taken.add(free)
        yield free


def parted(name: str) -> str:
    """`userEmail` -> `user_email`: an underscore between a lowercase and an uppercase letter, all in lowercase."""
    return _HUMP.sub(r"\1_\2", name).lower()
