"""Compares two mappings: what changed since a baseline, the severity, whom each change breaks, and what caused it.

A review goes through five stages. `mkdocs_oasmap.review.states` has read both mappings.

- match: `matching` and `moves` find what is the same on both sides; `sameness` finds what need not be compared.
- compare: `entity_changes` and the other modules named so make a change of each difference, by `rules`.
- judge: `policy` has the system's words and severities. `settings` has the project's severities and `approvals`.
- explain: `causes` tells whether the input, the config or the tool made a change; `evidence` finds the lines.
- tell: `entries` joins the changes of one edit, `verdict` sums them up, `data` writes JSON, `history` keeps versions.
"""
