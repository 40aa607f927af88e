"""The kinds of entities of a built Terraform provider."""

from mapper.model import EntityKind

PROVIDER = EntityKind("provider", "Provider", "Provider")
RESOURCE = EntityKind("resource", "Resource", "Resources", "resources")
DATA_SOURCE = EntityKind("data source", "Data Source", "Data Sources", "data-sources", only_reads=True)
EPHEMERAL = EntityKind(
    "ephemeral resource", "Ephemeral Resource", "Ephemeral Resources", "ephemeral-resources", only_reads=True
)
FUNCTION = EntityKind("function", "Function", "Functions", "functions", only_reads=True)
LIST_RESOURCE = EntityKind("list resource", "List Resource", "List Resources", "list-resources", only_reads=True)
ACTION = EntityKind("action", "Action", "Actions", "actions")
IDENTITY = EntityKind("resource identity", "Resource Identity", "Resource Identities", "identities")
KINDS = (PROVIDER, RESOURCE, DATA_SOURCE, EPHEMERAL, FUNCTION, LIST_RESOURCE, ACTION, IDENTITY)
