"""What ships for others: workflows, container files and the release script name what is there and do what they say."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path

import pytest
import yaml

from scripts.release import release

from .release import MINORS

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CLAIMED = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["project"]["classifiers"]))
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def steps_of(workflow):
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]
    return [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_runs_what_there_is(workflow):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for step in steps_of(workflow):
        for targets in re.findall(r"^make ([a-z -]+)$", step, re.M):
            for target in targets.split():
                assert re.search(rf"^{target}:", makefile, re.M), target
        for module in re.findall(r"python -m (tests[\w.]+)", step):
            assert (ROOT / f"{module.replace('.', '/')}.py").exists()


def test_the_workflow_tries_every_system_and_python():
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    for wanted in ("make check", "make docs", "make test", "make release-check", "windows-", "macos-"):
        assert wanted in text
    assert all(version in text for version in CLAIMED)


def test_what_is_claimed_is_what_the_release_check_runs():
    """Nobody has run a later Python, so none is promised: pip then says so, instead of failing somewhere within."""
    assert [f"3.{minor}" for minor in MINORS] == CLAIMED
    assert PROJECT["project"]["requires-python"] == f">=3.{MINORS[0]},<3.{MINORS[-1] + 1}"
    readme, said = (ROOT / "README.md").read_text(encoding="utf-8"), f"Python {CLAIMED[0]} to {CLAIMED[-1]}"
    assert said in readme
    for workflow in WORKFLOWS:
        assert all(f"\n            {version}\n" in workflow.read_text(encoding="utf-8") for version in CLAIMED)


def test_settings_for_forges_and_hooks_can_be_read():
    for path in (*ROOT.glob(".github/**/*.yml"), ROOT / "compose.yaml", ROOT / ".pre-commit-config.yaml"):
        assert yaml.safe_load(path.read_text(encoding="utf-8")), path
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"][0]["hooks"]
    lint = (ROOT / "Makefile").read_text(encoding="utf-8")
    for hook in hooks:
        assert hook["entry"].replace(".venv/bin/", "$(BIN)/").split()[0] in lint


def instructions(name):
    """The instructions of the Dockerfile of one kind, without their name."""
    return re.findall(rf"^{name} (.+)$", DOCKERFILE, re.M)


def test_the_image_gets_all_that_it_copies():
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    copied = [path for line in instructions("COPY") for path in line.split()[:-1]]
    for path in copied:
        assert (ROOT / path).exists() and f"!{path}" in ignored
    assert {*PROJECT["project"]["license-files"], PROJECT["project"]["readme"], "constraints.txt"} <= set(copied)
    installs = next(line for line in instructions("RUN") if "pip install" in line)
    assert set(re.search(r"\[([\w,]+)\]", installs)[1].split(",")) <= set(PROJECT["project"]["optional-dependencies"])


@pytest.mark.slow
def test_the_commands_of_the_image_run_without_a_container(tmp_path):
    """Its environment, its command and its health check, with a data folder and a port of our own."""
    environment = dict(pair.split("=", 1) for line in instructions("ENV") for pair in line.split())
    environment |= {"MARBLETOP_DATA": str(tmp_path), "MARBLETOP_PORT": "0", "MARBLETOP_HOSTS": "localhost"}
    environment.pop("MARBLETOP_CACHE")
    program, *arguments = json.loads(instructions("CMD")[-1])
    assert program == "marbletop"
    with subprocess.Popen([sys.executable, "-m", "marbletop", *arguments], cwd=ROOT, text=True, stdout=subprocess.PIPE,
                          env={**os.environ, **environment, "COLUMNS": "200"}) as server:
        try:
            port = re.search(r"ready: http://[\d.]+:(\d+)/", server.stdout.readline())[1]
            health = shlex.split(instructions("HEALTHCHECK CMD")[0])
            assert health[:2] == ["python", "-c"]
            subprocess.run([sys.executable, *health[1:]], check=True, env={**os.environ, "MARBLETOP_PORT": port})
            request = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Host": f"localhost:{port}"})
            assert urllib.request.urlopen(request).status == 200
        finally:
            server.terminate()
    assert any(tmp_path.iterdir())


def test_the_compose_file_fits_the_image():
    service = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]["tables"]
    port, data = instructions("EXPOSE")[0], instructions("VOLUME")[0]
    assert service["ports"] == [f"{port}:{port}"] and service["volumes"] == [f"tables:{data}"]
    options = subprocess.run([sys.executable, "-m", "marbletop", "serve", "--help"], cwd=ROOT, text=True,
                             stdout=subprocess.PIPE, env={**os.environ, "COLUMNS": "250"}).stdout
    for name in (*service["environment"], *re.findall(r"(MARBLETOP_(?:DATA|HOST|PORT))=", DOCKERFILE)):
        assert name in options


KEEP = """
import pathlib, sys
folder = pathlib.Path(__file__).parent / sys.argv[1]
folder.mkdir()
(folder / "game.json").write_text("kept")
"""


@pytest.fixture
def checkout(tmp_path):
    (tmp_path / "tests" / "released").mkdir(parents=True)
    for package in (tmp_path / "tests", tmp_path / "tests" / "released"):
        (package / "__init__.py").touch()
    (tmp_path / "tests" / "released" / "keep.py").write_text(KEEP)
    (tmp_path / "marbletop").mkdir()
    (tmp_path / "marbletop" / "__init__.py").write_text('"""M."""\n\n__version__ = "0.1.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n## Next\n\n- A new game.\n\n## 0.1.0\n\nThe first version.\n")
    (tmp_path / "CITATION.cff").write_text("title: M\nversion: 0.1.0\n")
    (tmp_path / ".gitignore").write_text("__pycache__/\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "config", "user.name", "Ruth")
    git(tmp_path, "config", "user.email", "ruth@example.org")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "First")
    return tmp_path


def git(folder, *arguments):
    return subprocess.run(["git", *arguments], cwd=folder, check=True, text=True, stdout=subprocess.PIPE).stdout


def test_a_release_has_version_change_log_commit_and_tag(checkout):
    release(checkout, "0.2.0")
    assert git(checkout, "show", "v0.2.0:tests/released/0.2.0/game.json") == "kept"
    assert "version: 0.2.0" in (checkout / "CITATION.cff").read_text()
    assert '__version__ = "0.2.0"' in (checkout / "marbletop" / "__init__.py").read_text()
    assert re.search(r"^## 0\.2\.0, \d{4}-\d\d-\d\d\n\n- A new game\.", (checkout / "CHANGELOG.md").read_text(), re.M)
    assert "A new game." in git(checkout, "tag", "--list", "--format=%(contents)", "v0.2.0")
    assert git(checkout, "status", "--porcelain") == "" and git(checkout, "log", "--oneline").count("\n") == 2


@pytest.mark.parametrize(("version", "change", "told"), [
    ("0.1.0", None, "choose a greater one"),
    ("next", None, "three numbers"),
    ("0.2.0", ("CHANGELOG.md", "# Changes\n\n## 0.1.0\n\nx\n"), "no section"),
    ("0.2.0", ("new.txt", "not committed"), "not committed"),
])
def test_what_is_not_ready_is_not_released(checkout, version, change, told):
    if change:
        (checkout / change[0]).write_text(change[1])
        if change[0] == "CHANGELOG.md":
            git(checkout, "commit", "--all", "--quiet", "--message", "Nothing to tell")
    before = git(checkout, "log", "--oneline")
    with pytest.raises(SystemExit, match=told):
        release(checkout, version)
    assert git(checkout, "log", "--oneline") == before and git(checkout, "tag", "--list") == ""
    assert git(checkout, "diff") == ""
