"""The page with the engine's contract says what is there."""

import inspect
import re

from ferrovia.engine import api

SIGNATURE = re.compile(r"^    (\w+)\(([\w, ]+)\)", re.MULTILINE)


def test_the_contract_names_every_kernel_and_its_arguments() -> None:
    documented = {name: arguments.split(", ") for name, arguments in SIGNATURE.findall(api.__doc__ or "")}
    kernels = {name for name in api.__all__ if name.islower() and not name.endswith("journal")}
    assert set(documented) == kernels
    for name, arguments in documented.items():
        function = getattr(api, name)
        assert list(inspect.signature(getattr(function, "py_func", function)).parameters) == arguments, name
