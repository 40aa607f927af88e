"""What all tests share."""

from hypothesis import HealthCheck, settings

# No test fails for being slow on a busy machine, and none by chance: each run tries the same examples. To look for new
# ones: `pytest --hypothesis-profile random`.
settings.register_profile("random", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("project", settings.get_profile("random"), derandomize=True)
settings.load_profile("project")
