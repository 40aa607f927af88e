#!/usr/bin/env bash
# Install mkdocs-oasmap, unless it is there and no version is asked for. No index has it yet: what a workflow names by its
# tag is the whole repository, and other versions come from there. Nothing of the checkout is run: Python would import
# modules of the current folder, so that this is another one, and an empty one.
set -euo pipefail
. "$GITHUB_ACTION_PATH/isolated.sh"
if [ -z "${OASMAP_VERSION:-}" ] && isolated oasmap --version >/dev/null 2>&1; then exit 0; fi
here=$(cd "$GITHUB_ACTION_PATH/../../.." && pwd)
case "${OASMAP_VERSION:-}" in
    "") wanted=$here ;;
    mkdocs-oasmap\[*\]) wanted=$here${OASMAP_VERSION#mkdocs-oasmap} ;;
    [0-9]*) wanted="mkdocs-oasmap @ git+https://github.com/mkdocs-oasmap/mkdocs-oasmap@v$OASMAP_VERSION" ;;
    ./*) wanted=$PWD/${OASMAP_VERSION#./} ;;
    *) wanted=$OASMAP_VERSION ;;
esac
python=$(command -v "$OASMAP_PYTHON")
cd "$(mktemp -d "$RUNNER_TEMP/empty.XXXXXX")"
isolated "$python" -I -m venv "$RUNNER_TEMP/oasmap"
isolated "$RUNNER_TEMP/oasmap/bin/python" -I -m pip install --quiet --disable-pip-version-check "$wanted"
echo "$RUNNER_TEMP/oasmap/bin" >>"$GITHUB_PATH"
