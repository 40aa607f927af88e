"""`python -m mkdocs_oasmap` is `oasmap`."""

from .start import program

program()
