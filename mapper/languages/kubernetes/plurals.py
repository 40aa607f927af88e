"""Plurals of Kinds as in controller-gen, which uses the Go library flect: they are the names of definitions.

The last word of a name is looked up, then its ending. Some results are not English (`Schema`, `Schemas`). Words and
endings are from github.com/gobuffalo/flect v1.0.3.
"""

from functools import lru_cache

_SAME = """
aircraft beef bison blues chassis deer fish moose police salmon series sheep shrimp species swine trout tuna you media
equipment information jeans money news rice graffiti
"""
_WORDS = """
child children, foot feet, goose geese, man men, human humans, mouse mice, tooth teeth, woman women, person people,
adieu adieux, fabliau fabliaux, bureau bureaus, criterion criteria, ganglion ganglia, lexicon lexica,
mitochondrion mitochondria, noumenon noumena, phenomenon phenomena, taxon taxa, medium media, stadium stadiums,
aquarium aquaria, auditorium auditoria, symposium symposia, curriculum curriculums, quota quotas, alumnus alumni,
bacillus bacilli, cactus cacti, coccus cocci, focus foci, locus loci, nucleus nuclei, octopus octupuses, radius radii,
syllabus syllabi, corpus corpora, genus genera, alumna alumnae, vertebra vertebrae, differentia differentiae,
minutia minutiae, vita vitae, larva larvae, postcava postcavae, praecava praecavae, uva uvae, apex apices,
codex codices, index indices, latex latices, vertex vertices, vortex vortices, appendix appendices, radix radices,
helix helices, crisis crises, ellipsis ellipses, genesis geneses, oasis oases, thesis theses, testis testes,
base bases, basis bases, vedalia vedalias, abuse abuses, cause causes, clause clauses, cruse cruses, excuse excuses,
fuse fuses, house houses, misuse misuses, muse muses, pause pauses, ache aches, topaz topazes, buffalo buffaloes,
potato potatoes, tomato tomatoes, dwarf dwarfs, hoof hoofs, thief thieves, chive chives, hive hives, move moves,
movie movies, cookie cookies, pretorium pretoriums, agenda agendas, formula formulas, shoe shoes
"""
_WHOLE_WORDS = "ox oxen, louse lice, die dice, axis axes, alias aliases, use uses, toe toes, ID IDs"
_OTHER_PLURALS = """
beefs fishes salmons shrimps swines trouts tunas adieus bureaux ganglions lexicons mitochondrions stadia aquariums
auditoriums symposiums curricula alumnuses cactuses focuses locuses nucleuses octopi radiuses corpuses apexes codexes
indexes latexes vertexes vortexes appendixes radixes helixes buffalos dwarves hooves formulae
"""
_ONE_WAY = frozenset("blues medium ellipsis basis".split())
_ENDINGS = """
tive tives, eaf eaves, oaf oaves, afe aves, arf arves, rfe rves, rf rves, lf lves, fe ves, ay ays, ey eys, oy oys,
quy quies, uy uys, y ies, eau eaux, bula bulae, dula bulae, lula bulae, nula bulae, vula bulae, hedron hedra, ium ia,
seum seums, eum ea, oum oa, stracum straca, dum da, elum ela, ilum ila, olum ola, ulum ula, llum lla, ylum yla,
imum ima, ernum erna, gnum gna, brum bra, crum cra, terum tera, serum sera, trum tra, antum anta, atum ata,
entum enta, etum eta, itum ita, otum ota, utum uta, ctum cta, ovum ova, trix trices, iasis iases, mesis meses,
kinesis kineses, resis reses, gnosis gnoses, opsis opses, ysis yses, ouse ouses, lause lauses, us uses, ch ches,
io ios, sh shes, ss sses, ez ezzes, iz izzes, tz tzes, zz zzes, ano anos, lo los, to tos, oo oos, o oes, x xes, S Ses
"""
_ACRONYMS = frozenset(
    """
    OK UTF8 HTML JSON JWT ID UUID SQL ACK ACL ADSL AES ANSI API ARP ATM BGP BSS CCITT CHAP CIDR CIR CLI CPE CPU CRC CRT
    CSMA CMOS DCE DEC DES DHCP DNS DRAM DSL DSLAM DTE DMI EHA EIA EIGRP EOF ESS FCC FCS FDDI FTP GBIC gbps GEPOF HDLC
    HTTP HTTPS IANA ICMP IDF IDS IEEE IETF IMAP IP IPS ISDN ISP kbps LACP LAN LAPB LAPF LLC MAC Mbps MC MDF MIB MoCA
    MPLS MTU NAC NAT NBMA NIC NRZ NRZI NVRAM OSI OSPF OUI PAP PAT PC PIM PCM PDU POP3 POTS PPP PPTP PTT PVST RAM RARP
    RFC RIP RLL ROM RSTP RTP RCP SDLC SFD SFP SLARP SLIP SMTP SNA SNAP SNMP SOF SRAM SSH SSID STP SYN TDM TFTP TIA TOFU
    UDP URL URI USB UTP VC VLAN VLSM VPN W3C WAN WEP WiFi WPA WWW
    """.split()
)


def _pairs(text: str) -> list[tuple[str, str]]:
    return [(single, many) for pair in text.split(",") for single, many in [pair.split()]]


_IN_COMPOUNDS = [*((word, word) for word in _SAME.split()), *_pairs(_WORDS)]
_TO_PLURAL = dict([*_IN_COMPOUNDS, *_pairs(_WHOLE_WORDS)])
_PLURALS = frozenset([many for single, many in _TO_PLURAL.items() if single not in _ONE_WAY] + _OTHER_PLURALS.split())


def _rules() -> tuple[tuple[str, str], ...]:
    """Singular and plural endings, in the order in which they are tried.

    As in flect, each rule is inserted before the earlier ones, and before it one that keeps
    words with the plural ending.
    """
    rules: list[tuple[str, str]] = []
    for single, many in [*reversed(_pairs(_ENDINGS)), *_IN_COMPOUNDS]:
        rules.append((single, many))
        rules.append((many, many))
    return tuple(reversed(rules))


_RULES = _rules()


@lru_cache(maxsize=16384)
def kind_plural(kind: str) -> str:
    """The plural in a definition: `DBSubnetGroup` -> `dbsubnetgroups`."""
    return _plural(kind).lower()


def _plural(name: str) -> str:
    if name in _TO_PLURAL:
        return _TO_PLURAL[name]
    word = _last_word(name)
    lower = word.lower()
    if not word or name in _PLURALS or lower in _PLURALS:
        return name
    if lower in _TO_PLURAL:
        many = _TO_PLURAL[lower]
        return name.removesuffix(word) + (many[0].upper() + many[1:] if word[0].isupper() else many)
    for ending, many in _RULES:
        if word.endswith(ending):
            return name.removesuffix(word) + word.removesuffix(ending) + many
    return name if lower.endswith("s") else f"{name}s"


def _last_word(name: str) -> str:
    """The part after the last capital that begins a word; or a final acronym."""
    if name.upper() in _ACRONYMS:
        return name.upper()
    words, word, before = [], "", ""
    for letter in name:
        if letter.isupper() and (not before.isupper() or word.upper() in _ACRONYMS):
            words.append(word)
            word = ""
        word += letter
        before = letter
    words.append(word)
    last = next((each for each in reversed(words) if each), "")
    return last.upper() if last.upper() in _ACRONYMS else last
