"""Headless Chromium. It may connect to this machine alone."""
import contextlib
import os
import shutil
import signal
import subprocess
import time

SECONDS_TO_END = 30


@contextlib.contextmanager
def chromium(folder, *arguments):
    """Runs it with a profile of its own in the folder. What it prints goes to chromium.log there.

    When the block ends, its processes end and the profile is gone: the folder can be removed.
    """
    profile = folder / "profile"
    with open(folder / "chromium.log", "ab") as log:
        browser = subprocess.Popen([
            "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--disable-background-networking",
            "--disable-component-update", "--no-first-run", *arguments], stdout=log, stderr=log,
            start_new_session=True, env={**os.environ, "TMPDIR": str(folder)})
    try:
        yield browser
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(browser.pid, signal.SIGKILL)
        browser.wait()
        remove(profile)


def remove(profile):
    """Removes it again and again: processes that were killed, or left the group, go on to write for a moment."""
    end = time.monotonic() + SECONDS_TO_END
    while True:
        try:
            shutil.rmtree(profile)
        except FileNotFoundError:
            if not profile.exists():
                return
        except OSError:
            pass
        else:
            return
        if time.monotonic() > end:
            raise SystemExit(f"Chromium still writes {SECONDS_TO_END} s after its end")
        time.sleep(0.1)
