"""Whether Go's package regexp compiles a regular expression, decided by reading it once from left to right.

The rules are RE2's syntax with Go's limits. An expression is never run here.
"""

import re
from functools import lru_cache

from msgspec import Struct, field

MAX_REPEATS = 1000
"""The most repetitions, also as the product of nested ones."""

MAX_NESTING = 1000
_MAX_SIZE = 3_355_443
_MAX_DIGITS = 9

_REPEAT = re.compile(r"\{(0|[1-9][0-9]*)(?:(,)(0|[1-9][0-9]*|))?\}")
_NAMED_GROUP = re.compile(r"\(\?P?<(\w+)>", re.ASCII)
_FLAGS = re.compile(r"\(\?(?:[imsU]+|[imsU]*-[imsU]+)?([:)])")
_HEX = re.compile(r"x(?:[0-9A-Fa-f]{2}|\{0*(?:10|[0-9A-Fa-f])?[0-9A-Fa-f]{1,4}\})")
_OCTAL = re.compile(r"0[0-7]{0,2}|[1-7][0-7]{1,2}")
_CATEGORY = re.compile(r"[pP](?:\{\^?([^}]*)\}|([^{]))")
_POSIX_NAMES = frozenset("alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit".split())
_UNSUPPORTED = {
    "(?=": "a look-ahead",
    "(?!": "a negative look-ahead",
    "(?<=": "a look-behind",
    "(?<!": "a negative look-behind",
    "(?>": "an atomic group",
    "(?#": "a comment",
    "(?(": "a condition",
    "(?|": "a branch reset",
    "(?R": "a recursion",
    "(?P=": "a back-reference",
    "(?P>": "a recursion",
}
_CATEGORIES = frozenset(
    """
    Any C Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs
    Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki
    Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee
    Chorasmian Common Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra
    Duployan Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati
    Gunjala_Gondi Gurmukhi Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic Inherited
    Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kawi Kayah_Li Kharoshthi
    Khitan_Small_Script Khmer Khojki Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian
    Mahajani Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui
    Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari
    Nandinagari New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old_Italic
    Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage
    Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan
    Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Syloti_Nagri
    Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan
    Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square
    Assigned ASCII Cased_Letter cntrl Combining_Mark Connector_Punctuation Control Currency_Symbol Close_Punctuation
    Dash_Punctuation Decimal_Number digit Enclosing_Mark Final_Punctuation Format Initial_Punctuation LC Letter
    Letter_Number Line_Separator Lowercase_Letter Mark Math_Symbol Modifier_Letter Modifier_Symbol Nonspacing_Mark
    Number Open_Punctuation Other Other_Letter Other_Number Other_Punctuation Other_Symbol Paragraph_Separator
    Private_Use punct Punctuation Separator Space_Separator Spacing_Mark Surrogate Symbol Titlecase_Letter Unassigned
    Uppercase_Letter
    """.lower()
    .replace("_", "")
    .split()
)


class _Refused(Exception):
    """Go does not compile it; `str()` is the reason."""


@lru_cache(maxsize=4096)
def why_refused(pattern: str) -> str | None:
    """The reason why Go's regexp.Compile rejects an expression; None if it compiles."""
    try:
        _Reader(pattern).read()
    except _Refused as error:
        return str(error)
    return None


class _Group(Struct):
    """The state of an open group.

    `size` is the size of the compiled program, `repeats` the largest product of nested repetitions in it. `last` has
    both of the previous part, which a repetition applies to; None if there is none. `nesting` counts the capturing
    groups around it.
    """

    size: int = 1
    repeats: int = 1
    last: tuple[int, int] | None = None
    nesting: int = 0

    def add(self, size: int = 1, repeats: int = 1) -> None:
        self.size += size
        self.repeats = max(self.repeats, repeats)
        self.last = (size, repeats)


