"""`python -m mkdocs_oasmap` is `oasmap`."""

import sys

from .cli import main

sys.exit(main())
