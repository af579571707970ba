"""The modules of the page in one: for a page that works from a disk, and for a widget."""

import base64
import json
import re
from pathlib import Path

from elmo_lite.files import write_atomically
from microscope.store import FILES, LANGUAGES, RANDOM, spoken

PAGE = Path(__file__).with_name("page")
IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const|let)) (\w+)", re.MULTILINE)
OURS = '<meta name="generator" content="ELMo Lite, explore --file">'  # a file that we may replace
FONT = re.compile(r', url\("korean\.font"\)')


def joined(*entries: str) -> str:
    """Modules and all that they import, each a function that returns its exports: $name."""
    order: list[str] = []

    def visit(name: str) -> None:
        if name not in order:
            for _, imported in IMPORT.findall(read(f"{name}.js")):
                visit(imported)
            order.append(name)

    for entry in entries:
        visit(entry)
    return "".join(map(wrapped, order))


def wrapped(name: str) -> str:
    """One module as a function; its imports come from those before it."""
    text = read(f"{name}.js")
    exports = ", ".join(found for _, found in EXPORT.findall(text))
    text = IMPORT.sub(lambda m: f"const {m[1].replace(' as ', ': ')} = ${m[2]};\n", text)
    text = EXPORT.sub(r"\1 \2", text)
    return f"const ${name} = (() => {{\n{text}return {{ {exports} }};\n}})();\n"


def read(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")


def style() -> str:
    """The style sheet, without the font that lies beside the page."""
    return FONT.sub("", read("style.css"))


def one_file(folder: Path, language: str, page: str | None = None) -> str:
    """The page with the files of a model inside, as HTML; language: of the model.

    page: the language of the page, that of ELMO_LITE_LANGUAGE unless told.
    """
    engine, script = joined("worker"), joined("start")
    assert "</script" not in engine + script
    data = "".join(
        f'<script type="text/plain" id="file:{language}/{name}">'
        f"{base64.b64encode((folder / name).read_bytes()).decode()}</script>\n"
        for name in (*FILES, RANDOM)
    )
    html = read("index.html").replace(
        '<link rel="stylesheet" href="style.css">', f"<style>\n{style()}</style>"
    )
    html = html.replace('<html lang="en">', f'<html lang="{page or spoken()}">')
    html = html.replace("<head>", f"<head>\n{OURS}")
    languages = json.dumps({language: LANGUAGES[language]}, ensure_ascii=False)
    head, _, _ = html.partition('<script type="module">')
    return f"""{head}{data}<script type="text/plain" id="engine">
{engine}</script>
<script type="module">
{script}
const text = document.getElementById("engine").textContent;
const engine = URL.createObjectURL(new Blob([text], {{ type: "text/javascript" }}));
$start.start(document.getElementById("microscope"), {{
  languages: {languages}, source: $source.fromPage, worker: () => new Worker(engine),
}});
</script>
</body>
</html>
"""


def check_name(path: Path) -> None:
    """Refuse a name that something else has: only an older microscope is replaced."""
    if not path.exists():
        return
    if not path.is_file():
        raise ValueError(f"{path} is not a file: choose another name.")
    with path.open("rb") as file:
        if OURS.encode() not in file.read(1000):
            raise ValueError(f"{path} is there already, with something else: choose another name.")


def write(path: Path, folder: Path, language: str, page: str | None = None) -> None:
    """Write the page with the files of a model into one file, whole or not at all."""
    check_name(path)
    write_atomically(path, one_file(folder, language, page).encode())


def widget() -> str:
    """The module of the widget, with the worker as a text inside."""
    engine = json.dumps(joined("worker"), ensure_ascii=False)
    return f"const ENGINE = {engine};\n{joined('widget')}export default $widget;\n"