class _Reader(Struct):
    text: str
    at: int = 0
    groups: list[_Group] = field(default_factory=lambda: [_Group()])
    last_posix_end: int = -1  # cached, because every `[:` needs it

    def __post_init__(self) -> None:
        self.last_posix_end = self.text.rfind(":]")

    def read(self) -> None:
        repeated = False
        while self.at < len(self.text):
            start, character = self.at, self.text[self.at]
            self.at += 1
            repeat = _REPEAT.match(self.text, start) if character == "{" else None
            if character in "*+?" or repeat:
                if repeat:
                    self.at = repeat.end()
                if repeated:
                    raise _Refused(f"two repetitions follow each other ({self.text[start - 1 : self.at]})")
                self._repeat(repeat)
                repeated = True
                continue
            repeated = False
            self._part(character)
        if len(self.groups) > 1:
            raise _Refused("a parenthesis is not closed")

    def _part(self, character: str) -> None:
        match character:
            case "(":
                self._open()
            case ")":
                self._close()
            case "|":
                self.groups[-1].last = None
                self.groups[-1].size += 1
            case "[":
                self._class()
                self.groups[-1].add()
            case "\\":
                self._escape()
            case _:
                self.groups[-1].add()

    def _repeat(self, counts: re.Match[str] | None) -> None:
        if self.text.startswith("?", self.at):
            self.at += 1
        group = self.groups[-1]
        if group.last is None:
            raise _Refused("a repetition has nothing to repeat")
        size, repeats = group.last
        if counts is not None:
            least, most = _bounds(counts)
            factor = least if most is None else most
            repeats *= max(factor, 1)
            if max(least, factor, repeats) > MAX_REPEATS:
                raise _Refused(f"{counts[0]} repeats more than {MAX_REPEATS} times")
            if most is not None and least > most:
                raise _Refused(f"{counts[0]} asks for more than it allows")
            size *= max(factor, 1)
        group.add(size + 1, repeats)
        if group.size > _MAX_SIZE:
            raise _Refused("it is too large")

    def _open(self) -> None:
        start = self.at - 1
        if self.text.startswith("(?", start):
            named, flags = _NAMED_GROUP.match(self.text, start), _FLAGS.match(self.text, start)
            if flags:
                self.at = flags.end()
                if flags[1] == ")":
                    return
            elif named:
                self.at = named.end()
            else:
                raise _Refused(_unsupported(self.text[start : start + 4]))
        captures = not self.text.endswith(":", start, self.at)
        self.groups.append(_Group(nesting=self.groups[-1].nesting + captures))
        if self.groups[-1].nesting >= MAX_NESTING:
            raise _Refused(f"its groups are nested {MAX_NESTING:,} levels deep")

    def _close(self) -> None:
        if len(self.groups) == 1:
            raise _Refused("a parenthesis is closed that is not open")
        closed = self.groups.pop()
        self.groups[-1].add(closed.size + 2, closed.repeats)

    def _escape(self) -> None:
        if self.text.startswith("Q", self.at):
            end = self.text.find(r"\E", self.at)
            quoted = self.text[self.at + 1 : end if end >= 0 else None]
            self.at = end + 2 if end >= 0 else len(self.text)
            for _ in quoted:
                self.groups[-1].add()
            return
        if self.text[self.at : self.at + 1] in ("A", "b", "B", "z"):
            self.at += 1
        elif not self._class_escape():
            self._character_escape()
        self.groups[-1].add()

    def _class_escape(self) -> bool:
        """Read an escape of a character class after its backslash; False if it is another escape."""
        if self.text[self.at : self.at + 1] in ("d", "D", "s", "S", "w", "W"):
            self.at += 1
            return True
        if self.text[self.at : self.at + 1] not in ("p", "P"):
            return False
        category = _CATEGORY.match(self.text, self.at)
        name = (category[1] if category[1] is not None else category[2]) if category else ""
        if category is None or _plain(name) not in _CATEGORIES:
            raise _Refused(f"the character class \\{self.text[self.at]}{{{name}}} is not known")
        self.at = category.end()
        return True

    def _character_escape(self) -> str:
        """Read an escape of one character after its backslash. Returns the character."""
        character = self.text[self.at : self.at + 1]
        if character == "x":
            code = _HEX.match(self.text, self.at)
            if code is None:
                raise _Refused(r"\x is not followed by two hexadecimal digits, or by more in braces")
            self.at = code.end()
            return chr(int(code[0][1:].strip("{}"), 16))
        octal = _OCTAL.match(self.text, self.at)
        if octal:
            self.at = octal.end()
            return chr(int(octal[0], 8))
        self.at += 1
        if character in ("a", "f", "n", "r", "t", "v"):
            return {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}[character]
        if character and character.isascii() and not character.isalnum():
            return character
        if not character:
            raise _Refused("it ends with a backslash")
        if character.isdigit():
            raise _Refused(f"the back-reference \\{character} is not supported")
        raise _Refused(f"the escape \\{character} is not known")

    def _class(self) -> None:
        if self.text.startswith("^", self.at):
            self.at += 1
        first = True
        while first or not self.text.startswith("]", self.at):
            first = False
            if self.text.startswith("[:", self.at) and self.at + 2 <= self.last_posix_end:
                end = self.text.index(":]", self.at + 2) + 2
                name = self.text[self.at : end]
                if name[2:-2].removeprefix("^") not in _POSIX_NAMES:
                    raise _Refused(f"the character class {name} is not known")
                self.at = end
                continue
            if self.text.startswith("\\", self.at):
                self.at += 1
                if self._class_escape():
                    continue
                self.at -= 1
            low = high = self._member()
            if self.text.startswith("-", self.at) and self.text[self.at + 1 : self.at + 2] not in ("", "]"):
                self.at += 1
                high = self._member()
            if high < low:
                raise _Refused(f"the range {low}-{high} is in the wrong order")
        self.at += 1

    def _member(self) -> str:
        if self.at >= len(self.text):
            raise _Refused("a bracket is not closed")
        self.at += 1
        character = self.text[self.at - 1]
        return self._character_escape() if character == "\\" else character


def _plain(name: str) -> str:
    """The name of a character class for comparison, as in Go since 1.25: in lower case, without separators."""
    return name.lower().replace("_", "").replace("-", "").replace(" ", "")


def _bounds(counts: re.Match[str]) -> tuple[int, int | None]:
    """The least and greatest count of `{least,most}`."""
    least, comma, most = counts.groups()
    if not comma:
        return _count(least), _count(least)
    return _count(least), _count(most) if most else None


def _count(digits: str) -> int:
    """A number of any length: very large ones are cut, as they exceed all limits."""
    return int(digits) if len(digits) <= _MAX_DIGITS else MAX_REPEATS + 1


def _unsupported(opening: str) -> str:
    for length in (4, 3):
        if opening[:length] in _UNSUPPORTED:
            return f"{_UNSUPPORTED[opening[:length]]}, {opening[:length]}, is not supported"
    return f"what begins with {opening[:3]} is not supported"
