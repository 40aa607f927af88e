"""What a table of times cannot be read without: the machine and the versions."""

import os
import platform
import re
import subprocess
from importlib.metadata import version
from pathlib import Path


def machine_facts(reference: Path | None) -> dict[str, str]:
    """Machine, Python and tools, by label; neither host names nor paths."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    cores = len(os.sched_getaffinity(0))
    return {
        "machine": f"{_cpu()}, {cores} cores, {memory:.0f} GiB, {platform.system()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "oasmap": f"{version('mkdocs-oasmap')}, PyYAML {version('pyyaml')} ({_libyaml()})",
        "reference": _reference_version(reference) if reference else "not found",
    }


def _cpu() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        text = ""
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return found[1] if found else platform.machine()


def _libyaml() -> str:
    import yaml

    return "with libyaml" if yaml.__with_libyaml__ else "pure Python: YAML is slow"


def _reference_version(reference: Path) -> str:
    try:
        answer = subprocess.run([str(reference), "--version"], capture_output=True, text=True, check=False, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return "does not tell its version"
    return next((line.strip() for line in (answer.stdout + answer.stderr).splitlines() if line.strip()), "no version")
