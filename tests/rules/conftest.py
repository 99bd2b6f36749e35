import pytest

from ferrovia.rules.files.loading import built_in_rules, load_rules


@pytest.fixture(params=built_in_rules())
def rules(request):
    """Each of the built-in rule sets."""
    return load_rules(request.param)
