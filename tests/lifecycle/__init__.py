"""Whether a resource that `oasmap init` proposes lives: tests and floors of `mapper.programs.trial`."""
