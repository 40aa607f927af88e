"""The sidecar file: origins, diagnostics and coverage of a mapping as JSON; its writer, its reader and its JSON Schema."""
