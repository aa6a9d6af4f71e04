"""The peers: environments of their own, made when they are first needed, left out with a message when they cannot be had."""

import shutil
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).parent / "peers"
ROOT = Path(__file__).parents[1]
PACKAGES = {
    "openspiel": ["open_spiel==2.0.2", "numpy"],
    "pgx": ["pgx==2.6.0", "jax[cpu]==0.10.2"],
    "pettingzoo": ["pettingzoo[classic]==1.27.0"],
    "training": ["jax[cpu]==0.10.2", "--constraint", str(ROOT / "constraints.txt"), "--editable", str(ROOT)],
}


class Missing(Exception):
    """A peer that cannot be had here."""


def python_of(peer: str) -> str:
    """The interpreter of a peer's environment; Missing if it cannot be made."""
    folder = HOME / peer
    python = folder / "bin/python"
    if not (folder / "ready").exists():
        print(f"Installing {peer} ...", file=sys.stderr, flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        try:
            subprocess.run([sys.executable, "-m", "venv", folder], check=True, capture_output=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES[peer]],
                           check=True, capture_output=True, text=True, timeout=900)
        except (subprocess.SubprocessError, OSError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise Missing(f"{peer} cannot be installed: {_last_line(error)}") from None
        (folder / "ready").touch()
    return str(python)


def node_modules(peer: str, packages: Path) -> Path:
    """The packages of a peer in JavaScript, as the package.json of a folder names them; Missing if they cannot be had."""
    folder = HOME / peer
    wanted, present = packages / "package.json", folder / "package.json"
    if not (folder / "ready").exists() or present.read_text() != wanted.read_text():
        print(f"Installing {peer} ...", file=sys.stderr, flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            shutil.copy(wanted, folder)
            subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True,
                           capture_output=True, text=True, timeout=900)
        except (subprocess.SubprocessError, OSError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise Missing(f"{peer} cannot be installed: {_last_line(error)}") from None
        (folder / "ready").touch()
    return folder / "node_modules"


def c_program(name: str) -> str:
    """One of our C programs, compiled for this machine; Missing without a compiler."""
    HOME.mkdir(exist_ok=True)
    target = HOME / name
    try:
        subprocess.run(["gcc", "-O3", "-march=native", "-o", target, Path(__file__).parent / f"{name}.c"],
                       check=True, capture_output=True, text=True)
    except (subprocess.SubprocessError, OSError) as error:
        raise Missing(f"the C program cannot be compiled: {_last_line(error)}") from None
    return str(target)


def _last_line(error: Exception) -> str:
    text = str(getattr(error, "stderr", "") or error).strip()
    return text.splitlines()[-1] if text else type(error).__name__
