"""The sidecar `oasmap.json`: origins, diagnostics and coverage of a mapping as JSON, with its shape, writer and
reader.
"""
