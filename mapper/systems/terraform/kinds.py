"""The kinds of entities of a Terraform provider."""

from mapper.model import EntityKind

PROVIDER = EntityKind("provider", "Provider", "Provider")
RESOURCE = EntityKind("resource", "Resource", "Resources", "resources")
DATA_SOURCE = EntityKind("data source", "Data Source", "Data Sources", "data-sources", only_reads=True)
KINDS = (PROVIDER, RESOURCE, DATA_SOURCE)
SECTIONS = {RESOURCE: "resources", DATA_SOURCE: "data_sources"}
"""The section of a generator config with the entities of each kind."""
