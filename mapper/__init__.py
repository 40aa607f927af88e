"""Maps API descriptions to infrastructure-as-code schemas, and remembers where everything came from.

A plain library: it prints nothing, holds no global state and knows nothing of MkDocs.
"""

__version__ = "0.2.0"
