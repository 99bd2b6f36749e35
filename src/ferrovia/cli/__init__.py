"""The command line: one file per verb, each with `add_parser` and `run`. Heavy imports wait until a verb runs.

This file imports nothing, so that `main` is there to answer Ctrl-C before anything else is imported.
"""


def main(arguments: list[str] | None = None) -> int:
    """Run a verb; without `arguments`, as the program itself. `exit_codes` handles everything that can go wrong."""
    from ferrovia.cli.exit_codes import guarded, stop_when_interrupted

    if arguments is None:
        stop_when_interrupted()

    def run() -> int:
        from ferrovia.cli.verbs import parser

        chosen = parser().parse_args(arguments)
        return int(chosen.run(chosen))

    return guarded(run)
