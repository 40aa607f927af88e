"""An interpreter of Go's `text/template` for templates of provider docs. Values are texts; no code is executed."""
