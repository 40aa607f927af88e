# What is mapped, for the commands of the scripts beside this one, and how they start oasmap.
if [ -n "${OASMAP_MKDOCS:-}" ]; then
    arguments=(--mkdocs "$OASMAP_MKDOCS")
    input=()
else
    arguments=(--system "$OASMAP_SYSTEM")
    input=("$OASMAP_SPEC")
    while IFS= read -r config; do
        if [ -n "$config" ]; then arguments+=(--config "$config"); fi
    done <<<"${OASMAP_CONFIG:-}"
fi
. "$GITHUB_ACTION_PATH/isolated.sh"
