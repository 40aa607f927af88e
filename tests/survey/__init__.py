"""Maps a folder of real descriptions, each with the config that `oasmap init` proposes for it."""
