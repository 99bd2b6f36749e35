"""Notebooks without Jupyter: cells are executed in order, and shown as a page with their pictures.

python -m tools.site.notebooks FILE…      executes notebooks and stores what their cells show
"""

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any


def execute(notebook: dict[str, Any]) -> None:
    """Execute all cells in one namespace; their outputs replace the stored ones."""
    names: dict[str, Any] = {"__name__": "__main__"}
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(code, 1):
        printed, value = run_cell("".join(cell["source"]), names)
        cell["execution_count"] = number
        cell["outputs"] = outputs_of(printed, value, number)


def run_cell(source: str, names: dict[str, Any]) -> tuple[str, Any]:
    """Execute one cell: what it prints, and the value of its last expression."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    value = None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    return printed.getvalue(), value


def outputs_of(printed: str, value: Any, number: int) -> list[dict[str, Any]]:
    """Outputs of a cell, in the format of notebooks."""
    outputs: list[dict[str, Any]] = []
    if printed:
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = value._repr_svg_().splitlines(keepends=True)
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


def write_page(notebook: dict[str, Any], page: Path) -> None:
    """A notebook as a page, its pictures beside it."""
    parts = []
    for number, cell in enumerate(notebook["cells"]):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        picture = page.with_name(f"{page.stem}-{number}.svg")
        parts.extend(shown(output, picture) for output in cell["outputs"])
    page.write_text("\n\n".join(parts) + "\n", "utf-8")


def shown(output: dict[str, Any], picture: Path) -> str:
    """One output: a picture, or text."""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        picture.write_text("".join(data["image/svg+xml"]), "utf-8")
        return f"![{''.join(data['text/plain'])}]({picture.name})"
    return "```text\n" + "".join(output.get("text") or data["text/plain"]).rstrip() + "\n```"


def main(files: list[str]) -> None:
    for name in files:
        notebook = json.loads(Path(name).read_text("utf-8"))
        execute(notebook)
        Path(name).write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
