"""`python -m tools.site`: stage the pages, build the site, and check that it needs no other host."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.site.api_pages import write_api
from tools.site.boards import write_boards
from tools.site.notebooks import write_page
from tools.site.offline import foreign_loads
from tools.site.rule_pictures import add_pictures
from tools.site.staging import PROJECT, Stage

CONFIG = Path(__file__).parent / "zensical.toml"
ASSETS = (
    CONFIG.with_name("frame_worker.js"),
    CONFIG.with_name("ferrovia.css"),
    PROJECT / "web" / "public" / "icon.svg",
)


def stage_pages(folder: Path) -> None:
    """All pages of the site as Markdown."""
    stage = Stage(folder)
    for file in sorted((PROJECT / "docs").rglob("*")):
        if file.suffix in (".md", ".ipynb"):
            stage.add(file.relative_to(PROJECT).as_posix())
    for name in ("CHANGELOG.md", "CONTRIBUTING.md", "GLOSSARY.md", "SECURITY.md"):
        stage.add(name)
    write_api(folder / "api")
    write_boards(folder / "boards")
    stage.finish()
    add_pictures(folder / "rules.md")
    for file in folder.rglob("*.ipynb"):
        write_page(json.loads(file.read_text("utf-8")), file.with_suffix(".md"))


def config_for(work: Path) -> str:
    """The configuration with its paths, and with all decisions in the order of their numbers."""
    decisions = sorted(file.name for file in (PROJECT / "docs" / "decisions").glob("*.md"))
    words = {
        "PROJECT": os.path.relpath(PROJECT, work),
        "DECISIONS": ", ".join(f'"decisions/{name}"' for name in decisions),
    }
    text = CONFIG.read_text("utf-8")
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def write_search_script(site: Path) -> None:
    """The index of the search as a script, which pages opened from a folder load: they may not fetch a file. (The
    generator's own plugin for this takes a script from another host.)"""
    (site / "search.js").write_text(f"var __index = {(site / 'search.json').read_text('utf-8')}", "utf-8")


def build(work: Path, site: Path) -> int:
    """Build the site in an empty folder, and put it where it belongs unless the generator warned or a page needs
    another host; return an exit code."""
    shutil.rmtree(work, ignore_errors=True)
    stage_pages(work / "pages")
    for file in ASSETS:
        shutil.copy(file, work / "pages")
    (work / CONFIG.name).write_text(config_for(work), "utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(work / CONFIG.name)]
    if subprocess.run(command, cwd=work, check=False).returncode:
        return 1
    loads = list(foreign_loads(work / "site"))
    for page, address in loads:
        print(f"{page} loads {address}", file=sys.stderr)
    if not loads:
        write_search_script(work / "site")
        shutil.rmtree(site, ignore_errors=True)
        shutil.move(work / "site", site)
        print(f"The site is in {site}: open index.html.")
    return int(bool(loads))


if __name__ == "__main__":
    site = Path(sys.argv[1] if len(sys.argv) > 1 else PROJECT / "build" / "site").resolve()
    sys.exit(build(site.with_name(f"{site.name}-pages"), site))
