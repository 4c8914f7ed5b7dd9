"""One script with its imports in place: a single answer over a bad signal, and packed much smaller than many.

The sources are plain modules that work in a browser as they lie there. Of what the language allows they use
static imports by name, exports by name, and `import()` for what is not needed at once; anything else is
refused when the server starts, and so is a name that two modules of a script give to something.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping

IMPORT = re.compile(r'^import\s+(?:\{(?P<names>[^}]*)\}\s+from\s+)?"(?P<source>[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(
    r"^export\s+(?=(?:async\s+)?(?:function|class|const|let)\s+(?P<name>[\w$]+))"
    r"|^export\s+\{(?P<names>[^}]*)\};\n",
    re.MULTILINE,
)
GIVEN = re.compile(
    r"^(?:export\s+)?(?:async\s+)?(?:function\*?|class|const|let)\s+(?:(?P<name>[\w$]+)|\{(?P<names>[^}]*)\})",
    re.MULTILINE,
)
LATER = re.compile(r'\bimport\("(?P<source>\.[^"]+)"\)')
LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def in_one_script(path: str, sources: Mapping[str, bytes]) -> str:
    """The module at `path` with all that it imports, each after its own imports, in one scope.

    Raises `ValueError` for a module that says more than this understands.
    """
    order = in_order(path, sources)
    refuse_namesakes(order, sources)
    parts = [bare(name, sources, posixpath.dirname(path)) for name in order]
    exported = exports_of(sources[path].decode())
    if exported:
        parts.append(f"export {{{','.join(exported)}}};\n")
    return "".join(parts)


def in_order(path: str, sources: Mapping[str, bytes]) -> list[str]:
    """The module and all that it imports, each after its own imports."""
    found: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"{name} imports itself by way of {above[-1]}")
        if name in found:
            return
        for match in IMPORT.finditer(sources[name].decode()):
            visit(beside(name, match["source"]), (*above, name))
        found.append(name)

    visit(path, ())
    return found


def refuse_namesakes(order: Iterable[str], sources: Mapping[str, bytes]) -> None:
    """Raise `ValueError` where two modules would mean something else by one name."""
    given: dict[str, str] = {}
    for name in order:
        for match in GIVEN.finditer(sources[name].decode()):
            for told in [match["name"]] if match["name"] else names_in(match["names"]):
                if told in given:
                    raise ValueError(f"{told} is something in {given[told]}, and something else in {name}")
                given[told] = name


def bare(name: str, sources: Mapping[str, bytes], folder: str) -> str:
    """One module without its imports and exports: what it takes from others has the same name there."""
    text = sources[name].decode()
    for match in IMPORT.finditer(text):
        source = beside(name, match["source"])
        missing = {*names_in(match["names"])} - {*exports_of(sources[source].decode())}
        if missing:
            raise ValueError(f"{name}: {source} exports no {', '.join(sorted(missing))}")
    text = EXPORT.sub("", IMPORT.sub("", text))
    text = LATER.sub(lambda match: f'import("{moved(name, match["source"], folder)}")', text)
    left = LEFT_OVER.search(text)
    if left:
        raise ValueError(f"{name}: {left[0]}")
    return f"{text}\n"


def exports_of(text: str) -> list[str]:
    """The names that a module exports."""
    return [
        name
        for match in EXPORT.finditer(text)
        for name in ([match["name"]] if match["name"] else names_in(match["names"]))
    ]


def names_in(told: str | None) -> list[str]:
    """The names in braces. Raises `ValueError` for one that is given another name."""
    names = [name.strip() for name in (told or "").split(",") if name.strip()]
    if any(" " in name for name in names):
        raise ValueError(f"a name by another name: {told}")
    return names


def beside(name: str, source: str) -> str:
    """The path of what a module imports."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), source))


def moved(name: str, source: str, folder: str) -> str:
    """What is imported later, as it is found from where the one script lies."""
    path = posixpath.relpath(beside(name, source), folder)
    return path if path.startswith(".") else f"./{path}"
