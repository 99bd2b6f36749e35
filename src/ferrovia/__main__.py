"""`python -m ferrovia` is `ferrovia`."""

import sys

from ferrovia.cli import main

sys.exit(main())
