"""The catalogues hold every sentence of code and templates and no other; all are translated and compiled."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from scorekeeper.words.locale import LANGUAGES, SOURCE_LANGUAGE, TRANSLATIONS

ROOT = Path(__file__).resolve().parent.parent.parent
CATALOGUES = [TRANSLATIONS / language / "LC_MESSAGES" / "messages.po" for language in LANGUAGES]
STALE = "the catalogues are not those of the code: `make words` brings them up to date"


def language(file: Path) -> str:
    return file.parent.parent.name


TRANSLATED = [file for file in CATALOGUES if language(file) != SOURCE_LANGUAGE]


def read(file: Path) -> Catalog:
    with file.open("rb") as opened:
        return read_po(opened, locale=language(file) if file in CATALOGUES else None)


def sentences(catalogue: Catalog) -> set[object]:
    return {message.id for message in catalogue if message.id}


def is_told(message: Message) -> bool:
    """Whether all forms of a sentence are there, and nobody has yet to look at them."""
    forms = [message.string] if isinstance(message.string, str) else message.string
    return all(forms) and not message.fuzzy


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> set[object]:
    """Every sentence that code and templates mark for translation."""
    file = tmp_path_factory.mktemp("words") / "messages.pot"
    pybabel = [sys.executable, "-m", "babel.messages.frontend", "--quiet"]
    subprocess.run([*pybabel, "extract", "-F", "pyproject.toml", "-o", file, "."], check=True, cwd=ROOT)
    return sentences(read(file))


def test_every_catalogue_is_a_language_that_can_be_chosen() -> None:
    assert sorted(TRANSLATIONS.glob("*/LC_MESSAGES/messages.po")) == sorted(CATALOGUES)


@pytest.mark.parametrize("file", CATALOGUES, ids=language)
def test_catalogue_holds_every_sentence_and_no_other(file: Path, spoken: set[object]) -> None:
    kept = sentences(read(file))
    assert kept == spoken, STALE


@pytest.mark.parametrize("file", TRANSLATED, ids=language)
def test_every_sentence_is_translated(file: Path) -> None:
    assert not [message.id for message in read(file) if message.id and not is_told(message)]


@pytest.mark.parametrize("file", CATALOGUES, ids=language)
def test_translations_keep_the_blanks_to_fill(file: Path) -> None:
    assert not [(message.id, errors) for message, errors in read(file).check()]


@pytest.mark.parametrize("file", CATALOGUES, ids=language)
def test_compiled_catalogue_is_the_written_one(file: Path) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, read(file))
    assert file.with_suffix(".mo").read_bytes() == compiled.getvalue(), STALE
