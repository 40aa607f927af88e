"""Runs `oasmap` as `python -m mkdocs_oasmap`."""

from .start import program

program()
