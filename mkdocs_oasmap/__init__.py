"""An MkDocs plugin that maps API descriptions while it builds a site."""
