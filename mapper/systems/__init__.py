"""The systems: each reads, maps, writes, shows and compares objects of one kind of infrastructure-as-code tool."""
