"""The generated part of one build of MkDocs: what is made or recalled for each mapping, and what of it goes where."""
