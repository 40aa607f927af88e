"""Maps schemas to attributes: bodies, parameters, and the merge of several sources."""
