"""All proposed fixes as one change of the generator config.

fixes       what a diagnostic proposes, as data, and what of it goes into one round
edit        new entries in the text of a YAML file, whose other lines stay as they are
rounds      mapping and editing, until nothing is left that can be settled
configs     the same for files, and for a config that is only proposed
"""

from __future__ import annotations

from .configs import settle_config, settle_files
from .fixes import settlement

__all__ = ["settle_config", "settle_files", "settlement"]
