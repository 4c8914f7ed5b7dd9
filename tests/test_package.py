"""What is built from the checkout holds all it needs and runs where there is no checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SERIES = {
    "players": ["Alexandra", "Bob"],
    "hands": [{"how": "knock", "knocker": "Bob", "deadwood": {"Bob": 3, "Alexandra": 13}}],
}
# Run beside the installed copy: what the first visitor gets, and where all of it was found.
FIRST_VISIT = """
import json, pathlib, re, sys
import scorekeeper
from scorekeeper.config import Settings
from scorekeeper.store.migrate import upgrade
here = pathlib.Path.cwd()
app = scorekeeper.create_app(
    Settings(instance=here, database_url=f"sqlite:///{here / 'new.sqlite3'}", secret_key="x" * 40))
upgrade(app)
client = app.test_client()
page = client.get("/")
files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
print(json.dumps({
    "package": scorekeeper.__file__, "templates": app.template_folder, "status": page.status_code,
    "files": {file: client.get(file).status_code for file in files}}))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout without a network."""
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed wheel and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    pip("install", "--no-deps", "--no-index", "--target", folder, wheel)
    return folder


def pip(*words: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *words], check=True, cwd=ROOT.anchor)


def build_wheel(source: Path, folder: Path) -> Path:
    pip("wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", folder, source)
    (built,) = folder.glob("*.whl")
    return built


def run_installed(installed: Path, folder: Path, *words: str | Path) -> str:
    """Standard output of a command that runs in another folder and finds the installed copy first."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    return subprocess.run(
        words,
        check=True,
        text=True,
        stdout=subprocess.PIPE,
        cwd=folder,
        env={**own, "PYTHONPATH": str(installed), "SCOREKEEPER_INSTANCE": str(folder)},
    ).stdout


def files_of_checkout(*folders: str) -> set[str]:
    """Where in the wheel each file of these folders of the checkout belongs."""
    files = (file for folder in folders for file in (ROOT / folder).rglob("*") if file.is_file())
    inside = {file.relative_to(ROOT).as_posix() for file in files if "__pycache__" not in file.parts}
    return {name if name.startswith("scorekeeper/") else f"scorekeeper/{name}" for name in inside}


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def test_the_wheel_holds_every_file_of_package_templates_and_static_and_no_other(wheel: Path) -> None:
    assert names_in(wheel) == files_of_checkout("scorekeeper", "templates", "static")


def test_the_wheel_holds_what_only_shows_later(wheel: Path) -> None:
    names = names_in(wheel)
    assert "scorekeeper/templates/base.html" in names
    assert any(name.startswith("scorekeeper/static/js/engine/") for name in names)
    assert any(name.startswith("scorekeeper/static/css/") for name in names)
    assert any(name.startswith("scorekeeper/migrations/versions/") for name in names)
    assert "scorekeeper/translations/en/LC_MESSAGES/messages.mo" in names


def test_the_wheel_carries_licence_and_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        kept = {
            name.partition(".dist-info/")[2]: name for name in archive.namelist() if ".dist-info/" in name
        }
        assert b"scorekeeper = scorekeeper.cli:main" in archive.read(kept["entry_points.txt"])
        assert b"MIT License" in archive.read(kept["licenses/LICENSE"])


def test_the_source_archive_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    build = "import sys; from hatchling.build import build_sdist; build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, tmp_path], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    (archive,) = tmp_path.glob("*.tar.gz")
    # Python 3.11.3 and older know no filter; newer ones warn without.
    safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path / "unpacked", **safely)
    (source,) = (tmp_path / "unpacked").iterdir()
    assert names_in(build_wheel(source, tmp_path / "wheel")) == names_in(wheel)


def test_the_installed_command_scores_a_file(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "series.json").write_text(json.dumps(SERIES))
    command = installed / "bin" / "scorekeeper"
    sheet = json.loads(run_installed(installed, tmp_path, command, "score", "--json", "series.json"))
    assert sheet["columns"][0]["points"] == {"Alexandra": 0, "Bob": 10}


def test_the_installed_copy_serves_its_own_pages_and_files(installed: Path, tmp_path: Path) -> None:
    seen = json.loads(run_installed(installed, tmp_path, sys.executable, "-c", FIRST_VISIT))
    assert Path(seen["package"]).is_relative_to(installed)
    assert Path(seen["templates"]).is_relative_to(installed)
    assert seen["status"] == 200
    assert seen["files"]
    assert set(seen["files"].values()) == {200}
