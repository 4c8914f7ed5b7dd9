"""One script with its imports in place: a single answer over a bad signal, and packed much smaller than many.

The sources are plain modules that work in a browser as they lie there. Of what the language allows they use
static imports by name, exports by name, and `import()` for what is not needed at once; anything else is
refused when the server starts.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

IMPORT = re.compile(r'^import\s+(?:\{(?P<names>[^}]*)\}\s+from\s+)?"(?P<source>[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(
    r"^export\s+(?=(?:async\s+)?(?:function|class|const|let)\s+(?P<name>[\w$]+))"
    r"|^export\s+\{(?P<names>[^}]*)\};\n",
    re.MULTILINE,
)
LATER = re.compile(r'\bimport\("(?P<source>\.[^"]+)"\)')
LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def in_one_script(path: str, sources: Mapping[str, bytes]) -> str:
    """The module at `path` with all that it imports: each in a scope of its own, after its own imports.

    Raises `ValueError` for a module that says more than this understands.
    """
    order = in_order(path, sources)
    scopes = {name: f"m{number}" for number, name in enumerate(order)}
    parts = [scoped(name, sources, scopes, posixpath.dirname(path)) for name in order]
    exported = exports_of(sources[path].decode())
    if exported:
        parts.append(f"export const {{{','.join(exported)}}}={scopes[path]};\n")
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


def scoped(name: str, sources: Mapping[str, bytes], scopes: Mapping[str, str], folder: str) -> str:
    """One module as a function that is called at once and gives what it exports."""
    text = sources[name].decode()
    exported = exports_of(text)
    text = IMPORT.sub(lambda match: taken(match, scopes[beside(name, match["source"])]), text)
    text = EXPORT.sub("", text)
    text = LATER.sub(lambda match: f'import("{moved(name, match["source"], folder)}")', text)
    left = LEFT_OVER.search(text)
    if left:
        raise ValueError(f"{name}: {left[0]}")
    return f"const {scopes[name]}=(()=>{{\n{text}\nreturn{{{','.join(exported)}}}}})();\n"


def taken(match: re.Match[str], scope: str) -> str:
    """An import as what it takes from the module's scope."""
    names = names_in(match["names"])
    return f"const {{{','.join(names)}}}={scope};\n" if names else ""


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
