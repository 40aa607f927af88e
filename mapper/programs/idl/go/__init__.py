"""Emitters of Go: provider stubs and skeletons."""
