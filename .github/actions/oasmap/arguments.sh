# The arguments that several commands have in common; read by the scripts beside it.
arguments=(--system "$OASMAP_SYSTEM")
while IFS= read -r config; do
    if [ -n "$config" ]; then arguments+=(--config "$config"); fi
done <<<"${OASMAP_CONFIG:-}"

review_arguments() {
    if [ -n "${OASMAP_REVIEW:-}" ] && [ -f "$OASMAP_REVIEW" ]; then arguments+=(--review "$OASMAP_REVIEW"); fi
    base="git:${OASMAP_BASE:-origin/${GITHUB_BASE_REF:-}...}"
}
