"""Applies the proposed fixes of all diagnostics as one change of the generator config.

fixes       the fixes of diagnostics as data, and those of one round
edit        new entries in the text of a YAML file, whose other lines are kept
rounds      mapping and editing, until no diagnostic can be fixed
configs     the same for config files, and for a config that is only proposed
"""

from __future__ import annotations

from .configs import settle_config, settle_files
from .fixes import settlement

__all__ = ["settle_config", "settle_files", "settlement"]
