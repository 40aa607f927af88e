"""`python -m mkdocs_oasmap` is `oasmap`."""

from .cli import program

program()
