"""The sidecar file: origins, diagnostics and coverage of a mapping as JSON. Its shape, writer and reader."""
