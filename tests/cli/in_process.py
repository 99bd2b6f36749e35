"""The program in this process: a child process would import everything again, for one or two seconds of a core."""

import contextlib
import io

from ferrovia.cli import main


def ferrovia(*arguments: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command."""
    printed, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(errors):
        try:
            code = main(list(arguments))
        except SystemExit as ended:
            code = int(ended.code or 0)
    return code, printed.getvalue(), errors.getvalue()
