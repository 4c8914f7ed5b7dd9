"""The catalogues hold every sentence of code and templates, no other, and are compiled as they stand."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent.parent
CATALOGUES = sorted((ROOT / "scorekeeper" / "translations").glob("*/LC_MESSAGES/messages.po"))
STALE = "the catalogues are not those of the code: `make words` brings them up to date"


def language(file: Path) -> str:
    return file.parent.parent.name


def read(file: Path) -> Catalog:
    with file.open("rb") as opened:
        return read_po(opened, locale=language(file) if file in CATALOGUES else None)


def sentences(catalogue: Catalog) -> set[object]:
    return {message.id for message in catalogue if message.id}


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> set[object]:
    """Every sentence that code and templates mark for translation."""
    file = tmp_path_factory.mktemp("words") / "messages.pot"
    pybabel = [sys.executable, "-m", "babel.messages.frontend", "--quiet"]
    subprocess.run([*pybabel, "extract", "-F", "pyproject.toml", "-o", file, "."], check=True, cwd=ROOT)
    return sentences(read(file))


def test_english_is_there() -> None:
    assert "en" in map(language, CATALOGUES)


@pytest.mark.parametrize("file", CATALOGUES, ids=language)
def test_catalogue_holds_every_sentence_and_no_other(file: Path, spoken: set[object]) -> None:
    kept = sentences(read(file))
    assert kept == spoken, STALE


@pytest.mark.parametrize("file", CATALOGUES, ids=language)
def test_translations_keep_the_blanks_to_fill(file: Path) -> None:
    assert not [(message.id, errors) for message, errors in read(file).check()]


@pytest.mark.parametrize("file", CATALOGUES, ids=language)
def test_compiled_catalogue_is_the_written_one(file: Path) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, read(file))
    assert file.with_suffix(".mo").read_bytes() == compiled.getvalue(), STALE
