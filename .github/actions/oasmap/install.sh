#!/usr/bin/env bash
# Install mkdocs-oasmap, unless it is there and no version is asked for.
set -euo pipefail
if [ -z "${OASMAP_VERSION:-}" ] && command -v oasmap >/dev/null; then exit 0; fi
case "${OASMAP_VERSION:-}" in
    "") wanted=mkdocs-oasmap ;;
    [0-9]*) wanted="mkdocs-oasmap==$OASMAP_VERSION" ;;
    *) wanted=$OASMAP_VERSION ;;
esac
"$OASMAP_PYTHON" -m venv "$RUNNER_TEMP/oasmap"
"$RUNNER_TEMP/oasmap/bin/pip" install --quiet --disable-pip-version-check "$wanted"
echo "$RUNNER_TEMP/oasmap/bin" >>"$GITHUB_PATH"
