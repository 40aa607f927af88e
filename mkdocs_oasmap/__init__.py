"""An MkDocs plugin that maps API descriptions while it builds a site."""

import sys
from importlib.util import find_spec
from pathlib import Path

_LIBRARY = Path(__file__).parents[1] / "mapper" / "__init__.py"
_found = find_spec("mapper")
if _found is not None and _found.origin and Path(_found.origin) != _LIBRARY and _LIBRARY.is_file():
    sys.exit(
        f"error: {_found.origin}: hides the library of oasmap, which has the name mapper, too; "
        "rename the file, or run the command in another folder"
    )
