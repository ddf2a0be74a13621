"""A PostgreSQL server of the harness's own: on a Unix socket, in a folder of its own, ended with it."""
import getpass
import glob
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

USER = "postgres"


def programs():
    """The folder of the server's programs, the newest version first."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[-2]), reverse=True)
    if not found:
        raise SystemExit("PostgreSQL is missing: install the package `postgresql`")
    return found[0]


class Server:
    """One cluster with one database. Root may not run a server, so it is run by the user `postgres` then."""

    def __init__(self, folder=None, settings=(), log=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-postgresql-", dir=folder))
        self.folder.chmod(0o755)
        self.data = self.folder / "data"
        self.log = log or self.folder / "log"
        self.settings = ["listen_addresses=", f"unix_socket_directories={self.folder}", *settings]
        self.process = None
        self.is_root = os.geteuid() == 0
        if self.is_root:
            shutil.chown(self.folder, USER)
        self.run("initdb", "--no-sync", "--encoding=UTF8", "--locale=C", "--auth=trust", f"--username={USER}", "-D",
                 str(self.data))
        self.start()
        self.run("createdb", "-h", str(self.folder), "-U", USER, "kawaraban")

    @property
    def address(self):
        return f"postgresql://{USER}@/kawaraban?host={self.folder}"

    def command(self, program, *arguments):
        command = [f"{programs()}/{program}", *arguments]
        return ["runuser", "-u", USER, "--", *command] if self.is_root and getpass.getuser() != USER else command

    def run(self, program, *arguments):
        done = subprocess.run(self.command(program, *arguments), cwd="/", capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{program}: {done.stderr}")

    def start(self):
        """Begins (again), and waits until connections are taken."""
        options = [word for setting in self.settings for word in ("-c", setting)]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                self.command("postgres", "-D", str(self.data), *options), cwd="/", stdout=log, stderr=log,
                start_new_session=True)
        for _ in range(600):
            if self.query("SELECT 1", check=False) == [["1"]]:
                return
            if self.process.poll() is not None:
                raise SystemExit(f"the server does not start: {self.log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.1)
        raise SystemExit("the server does not take connections")

    @property
    def number(self):
        """The process id of the server itself, which stands in its lock file."""
        return int((self.data / "postmaster.pid").read_text().split("\n", 1)[0])

    def stop(self, how=signal.SIGINT):
        """Ends it: SIGINT cuts all connections, SIGQUIT is a crash, SIGTERM waits for clients."""
        if self.process is None:
            return
        try:
            os.kill(self.number, how)
        except (FileNotFoundError, ProcessLookupError):
            pass
        self.process.wait(60)
        self.process = None

    def restart(self, how=signal.SIGINT):
        self.stop(how)
        self.start()

    def query(self, sql, check=True):
        """The rows of a statement, each value as a text."""
        done = subprocess.run(
            [f"{programs()}/psql", "-X", "-q", "-A", "-t", "-F", "\x1f", "-h", str(self.folder), "-U", USER, "-d",
             "kawaraban" if check else "template1", "-c", sql], capture_output=True, text=True,
            env={"PATH": os.environ.get("PATH", ""), "PGCONNECT_TIMEOUT": "10"})
        if done.returncode != 0:
            if check:
                raise RuntimeError(done.stderr)
            return None
        return [line.split("\x1f") for line in done.stdout.splitlines()]

    def cut(self):
        """Cuts the connections of all clients. How many there were."""
        rows = self.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                          "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'")
        return len(rows)

    def close(self):
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)
