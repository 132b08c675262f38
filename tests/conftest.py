"""What every test shares: how hard hypothesis looks, here and where the rules run uncompiled."""

from hypothesis import HealthCheck, settings

# A first call compiles for seconds: no deadline, and no complaint about a slow first example.
settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
# Uncompiled rules are some thousand times slower: a few examples of each property.
settings.register_profile("uncompiled", settings.get_profile("default"), max_examples=5)
settings.load_profile("default")
