"""The pages of the public API: one for each subject, made from docstrings."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

SUBJECTS: Final[Mapping[str, tuple[str, str, tuple[str, ...]]]] = {
    "games": ("Games, views and scores", "", ("Game", "View", "Score", "TicketScore", "TicketProgress", "Event")),
    "moves": (
        "Moves",
        "",
        (
            *("Move", "Claim", "Draw", "DrawTickets", "Keep", "Pass", "Refuse", "Surcharge", "Take"),
            *("parse_move", "Refusal"),
        ),
    ),
    "records": (
        "Records and positions",
        "",
        ("Record", "record_game", "parse_record", "parse_position", "position_text"),
    ),
    "rules": ("Rules", "", ("Rules", "load_rules", "built_in_rules")),
    "bots": ("Bots", "", ("Bot", "BotSpec", "parse_spec", "Reason")),
    "batch": ("Many games at once", "", ("Games", "StepResult", "Results", "Encoder")),
    "errors": (
        "Errors",
        "Every error Ferrovia raises on purpose is a `FerroviaError`.",
        (
            *("FerroviaError", "ArenaError", "BotError", "BrokenRules", "IllegalMove", "MoveError", "OtherRules"),
            *("PositionError", "RecordError", "RulesError", "ServerError", "TableError", "UnknownRules"),
            "UnreadableMove",
        ),
    ),
}
"""Subject -> title, introduction and names of `import ferrovia`."""
MODULES: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "environments": (
        "Environments",
        (
            "ferrovia.envs.gymnasium_env.FerroviaEnv",
            "ferrovia.envs.gymnasium_vector.FerroviaVectorEnv",
            "ferrovia.envs.ferrovia_v0.env",
            "ferrovia.envs.ferrovia_v0.parallel_env",
            "ferrovia.envs.ferrovia_v0.raw_env",
            "ferrovia.envs.openspiel.FerroviaGame",
            "ferrovia.envs.openspiel.FerroviaObserver",
            "ferrovia.envs.openspiel.resample",
        ),
    ),
    "testing": ("Testing", ("ferrovia.testing.bot_checks.check_bot", "ferrovia.testing.game_checks.check_game")),
    "drawing": ("Drawing", ("ferrovia.drawing.board.draw_board", "ferrovia.drawing.svg.board_svg")),
    "data": ("Data", ("ferrovia.batch.trajectories.trajectory",)),
    "gpu": ("Games on a GPU", ("ferrovia.gpu.games.GpuGames",)),
}
"""Subject -> title and full names that pages of the documentation tell readers to use."""


def write_api(folder: Path) -> None:
    """Write all pages, and one that lists them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (title, text) in api_pages().items():
        (folder / f"{name}.md").write_text(f"# {title}\n\n{text}\n", "utf-8")


def api_pages() -> dict[str, tuple[str, str]]:
    """Title and text of each page."""
    homes = home_of_names()
    pages = {
        name: (title, "\n\n".join([introduction, *(f"::: {homes[each]}" for each in names)]))
        for name, (title, introduction, names) in SUBJECTS.items()
    }
    for name, (title, names) in MODULES.items():
        pages[name] = (title, "\n\n".join(f"::: {each}" for each in names))
    links = "\n".join(f"- [{title}]({name}.md)" for name, (title, _) in pages.items())
    pages["index"] = ("The Python API", f"Everything on the first seven pages is in `import ferrovia`.\n\n{links}")
    return pages


def home_of_names() -> dict[str, str]:
    """Public name -> its full name."""
    import ferrovia

    return {name: f"{module}.{name}" for module, names in ferrovia._HOMES.items() for name in names}
