"""Input and surroundings that are out to break a run. Each runs in a process of its own, within hard limits."""
