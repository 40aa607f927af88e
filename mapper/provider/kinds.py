"""The kinds of entities of a built Terraform provider."""

from ..model import Kind

PROVIDER = Kind("provider", "Provider", "Provider")
RESOURCE = Kind("resource", "Resource", "Resources", "resources")
DATA_SOURCE = Kind("data source", "Data Source", "Data Sources", "data-sources")
EPHEMERAL = Kind("ephemeral resource", "Ephemeral Resource", "Ephemeral Resources", "ephemeral-resources")
FUNCTION = Kind("function", "Function", "Functions", "functions")
LIST_RESOURCE = Kind("list resource", "List Resource", "List Resources", "list-resources")
ACTION = Kind("action", "Action", "Actions", "actions")
IDENTITY = Kind("resource identity", "Resource Identity", "Resource Identities", "identities")
KINDS = (PROVIDER, RESOURCE, DATA_SOURCE, EPHEMERAL, FUNCTION, LIST_RESOURCE, ACTION, IDENTITY)
