"""`TypedDict` as pydantic accepts it: before Python 3.12 the one from typing_extensions, a dependency of pydantic."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from typing import TypedDict
else:
    try:
        from typing_extensions import TypedDict
    except ImportError:  # without pydantic nothing is validated, so the standard one will do
        from typing import TypedDict

__all__ = ["TypedDict"]
