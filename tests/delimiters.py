"""What site generators, their plugins and forges look for in raw Markdown beside Markdown itself."""

import re

DELIMITERS = (
    "{{ x }}", "{% x %}", "{# x #}", "{{< x >}}", "{{% x %}}", "${x}", "#{x}", "<% x %>", "<?x?>", "[[x]]", "[% x %]",
    "{!x!}", "@[x]", "<<< x", "{x: 1}", "{ .x }", "{: .x }", "{:.x}", "{ #x onclick=y }",
    '--8<-- "secret.txt"', '\n--8<-- "secret.txt"\n', "\n--8<--\nsecret.txt\n--8<--\n",
    '\n;--8<-- "x"\n', "\n-8<- 'x'\n",
    "\n::: x\n", "\n:::x\n:::\n", "\n/// x | y\n///\n", "\n!!! note\n    x\n", "\n??? note\n    x\n", "\n???+ x\n",
    '\n=== "Tab"\n    x\n', "\n*[HTML]: x\n", "\n[^1]: x\n", "[^1]", "\n[x]: y\n", "[x][]", "[][x]", "[x](y)",
    "![x](https://evil.example/x.png)", "<https://evil.example>", "<script>x</script>", "<!-- x -->", "<x-y/>",
    "{++x++}", "{--x--}", "{==x==}", "{>>x<<}", "{~~x~>y~~}", "++x++", "==x==", "^^x^^", "~~x~~", "$$x$$", "||x||",
    ":smile:", ":material-x:", "@team", "\n---\n", "\n+++\n", "\n\nimport x from 'y'\n", "\n\nexport const x = 1\n",
    "\n%%x%%\n", "\n$[x]\n", "&lt;", "\n#!python\n", "\\(x\\)",
)  # fmt: skip
"""Everything that a text may hold and that must show as text."""

_ANYWHERE = re.compile(
    r"""
    \{[{%#<:!+=>~-] | \{[ ]*[.\#] | [%}!+=~>-]\} | [$\#@]\{ | <[%?!/A-Za-z<] | \[\[ | \]\] | \[% | %\]
  | -{1,}8<-{1,} | ^\ *(?::::?|///|!!!|\?\?\?|===|\+\+\+|%%|<<<|[!@]\w) | ^\ *\*?\[\^?[^\]\n]*\]:
  | \+\+ | == | \^\^ | ~~ | \$\$ | \|\|
    """,
    re.VERBOSE | re.MULTILINE,
)
"""What is looked for before Markdown is read."""

_IN_TEXT = re.compile(
    r"""
    \[\^ | \]\[ | !\[ | \]\((?!\#|https?://|mailto:|[\w./-]*(?:\.md|\.json)?[\#)])
  | :[a-z-]+: | @\w | ^(?:import|export)\b | \\\( | @\[ | \$\[
    """,
    re.VERBOSE | re.MULTILINE,
)
"""What is looked for by those who read Markdown, which is not in code."""

_IN_CODE = re.compile(r"""\{[{%\#<!+=>~-] | [$\#@]\{ | <[%?] | \[[\[%] | -{1,}8<-{1,}""", re.VERBOSE)
"""What is looked for in code, too."""

_FOLDS = re.compile("</?(?:details|summary|b|code|pre)>")
_ANY_SPAN = re.compile(r"(?<!`)(`+)(?!`)(?:.|\n(?!\n))+?(?<!`)\1(?!`)|^( *)(```+).*?^\2\3$", re.MULTILINE | re.DOTALL)

_OURS = re.compile(r'<a id="[^"<>{}]*"></a>|</?(?:pre|code)>')
_TARGET = re.compile(r"(?<=\]\()(?:https?://|mailto:)[^()\s]*(?=\))")
_SPAN = re.compile(r"(?<!`)`[^`\n]+`(?!`)|^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)


def found_in(page: str) -> list[str]:
    """The delimiters in a page of ours that a reader of the raw text would find."""
    page = _OURS.sub(".", page)
    text = _TARGET.sub("#", _SPAN.sub("``", page))
    return [match[0] for match in (*_ANYWHERE.finditer(page), *_IN_TEXT.finditer(text))]


def found_in_comment(text: str) -> list[str]:
    """The same for a comment, in which code may be code."""
    text = _FOLDS.sub("", text)
    prose = _TARGET.sub("#", _ANY_SPAN.sub("``", text))
    matches = [*_IN_CODE.finditer(text), *_ANYWHERE.finditer(prose), *_IN_TEXT.finditer(prose)]
    return [match[0] for match in matches]
