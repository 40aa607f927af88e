"""What pages cost in a build: our share against the theme's, in one run.

    python -m tests.benchmarks.site [--pages 300] [--attributes 150] [--theme material] [--whole-navigation]

Makes an API of so many resources, builds a site of it in a fresh process with a stop watch (CPU time) around
each handler of the plugin, and prints the shares, and the sizes of a page and of the search index. The theme Material
has `navigation.prune`, as the guide says for large sites, unless the whole navigation is to be on each page.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GROUPS = 15


def main(arguments: list[str] | None = None) -> int:
    parser = site_options(__doc__)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.folder:
        return build(Path(options.folder))
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder), options)
        command = [sys.executable, "-m", "tests.benchmarks.site", "--folder", folder]
        given = {"NO_MKDOCS_2_WARNING": "1"} | os.environ
        return subprocess.run(command, check=False, env=given).returncode


def site_options(description: str) -> argparse.ArgumentParser:
    """A parser with the options that `write_site` takes."""
    parser = argparse.ArgumentParser(description=description.split("\n", 1)[0])
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--attributes", type=int, default=150)
    parser.add_argument("--theme", default="material")
    parser.add_argument("--search", default="attributes", choices=("attributes", "full", "off"))
    parser.add_argument("--whole-navigation", action="store_true")
    return parser


def write_site(folder: Path, options: argparse.Namespace) -> None:
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text("# Home\n")
    paths, resources = {}, {}
    for number in range(options.pages):
        name = f"thing_{number}"
        schema = {"$ref": f"#/components/schemas/{name}"}
        content = {"content": {"application/json": {"schema": schema}}}
        paths[f"/{name}"] = {"post": {"requestBody": content, "responses": {"201": {"description": "made", **content}}}}
        paths[f"/{name}/{{id}}"] = {"get": {"responses": {"200": {"description": "found", **content}}}}
        create, read = {"path": f"/{name}", "method": "POST"}, {"path": f"/{name}/{{id}}", "method": "GET"}
        resources[name] = {"create": create, "read": read}
    schemas = {f"thing_{number}": thing(number, options.attributes) for number in range(options.pages)}
    api = {"openapi": "3.1.0", "info": {"title": "Things", "version": "1"}, "paths": paths}
    (folder / "openapi.json").write_text(json.dumps(api | {"components": {"schemas": schemas}}, indent=1))
    (folder / "generator_config.yml").write_text(json.dumps({"provider": {"name": "things"}, "resources": resources}))
    plugin = {"oasmap": {"spec": "openapi.json", "search": options.search}}
    theme = {"name": options.theme}
    if options.theme == "material" and not options.whole_navigation:
        theme["features"] = ["navigation.prune"]
    site = {"site_name": "Things", "theme": theme, "plugins": ["search", plugin]}
    (folder / "mkdocs.yml").write_text(json.dumps(site))


def thing(number: int, attributes: int) -> dict[str, object]:
    """An object of `attributes` attributes, nested ones included, in groups."""
    each = attributes // GROUPS - 1
    groups = {f"group_{group}": {"type": "object", "properties": {}} for group in range(GROUPS)}
    for group, schema in enumerate(groups.values()):
        schema["description"] = f"Settings of the group {group} of thing {number}."
        schema["properties"] = {
            f"setting_{member}": {
                "type": ["string", "integer", "boolean"][member % 3],
                "description": f"The setting {member} in group {group} of thing {number}, see `setting_{member + 1}`.",
            }
            for member in range(each)
        }
    return {"type": "object", "description": f"The thing number {number}.", "properties": groups}


def build(folder: Path) -> int:
    from mkdocs.commands.build import build as mkdocs_build
    from mkdocs.config import load_config

    from mkdocs_oasmap.events import OasmapEvents

    spent = {"mapping, pages and artifacts": 0.0, "rendering": 0.0, "other": 0.0}
    names = {
        "_build": "mapping, pages and artifacts",
        "on_page_content": "rendering",
        "_before_search": "other",
        "_after_search": "other",
    }
    for method, label in names.items():
        setattr(OasmapEvents, method, timed(getattr(OasmapEvents, method), spent, label))
    config = load_config(str(folder / "mkdocs.yml"), site_dir=str(folder / "site"))
    config.plugins.on_startup(command="build", dirty=False)
    begin, start = time.perf_counter(), time.process_time()
    mkdocs_build(config)
    total = time.process_time() - start
    pages = sorted((folder / "site" / "reference" / "resources").glob("*/index.html"))
    index = folder / "site" / "search" / "search_index.json"
    ours = sum(spent.values())
    print(f"| {len(pages)} resource pages | CPU s | ms a page | share |\n|---|--:|--:|--:|")
    for label, seconds in [
        *spent.items(),
        ("all of ours", ours),
        ("MkDocs, theme, search", total - ours),
        ("total", total),
    ]:
        print(f"| {label} | {seconds:.2f} | {1000 * seconds / len(pages):.1f} | {100 * seconds / total:.0f} % |")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"\nHTML of a page: {pages[0].stat().st_size / 1000:.0f} kB; search index: {index.stat().st_size / 1e6:.2f} MB;"
        f" all of it in {time.perf_counter() - begin:.0f} s; peak memory: {memory:.0f} MB"
    )
    return 0


def timed(function, spent: dict[str, float], label: str):  # type: ignore[no-untyped-def]
    def wrapper(*args, **kwargs):  # type: ignore[no-untyped-def]
        start = time.process_time()
        try:
            return function(*args, **kwargs)
        finally:
            spent[label] += time.process_time() - start

    wrapper.__dict__.update(function.__dict__)
    wrapper.__name__ = function.__name__
    return wrapper


if __name__ == "__main__":
    sys.exit(main())
