"""Who may import whom: web -> store -> engine -> standard library; words beside, the command above."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
import rjsmin

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "scorekeeper"
SCRIPTS = ROOT / "static" / "js"

# A layer is the first name below the package. What stands right of it may be imported by it.
LAYERS: dict[str, set[str]] = {
    "engine": {"engine"},
    "words": {"words", "engine"},
    "config": {"config"},
    "store": {"store", "engine"},
    "migrations": {"migrations"},
    "web": {"web", "store", "words", "engine", "config"},
    "serve": {"serve", "web", "store", "words", "config", "scorekeeper"},
    "commands": {"commands", "store", "words", "engine", "config"},
    "cli": {"cli", "serve", "commands", "web", "store", "words", "engine", "config", "scorekeeper"},
    "scorekeeper": {"web", "config"},
}
# Packages from outside that a layer may use; None: any that pyproject.toml names.
OUTSIDE: dict[str, set[str] | None] = {
    "engine": set(),
    "words": set(),
    "config": {"platformdirs", "sqlalchemy"},
    "store": {
        "alembic",
        "cachetools",
        "flask",
        "flask_migrate",
        "flask_sqlalchemy",
        "pydantic_core",
        "sqlalchemy",
    },
    "migrations": {"alembic", "flask", "flask_migrate", "sqlalchemy"},
    "web": None,
    "serve": None,
    "commands": {"flask"},
    "cli": {"segno"},
    "scorekeeper": {"flask"},
}
IMPURE_MODULES = {
    "asyncio",
    "gettext",
    "io",
    "locale",
    "logging",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
}
IMPURE_MODULES |= {"sqlite3", "subprocess", "sys", "threading", "time"}
CLOCK_CALLS = {"now", "today", "utcnow"}

PAGE_GLOBALS = (
    "document",
    "window",
    "fetch",
    "self",
    "globalThis",
    "location",
    "navigator",
    "XMLHttpRequest",
)
OUTER_WORLD = (
    "localStorage",
    "sessionStorage",
    "indexedDB",
    "setTimeout",
    "setInterval",
    "crypto",
    "performance",
)
PURE_SCRIPTS_DO_WITHOUT = {
    "engine": (*PAGE_GLOBALS, *OUTER_WORLD, "Date", "console"),
    "lib": ("document", "window", "fetch"),
}
SCRIPT_IMPORTS = {"engine": {"engine"}, "lib": {"lib", "engine"}, "elements": {"elements", "lib", "engine"}}
STRING = re.compile(r"""'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`""")
SCRIPT_IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*["']([^"']+)["']""")


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def scripts(*folders: str) -> list[Path]:
    return sorted(file for folder in folders for file in (SCRIPTS / folder).rglob("*.js"))


def told(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def layer_of(file: Path) -> str:
    first = file.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return "scorekeeper" if first == "__init__" else first


def imports(file: Path) -> Iterator[str]:
    """Full names of all that a module imports, wherever in it: `from a import b` gives a.b."""
    package = ("scorekeeper", *file.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{source}.{name.name}" for name in node.names)


def test_there_are_modules_to_look_at() -> None:
    assert {layer_of(file) for file in modules()} >= {"engine", "words", "store", "web", "cli", "scorekeeper"}
    assert scripts("engine")


@pytest.mark.parametrize("file", modules(), ids=told)
def test_imports_never_go_upwards(file: Path) -> None:
    layer = layer_of(file)
    assert layer in LAYERS, f"{layer} has no place among the layers yet; give it one"
    for name in imports(file):
        parts = name.split(".")
        if parts[0] != "scorekeeper":
            continue
        target = parts[1] if len(parts) > 1 and parts[1] in LAYERS else "scorekeeper"
        assert target in LAYERS[layer], f"{layer} may not import {name}"


@pytest.mark.parametrize("file", modules(), ids=told)
def test_each_layer_keeps_to_its_packages(file: Path) -> None:
    allowed = OUTSIDE[layer_of(file)]
    for name in imports(file):
        top = name.split(".")[0]
        if top == "scorekeeper" or top in sys.stdlib_module_names:
            continue
        assert allowed is None or top in allowed, f"{layer_of(file)} may not import {name}"


@pytest.mark.parametrize("file", [file for file in modules() if layer_of(file) == "engine"], ids=told)
def test_the_engine_knows_no_clock_no_chance_and_no_outer_world(file: Path) -> None:
    used = {name.split(".")[0] for name in imports(file)}
    assert not used & IMPURE_MODULES
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            assert called not in {*CLOCK_CALLS, "open", "print", "input", "__import__", "import_module"}


def test_no_module_leads_back_to_itself() -> None:
    """Not even where it is only types that are imported."""
    named = {".".join(file.relative_to(ROOT).with_suffix("").parts): file for file in modules()}
    leads_to = {
        name: {source for told in imports(file) for source in (told, told.rpartition(".")[0])} & named.keys()
        for name, file in named.items()
    }
    TopologicalSorter(leads_to).prepare()


def test_blueprints_import_no_blueprint() -> None:
    blueprints = {
        f"scorekeeper.web.{file.stem}": file
        for file in (PACKAGE / "web").glob("*.py")
        if re.search(r"^\w+ = Blueprint\(", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(blueprints) > 1
    for module, file in blueprints.items():
        for name in imports(file):
            siblings = {name, name.rpartition(".")[0]} & blueprints.keys() - {module}
            assert not siblings, f"{module} imports its sibling {name}"


@pytest.mark.parametrize("file", scripts("engine", "lib"), ids=told)
def test_scripts_of_engine_and_lib_know_no_page(file: Path) -> None:
    code = STRING.sub('""', rjsmin.jsmin(file.read_text(encoding="utf-8")))
    for name in PURE_SCRIPTS_DO_WITHOUT[file.relative_to(SCRIPTS).parts[0]]:
        assert not re.search(rf"(?<![\w$.]){name}\b(?!\s*:)", code), f"{told(file)} uses {name}"
    assert "Math.random" not in code or "engine" not in file.parts


@pytest.mark.parametrize("file", scripts("engine", "lib", "elements"), ids=told)
def test_scripts_never_import_upwards(file: Path) -> None:
    folder = file.relative_to(SCRIPTS).parts[0]
    for target in SCRIPT_IMPORT.findall(rjsmin.jsmin(file.read_text(encoding="utf-8"))):
        assert target.startswith("."), f"{told(file)} imports {target}, which the browser would not find"
        imported = (file.parent / target).resolve()
        assert imported.is_file(), f"{told(file)} imports {target}, which is not there"
        assert imported.relative_to(SCRIPTS).parts[0] in SCRIPT_IMPORTS[folder], (
            f"{told(file)} imports {target}"
        )
