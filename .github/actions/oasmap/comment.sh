#!/usr/bin/env bash
# One comment and one label, of what the review has written. Only this step has the token, and it runs nothing but `gh`.
# What a token may not write is a warning, as for pull requests of Dependabot: the summary has the same text.
set -euo pipefail
export GH_REPO=$GITHUB_REPOSITORY
cd "$RUNNER_TEMP" # in a checkout, gh would ask git, and so its settings, for the repository
if [ "$OASMAP_COMMENT" != true ] && [ "$OASMAP_LABELS" != true ]; then exit 0; fi
text=$RUNNER_TEMP/oasmap-review.md breaking=$OASMAP_BREAKING compared=$OASMAP_COMPARED

warn() { echo "::warning title=oasmap::$1 Does the job have the permission pull-requests: write?"; }

# Our comments begin with a line that readers do not see: for which use of this action, and what it has counted.
ours='.comments[] | select(.viewerDidAuthor and (.body | startswith("<!-- oasmap:")))
    | "\(.url | split("-") | last) \(.body | split("\n")[0]) \([.body
        | scan("`([0-9a-f]{12}(?:[.][0-9]+[.][0-9a-f]{12})?)`")[0]] | unique | join(" "))"'
listed="" mine="" others=0 was=""
if ! listed=$(gh pr view "$OASMAP_NUMBER" --json comments --jq "$ours"); then
    warn "The comments could not be read; the review is in the summary of the job."
    OASMAP_COMMENT=false compared=unknown
fi
while read -r line; do
    if [[ $line =~ ^([0-9]+)\ \<!--\ oasmap:([A-Za-z0-9_.-]+)\ breaking=([0-9]{1,9})\ --\>\ ?([0-9a-f.\ ]*)$ ]]; then
        if [ "${BASH_REMATCH[2]}" = "$OASMAP_NAME" ]; then mine=${BASH_REMATCH[1]} was=${BASH_REMATCH[4]}; else others=$((others + 10#${BASH_REMATCH[3]})); fi
    fi
done <<<"$listed"
# What is new since our last comment, by the keys that approve entries.
since() {
    local rest is="" key new=0 gone=0 same=0 pattern='`([0-9a-f]{12}([.][0-9]+[.][0-9a-f]{12})?)`'
    rest=$(<"$text")
    while [[ $rest =~ $pattern ]]; do
        key=${BASH_REMATCH[1]} rest=${rest#*"${BASH_REMATCH[0]}"}
        case " $is " in *" $key "*) continue ;; esac
        is="$is $key"
        case " $was " in *" $key "*) same=$((same + 1)) ;; *) new=$((new + 1)) ;; esac
    done
    for key in $was; do case " $is " in *" $key "*) ;; *) gone=$((gone + 1)) ;; esac; done
    if [ $((new + gone + same)) -gt 0 ]; then printf '**Since the last push: %d new, %d gone, %d as before.**\n\n' "$new" "$gone" "$same"; fi
}
if [ "$OASMAP_COMMENT" = true ]; then
    { echo "<!-- oasmap:$OASMAP_NAME breaking=$breaking -->" && if [ -n "$mine" ]; then since; fi && cat "$text"; } >"$text.comment"
    if [ -n "$mine" ]; then
        gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$mine" -F "body=@$text.comment"
    else
        gh pr comment "$OASMAP_NUMBER" --body-file "$text.comment"
    fi || warn "The review could not be posted as a comment; it is in the summary of the job."
fi
if [ "$OASMAP_LABELS" = true ] && [ $((breaking + others)) -gt 0 ]; then
    { gh label create breaking-change --color D93F0B --description "Changes something that users rely on" --force &&
        gh pr edit "$OASMAP_NUMBER" --add-label breaking-change; } || warn "The label breaking-change could not be set."
elif [ "$OASMAP_LABELS" = true ] && [ "$compared" = true ]; then
    gh pr edit "$OASMAP_NUMBER" --remove-label breaking-change || true # it need not be there
fi
