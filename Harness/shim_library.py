"""Builds the library that harnesses preload between kawaraban and the kernel (Harness/shim)."""
import os
import pathlib
import shutil
import subprocess

FOLDER = pathlib.Path(__file__).resolve().parent / "shim"
LIBRARY = FOLDER.parent.parent / ".build" / "harness-shim.so"


def build():
    """The path of the library, made if it is older than its sources."""
    sources = sorted(FOLDER.glob("*.c"))
    newest = max(path.stat().st_mtime for path in FOLDER.iterdir())
    if not LIBRARY.exists() or LIBRARY.stat().st_mtime < newest:
        # Whoever builds Swift has its clang.
        compiler = shutil.which("clang") or shutil.which("cc") or shutil.which("gcc")
        if not compiler:
            raise SystemExit("no C compiler: neither clang nor cc nor gcc is in PATH")
        LIBRARY.parent.mkdir(exist_ok=True)
        made = LIBRARY.with_suffix(f".{os.getpid()}.so")
        subprocess.run(
            [compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", made, *sources, "-lpthread"],
            check=True)
        made.rename(LIBRARY)
    return str(LIBRARY)


def environment(root, **settings):
    """What makes a run use it: `stop=3` becomes SHIM_STOP=3 (see Harness/shim/faults.c)."""
    named = {f"SHIM_{name.upper()}": str(value) for name, value in settings.items()}
    return {"LD_PRELOAD": build(), "SHIM_ROOT": str(root), **named}
