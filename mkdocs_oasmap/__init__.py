"""A MkDocs plugin that maps API descriptions while the documentation is built."""
