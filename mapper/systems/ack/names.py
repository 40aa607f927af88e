"""Names in Go and in Kubernetes: initialisms in capitals, Go keywords avoided, plurals.

The member `VpcEndpointIds` of a model is the Go field `VPCEndpointIDs` and the key `vpcEndpointIDs` in manifests.
"""

import re
from functools import lru_cache

from msgspec import Struct

from mapper.languages.golang.source import KEYWORDS

_IDENTIFIER = re.compile(r"_*[A-Za-z][A-Za-z0-9_]*")


class _Initialism(Struct, frozen=True):
    """An initialism as written inside of a name (`upper`) and at the start of a key (`lower`).

    `guard` is a pattern for an initialism that would also match a part of longer words.
    """

    word: str
    upper: str
    lower: str
    guard: re.Pattern[str] | None = None


def _plain(words: str) -> list[_Initialism]:
    return [_Initialism(word, word.upper(), word.lower()) for word in words.split()]


def _guarded(pattern: str, upper: str, lower: str | None = None) -> list[_Initialism]:
    return [_Initialism(upper, upper, lower or upper.lower(), re.compile(pattern))]


_CURRENT: list[_Initialism] = [
    *_guarded("Ids", "IDs"),
    *_guarded("Id(?!entifier|le|entity|entities|empotency|c)", "ID"),
    *_guarded("Idc", "IDC"),
    *_guarded("Dbi", "DBI"),
    *_guarded("Db(?!i)", "DB"),
    *_guarded("DB", "DB"),
    *_guarded("CACert", "CACert", "caCert"),
    *_guarded("M[dD]5Of", "MD5Of", "md5Of"),
    *_guarded("Ipc", "IPC"),
    _Initialism("IPAddress", "IPAddress", "ip_address"),
    *_guarded("I[Pp]v4", "IPv4"),
    *_guarded("I[Pp]v6", "IPv6"),
    *_guarded("Ip(?!art|am)", "IP"),
    _Initialism("IPSet", "IPSet", "ip_set"),
    *_guarded("Amis", "AMIs"),
    *_guarded("Ami", "AMI"),
    *_plain("Acl"),
    *_guarded("(?:Acm|ACM)(?!e)", "ACM"),
    *_plain("AIML Acp Api Arn"),
    _Initialism("ArgoCd", "ArgoCD", "argoCD"),
    *_plain("Asn"),
    _Initialism("Awsvpc", "AWSVPC", "awsVPC"),
    *_plain("Aws Az Bgp Cors Cidr Cname Cpu Crl Cps Csr Dhcp Dns Dpd Ebs Ec2"),
    *_guarded("[Ee]cr(?!et|ease)", "ECR"),
    *_plain("Ecs"),
    *_guarded("Edi(?!t)", "EDI"),
    *_plain("Efs Eks"),
    *_guarded("Ena(?!bl)", "ENA"),
    *_plain("Ecmp Fifo Fpga Gid Gpu Grpc Html"),
    *_guarded("HTTP(?!S[A-Z])|Http(?!s)", "HTTP"),
    *_plain("Https Iam Icmp"),
    *_guarded("Io(?!ps)", "IO"),
    *_plain("Iops Ipam Ja3 Json Jwt Kms Ldap Mfa"),
    *_guarded("Mibps", "MiBps", "miBps"),
    *_guarded("Nat(?!i)", "NAT"),
    *_guarded("Oid(?!c)", "OID"),
    *_guarded("OID(?!C)", "OID"),
    *_plain("Oidc Ocsp Pca Pid"),
    *_guarded("Ramdisk", "RAMDisk", "ramDisk"),
    *_guarded("Ram", "RAM"),
    *_plain("Rfc Sasl Scram Sdk Sha256 Sns Sqli Sql Sqs Sriov Sse Ssl Tcp Tde Tpm Tls"),
    *_guarded("(?i:ttl)(?!ing|e)", "TTL"),
    *_plain("Udp"),
    *_guarded("uri(?!ty)|Uri|URI", "URI"),
    *_plain("Url Uuid"),
    *_guarded("Uids", "UIDs"),
    *_guarded("Uid", "UID"),
    *_guarded("U[Ii](?![Dd])", "UI"),
    *_plain("Vlan"),
    *_guarded("[Vv]pce", "VPCE"),
    *_guarded("(?i:vpc)(?!e)", "VPC"),
    *_plain("Vpn Vgw Waf Xml Xss Yaml"),
]
"""In the order in which they are replaced: `Dbi` before `Db`."""


UNCHANGED = "take an unchanged copy of the model"
"""What to do about an error of a model: AWS publishes it without errors."""

NAMES = "write ASCII letters, digits and _, beginning with a letter"
"""What to do about a name that is no identifier."""


def is_identifier(name: str) -> bool:
    """Whether Smithy allows a name: ASCII letters, digits and underscores, with a letter before any digit.

    Fields, Kinds and Go identifiers are made from the names of a model; other characters would make them empty or
    invalid. All names in botocore's models are allowed.
    """
    return _IDENTIFIER.fullmatch(name) is not None


@lru_cache(maxsize=65536)
def camel(name: str) -> str:
    """The name of a Go type or field: `SSEKMSKeyId` -> `SSEKMSKeyID`."""
    return _not_a_keyword(_with_initialisms(_joined(name, capital=True), at_start=False))


@lru_cache(maxsize=65536)
def camel_lower(name: str) -> str:
    """The key in a manifest: `SSEKMSKeyId` -> `sseKMSKeyID`."""
    first = _joined(_with_initialisms(name, at_start=True), capital=False)
    return _not_a_keyword(_with_initialisms(first, at_start=True))


def snake(name: str) -> str:
    """The name of a file: `DBInstance` -> `db_instance`."""
    return "_".join(re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", camel(name))).lower()


def _not_a_keyword(name: str) -> str:
    return f"{name}_" if name in KEYWORDS else name


def _joined(name: str, *, capital: bool) -> str:
    """The words of a name without separators, capitalized; the first only if `capital`."""
    name = name.strip()
    name = "id" if name == "ID" else name
    letters = []
    raise_next = capital
    for index, letter in enumerate(name):
        if letter.isascii() and letter.isalpha():
            letters.append(letter.upper() if raise_next else letter.lower() if index == 0 else letter)
            raise_next = False
        elif letter.isascii() and letter.isdigit():
            letters.append(letter)
            raise_next = True
        else:
            raise_next = letter in "_ -."
    return "".join(letters)


def _with_initialisms(name: str, *, at_start: bool) -> str:
    """A name with every initialism in its form. `at_start`: in lower case at the start."""
    for initialism in _CURRENT:
        if initialism.guard is None:
            name = _replace_plain(name, initialism, at_start)
        else:
            name = _replace_guarded(name, initialism.guard, initialism, at_start)
    return name


def _replace_plain(name: str, initialism: _Initialism, at_start: bool) -> str:
    if at_start and name.startswith(initialism.upper):
        name = initialism.lower + name[len(initialism.upper) :]
    if at_start and name.startswith(initialism.word):
        name = initialism.lower + name[len(initialism.word) :]
    return name.replace(initialism.word, initialism.upper)


def _replace_guarded(name: str, guard: re.Pattern[str], initialism: _Initialism, at_start: bool) -> str:
    first = guard.search(name)
    if first is None:
        return name
    start = 0
    if at_start and first.start() == 0:
        # as upstream: the search continues at the old offset of the second match
        second = guard.search(name, first.end())
        name = initialism.lower + name[first.end() :]
        if second is None:
            return name
        start = second.start()
    return name[:start] + guard.sub(initialism.upper, name[start:])
