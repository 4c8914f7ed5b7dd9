"""Scripts in one piece: what they import is in its place, and else as it was."""

from __future__ import annotations

import pytest

from scorekeeper.web.modules import in_one_script

SOURCES = {
    "js/app.js": b'import { two } from "./lib/two.js";\nimport "./effect.js";\nconsole.log(two());\n',
    "js/effect.js": b'import { one } from "./lib/one.js";\nconsole.log(one);\n',
    "js/lib/one.js": b"/** One. */\nexport const one = 1;\n",
    "js/lib/two.js": (
        b'import { one } from "./one.js";\nexport function two() {\n  return one + one;\n}\n'
        b'export async function three() {\n  return (await import("../later.js")).three;\n}\n'
    ),
    "js/later.js": b'import { one } from "./lib/one.js";\nexport { one };\nexport const three = 3;\n',
}


def test_each_module_is_there_once_and_after_what_it_imports() -> None:
    script = in_one_script("js/app.js", SOURCES)
    assert script.count("const one = 1;") == 1
    places = [script.index(part) for part in ("const one = 1;", "function two()", "console.log(two())")]
    assert places == sorted(places)
    assert "import {" not in script
    assert "export" not in script


def test_what_is_imported_later_is_found_from_where_the_script_lies() -> None:
    assert 'import("./later.js")' in in_one_script("js/app.js", SOURCES)
    assert 'import("../later.js")' in in_one_script("js/lib/two.js", SOURCES)


def test_what_a_module_exports_it_still_exports() -> None:
    assert in_one_script("js/later.js", SOURCES).endswith("export {one,three};\n")


@pytest.mark.parametrize(
    "source",
    [
        b"export default 1;\n",
        b'import * as one from "./lib/one.js";\n',
        b'import { one as single } from "./lib/one.js";\n',
        b'export * from "./lib/one.js";\n',
        b'import "./app.js";\n',
        b'import { four } from "./lib/two.js";\n',
        b'import { two } from "./lib/two.js";\nconst one = 2;\n',
        b'import { two } from "./lib/two.js";\nconst { length, one } = location;\n',
    ],
)
def test_what_is_not_understood_is_refused(source: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        in_one_script("js/app.js", {**SOURCES, "js/app.js": source})
