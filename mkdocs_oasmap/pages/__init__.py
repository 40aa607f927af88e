"""Makes views of pages from a mapping: plain data without HTML."""
