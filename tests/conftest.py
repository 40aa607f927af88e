"""What all tests share."""

import os

from hypothesis import HealthCheck, settings

os.environ["OASMAP_CACHE"] = "off"  # a test that wants a cache names its folder

# No test fails for being slow on a busy machine, and none by chance: each run tries the same examples. To look for new
# ones: `pytest --hypothesis-profile random`.
settings.register_profile("random", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("project", settings.get_profile("random"), derandomize=True)
settings.load_profile("project")


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: many tests wait for a browser, a compiler or a server."""
    return (os.cpu_count() or 1) + 1
