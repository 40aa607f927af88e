"""What TypeScript declares, read from its text: classes, interfaces and enums, as the corpus has them."""

import re
from typing import Any

_OPEN = re.compile(r"export (class|interface|namespace|const) ([\w.$]+)(?: extends ([\w.]+))?(?: =)?[^{]*\{")
_MEMBER = re.compile(r'(\w+|"[^"]*")(\??): (.*);')
_PROPERTY = re.compile(r'declare public (/\*out\*/ )?readonly (\w+|"[^"]*"): (.*);')
_CONSTRUCTOR = re.compile(r"constructor\(name: string, (args\??: \w+),")
_REQUIRED = re.compile(r"\"Missing required property '(.+)'\"")
_METHOD = re.compile(r"public (\w+)\(.*\{")


def declared(files: dict[str, str]) -> dict[str, Any]:
    """What each file declares."""
    return {path: found for path, text in files.items() if path.endswith(".ts") and (found := _declared(text))}


def _declared(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    stack: list[tuple[str, str]] = []
    for line in _without_comments(text).split("\n"):
        opened = _OPEN.match(line.strip())
        if opened:
            kind, name = opened[1], opened[2]
            whole = ".".join([*(one for kind_, one in stack if kind_ == "namespace"), name])
            if kind == "class":
                found.setdefault("classes", {})[whole] = {"extends": opened[3], "properties": [], "required": []}
            elif kind == "interface":
                found.setdefault("interfaces", {})[whole] = []
            elif kind == "const" and line.rstrip().endswith("= {"):
                found.setdefault("enums", {})[whole] = []
            if not line.rstrip().endswith("}"):
                stack.append((kind, whole if kind != "namespace" else name))
            continue
        if stack:
            _inside(line, stack, found)
            indent = len(line) - len(line.lstrip())
            if line.strip() in ("}", "} as const;") and indent == 4 * (len(stack) - 1):
                stack.pop()
    return found


def _inside(line: str, stack: list[tuple[str, str]], found: dict[str, Any]) -> None:
    kind, name = stack[-1]
    if kind == "interface" and (member := _MEMBER.fullmatch(line.strip())):
        flag = "optional" if member[2] else "required"
        found["interfaces"][name].append([member[1].strip('"'), flag, member[3]])
    elif kind == "const" and (value := re.fullmatch(r"(\w+): (.*),", line.strip())):
        found["enums"][name].append([value[1], value[2].strip('"')])
    elif kind == "class":
        class_ = found["classes"][name]
        if property_ := _PROPERTY.search(line):
            class_["properties"].append([property_[2], "output only" if property_[1] else "", property_[3]])
        elif constructor := _CONSTRUCTOR.search(line):
            class_["args"] = constructor[1]
        elif token := re.search(r'__pulumiType = "(.*)";', line):
            class_["token"] = token[1]
        elif required := _REQUIRED.search(line):
            class_["required"].append(required[1])
        elif secret := re.search(r'"additionalSecretOutputs": (\[.*?\])', line):
            class_["secret"] = re.findall(r'"([^"]*)"', secret[1])
        elif (method := _METHOD.search(line)) and "static" not in line:
            class_.setdefault("methods", []).append(method[1])


def _without_comments(text: str) -> str:
    kept = re.sub(r"(?ms)^\s*/\*\*.*?\*/\n", "", text)
    return re.sub(r"(?m)^\s*//.*\n", "", kept)
