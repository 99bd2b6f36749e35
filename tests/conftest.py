"""Settings of Hypothesis: `dev` while writing, `ci` for every change, `nightly` for long searches.

The environment variable HYPOTHESIS_PROFILE names one of them.
"""

import os

from hypothesis import HealthCheck, settings

CALM = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

settings.register_profile("dev", max_examples=15, deadline=None, suppress_health_check=CALM)
settings.register_profile(
    "ci", max_examples=40, deadline=None, suppress_health_check=CALM, derandomize=True, print_blob=True
)
settings.register_profile("nightly", max_examples=1000, deadline=None, suppress_health_check=CALM, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
