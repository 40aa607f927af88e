"""README and guide as tests: every fenced block is found by its fence, and is run, compared or validated."""

from .fences import DOCS, Block, blocks

__all__ = ["DOCS", "Block", "blocks"]
