#!/usr/bin/env python3
"""Several workers on one PostgreSQL: one is killed every few seconds, one is stopped and continued (W01 to W05).

    workers.py [--minutes M] [--workers N] [--feeds N] [--hosts N] [--every S] [--stop S] [--cuts N] [--restarts N]
               [--fulls N] [--binary release|debug|PATH] [--seed N]

Each worker is `kawaraban work --worker NAME` in a folder of its own, with the same configuration. Feeds lie on many hosts
of the loopback interface and issue entries all the time. --every kills one worker every so many seconds, --stop stops
one for so many seconds in the middle, --cuts cuts all connections of the server at random moments, --restarts crashes
it, --fulls fills the disk of the server for some seconds (as root, which can mount a small one). Afterwards all are left alone until everything is delivered. Then these must hold:

- each entry stands once in the file, and came in webhook messages of one id for life;
- a host never had two requests at work by two living workers;
- the leases of a worker that was killed or stopped were free or another's within 70 s;
- a stopped worker whose leases were taken does not come back under its number: another one brought what it had not stored.

Exits with 1 otherwise.
"""
import argparse
import collections
import os
import pathlib
import random
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import judge
from feed_server import FeedServer
from hook_receiver import SECRET, HookReceiver
from loopback import Connection, HangUp
from postgresql import Server
from world import binary_of, working_folder

# Seconds for which the server's disk has no room.
FULL_FOR = 10

CONFIGURATION = """\
version: 1
settings:
  state: {{ postgresql: {{ env: DATABASE_URL }} }}
  files_on: w0
  network: {{ allow: ["127.0.0.0/8"] }}
defaults: {{ first_run: all, refresh: {refresh}s, timeout: 20s }}
sources:
{sources}
sinks:
  archive: {{ type: file, path: "{archive}", format: jsonl, mode: append }}
  hook: {{ type: webhook, url: "{hook}", secret: {{ env: HOOK_SECRET }}, batch: 50 }}
pipelines:
  everything: {{ sources: ["*"], filters: [ drop: {{ title: {{ contains: advert }} }} ], sinks: [archive, hook] }}
"""


def address(host):
    return f"127.2.{host // 250}.{host % 250 + 1}"


class ManyHosts(FeedServer):
    """Serves feeds on many addresses, and notes which requests overlap.

    Each host answers after `latency` seconds, or after so much more or less than that as the share `spread` says.
    """

    def __init__(self, feeds, hosts, latency, seed, spread=0):
        self.hosts = hosts
        chance = random.Random(seed)
        self.latencies = [latency * chance.uniform(1 - spread, 1 + spread) for _ in range(hosts)]
        self.at_work = collections.Counter()
        self.overlaps = []
        self.requests = 0
        self.port = 0
        super().__init__({f"f{number}": "rss" for number in range(feeds)}, seed=seed)
        self.server.close()
        selector = selectors.DefaultSelector()
        self.port = 0
        for host in range(hosts):
            listener = socket.socket()
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((address(host), self.port))
            listener.listen(64)
            self.port = listener.getsockname()[1]
            selector.register(listener, selectors.EVENT_READ, host)
        self.selector = selector
        threading.Thread(target=self.accept, daemon=True).start()

    def address(self, name):
        return f"http://{address(int(name[1:]) % self.hosts)}:{self.port}/{name}"

    def accept(self):
        while True:
            for key, _ in self.selector.select():
                client, _ = key.fileobj.accept()
                threading.Thread(target=self.handle, args=(client, key.data), daemon=True).start()

    def handle(self, client, host):
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = Connection(client)
        try:
            while (request := connection.read_request()) is not None:
                with self.lock:
                    self.requests += 1
                    self.at_work[host] += 1
                    if self.at_work[host] > 1:
                        self.overlaps.append((time.monotonic(), host, self.at_work[host]))
                try:
                    # The client that is killed meanwhile has ended its request.
                    client.settimeout(self.latencies[host])
                    try:
                        if client.recv(1, socket.MSG_PEEK) == b"":
                            raise HangUp
                    except TimeoutError:
                        pass
                    client.settimeout(20)
                finally:
                    # Who has the answer may give the host to another worker before this thread goes on.
                    with self.lock:
                        self.at_work[host] -= 1
                self.answer(connection, request)
        except (HangUp, OSError):
            pass
        finally:
            client.close()

    def answer(self, connection, request):
        with self.lock:
            known, etag, document = self.look_up(request.target.strip("/"), request)
        if known == etag:
            connection.answer(304, fields=[("ETag", etag)])
        else:
            connection.answer(200, document, fields=[("Content-Type", "application/xml"), ("ETag", etag)])


class SmallDisk:
    """A file system in memory that can be full."""

    def __init__(self, folder, size):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-disk-", dir=folder))
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "tmpfs", str(self.folder)], check=True)

    def fill(self):
        with open(self.folder / "ballast", "ab", buffering=0) as ballast:
            try:
                while ballast.write(bytes(1 << 16)):
                    pass
            except OSError:
                pass

    def make_room(self):
        (self.folder / "ballast").unlink()

    def close(self):
        subprocess.run(["umount", str(self.folder)], check=True)
        self.folder.rmdir()


class Worker:
    """One process, started again whenever it ends, as a service manager does."""

    def __init__(self, crew, number):
        self.crew = crew
        self.name = f"w{number}"
        self.folder = crew.folder / self.name
        self.folder.mkdir()
        self.statuses = collections.Counter()
        self.process = None

    def start(self):
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(self.folder), "HOOK_SECRET": SECRET,
                       "DATABASE_URL": self.crew.server.address}
        with open(self.folder / "stderr", "ab") as errors:
            self.process = subprocess.Popen(
                [self.crew.binary, "work", "--worker", self.name, "-c", str(self.crew.folder / "config.yaml")],
                cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
                start_new_session=True)

    def signal(self, number):
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            pass

    def watch(self):
        """Starts it again if it has ended."""
        status = self.process.poll()
        if status is not None:
            self.statuses[status] += 1
            self.start()


class Crew:
    """The workers, what they talk with, and what disturbs them."""

    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.binary = binary_of(options.binary)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-workers-", dir=working_folder()))
        self.disk = SmallDisk(working_folder(), "800m") if options.fulls else None
        self.server = Server(
            folder=self.disk.folder if self.disk else working_folder(),
            settings=["max_connections=50", "fsync=off", "max_wal_size=128MB"],
            # On the disk that is full it would lack what was refused.
            log=self.folder / "server.log")
        self.feeds = ManyHosts(options.feeds, options.hosts, options.latency, options.seed)
        self.receiver = HookReceiver()
        self.feeds.issue({name: 1 for name in self.feeds.feeds})
        sources = "\n".join(
            f'  {name}: {{ type: feed, url: "{self.feeds.address(name)}" }}' for name in self.feeds.feeds)
        (self.folder / "config.yaml").write_text(CONFIGURATION.format(
            sources=sources, hook=self.receiver.address("hook"), archive=self.folder / "archive.jsonl",
            refresh=options.refresh))
        self.workers = [Worker(self, number) for number in range(options.workers)]
        self.taken_back = []
        self.stopped_epoch = None
        self.fenced = None
        self.gave_up = 0
        self.strange = []

    def epochs(self):
        """The living workers by name, and how many leases each holds."""
        try:
            return {row[0]: (row[1], int(row[2])) for row in self.server.query(
                "SELECT worker.id, worker.name, count(lease.name) FROM kawaraban.worker "
                "LEFT JOIN kawaraban.lease ON lease.worker = worker.id GROUP BY worker.id")}
        except RuntimeError:
            return None

    def follow_leases(self, dead):
        """Notes how long the leases of killed and stopped workers stayed theirs."""
        known = self.epochs()
        if known is None:
            return
        if self.fenced in known:
            self.strange.append(("worker", self.fenced, "was stopped, and is still at work under its number"))
            self.fenced = None
        for epoch, begun in list(dead.items()):
            if epoch not in known or known[epoch][1] == 0:
                self.taken_back.append(time.monotonic() - begun)
                del dead[epoch]

    def epoch_of(self, worker):
        known = self.epochs() or {}
        epochs = [int(epoch) for epoch, (name, _) in known.items() if name == worker.name]
        return str(max(epochs)) if epochs else None

    def disturb(self):
        options = self.options
        begun = time.monotonic()
        end = begun + options.minutes * 60
        next_kill, next_issue, dead = begun + options.every, begun, {}
        moments = sorted(
            [(begun + self.random.uniform(5, options.minutes * 60), "cut") for _ in range(options.cuts)]
            + [(begun + self.random.uniform(5, options.minutes * 60), "restart") for _ in range(options.restarts)]
            + [(begun + (number + 0.5) * options.minutes * 60 / options.fulls, "full")
               for number in range(options.fulls)])
        room_at = None
        stopped, continue_at, stop_at = None, None, begun + options.minutes * 20 if options.stop else None
        kills = 0
        while (now := time.monotonic()) < end or stopped:
            for worker in self.workers:
                if worker is not stopped:
                    worker.watch()
            if now >= next_issue:
                names = self.random.sample(list(self.feeds.feeds), min(20, len(self.feeds.feeds)))
                self.feeds.issue({name: self.random.choice([1, 1, 2]) for name in names})
                next_issue = now + 2
            if stop_at and now >= stop_at:
                stopped, stop_at, continue_at = self.workers[-1], None, now + options.stop
                self.stopped_epoch = self.epoch_of(stopped)
                stopped.signal(signal.SIGSTOP)
                if self.stopped_epoch:
                    dead[self.stopped_epoch] = now
            if continue_at and now >= continue_at:
                # As long as nobody has taken what it holds, it may go on under its number.
                known = self.epochs()
                if known is not None and self.stopped_epoch not in known:
                    self.fenced = self.stopped_epoch
                dead.pop(self.stopped_epoch, None)
                stopped.signal(signal.SIGCONT)
                stopped, continue_at = None, None
            if options.every and now >= next_kill and now < end:
                next_kill = now + options.every
                worker = self.random.choice([one for one in self.workers if one is not stopped])
                epoch = self.epoch_of(worker)
                worker.signal(signal.SIGKILL)
                kills += 1
                if epoch:
                    dead[epoch] = time.monotonic()
            # A server without room cannot start.
            while moments and now >= moments[0][0] and not (room_at and moments[0][1] == "restart"):
                _, kind = moments.pop(0)
                if kind == "cut":
                    try:
                        self.server.cut()
                    except RuntimeError:
                        pass
                elif kind == "full":
                    self.disk.fill()
                    room_at = now + FULL_FOR
                else:
                    self.server.restart(self.random.choice([signal.SIGINT, signal.SIGQUIT]))
            if room_at and now >= room_at:
                self.make_room()
                room_at = None
            self.follow_leases(dead)
            time.sleep(0.05 if moments else 0.5)
        if room_at:
            self.make_room()
        until = time.monotonic() + 75
        while dead and time.monotonic() < until:
            for worker in self.workers:
                worker.watch()
            self.follow_leases(dead)
            time.sleep(0.5)
        self.strange += [("leases of a dead worker", epoch, "are still its own") for epoch in dead]
        return kills

    def make_room(self):
        """Ends the lack of room. A server that gave up meanwhile is begun again, as a service manager does."""
        self.disk.make_room()
        time.sleep(1)
        if self.server.process.poll() is not None:
            self.gave_up += 1
            self.server.start()

    def count_refusals(self):
        """How many statements the server has refused for want of room."""
        log = self.server.log.read_text(errors="replace")
        count = log.count("No space left on device")
        if self.options.fulls and count == 0:
            self.strange.append(("server", "its disk was full", "and it refused nothing"))
        return count

    def expected(self):
        return {("everything", number) for number in self.feeds.numbers(*self.feeds.feeds, adverts=False)}

    def judge(self):
        verdict = judge.Verdict()
        expected = self.expected()
        found, torn = judge.read_lines(self.folder / "archive.jsonl")
        verdict += torn
        verdict += judge.compare("archive", expected, found)
        with self.receiver.lock:
            receipts = list(self.receiver.receipts)
        verdict += judge.judge_receipts(receipts, {"hook": expected})
        return verdict

    def settle(self):
        """Waits until everything is delivered, or nothing further comes for two minutes."""
        best, since = None, time.monotonic()
        while True:
            for worker in self.workers:
                worker.watch()
            verdict = self.judge()
            if verdict.is_good or time.monotonic() - since > 120:
                return verdict
            if best is None or len(verdict.lost) < best:
                best, since = len(verdict.lost), time.monotonic()
            time.sleep(2)

    def end(self):
        """Ends the workers as a service manager does; each must end well."""
        for worker in self.workers:
            worker.signal(signal.SIGTERM)
        for worker in self.workers:
            try:
                status = worker.process.wait(60)
            except subprocess.TimeoutExpired:
                worker.signal(signal.SIGKILL)
                status = "none within 60 s"
            if status not in (0, 143, -signal.SIGTERM):
                self.strange.append((worker.name, "status after SIGTERM", status))

    def close(self, keep):
        for worker in self.workers:
            worker.signal(signal.SIGKILL)
        self.server.close()
        if self.disk:
            self.disk.close()
        if keep:
            print(f"kept for a closer look: {self.folder}")
        else:
            shutil.rmtree(self.folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--feeds", type=int, default=10_000)
    parser.add_argument("--hosts", type=int, default=500)
    parser.add_argument("--every", type=float, default=5)
    parser.add_argument("--stop", type=float, default=120)
    parser.add_argument("--cuts", type=int, default=0)
    parser.add_argument("--restarts", type=int, default=0)
    parser.add_argument("--fulls", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.02)
    parser.add_argument("--refresh", type=int, default=60)
    parser.add_argument("--binary", default="release")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    begun = time.monotonic()
    crew = Crew(options)
    for worker in crew.workers:
        worker.start()
    kills = crew.disturb()
    verdict = crew.settle()
    crew.end()
    refusals = crew.count_refusals()
    verdict.strange += crew.strange
    verdict.strange += [("host", address(host), f"{count} requests at once") for _, host, count in crew.feeds.overlaps]
    late = [seconds for seconds in crew.taken_back if seconds > 70]
    verdict.strange += [("leases of a dead worker", f"stayed its own for {seconds:.0f} s") for seconds in late]
    with crew.receiver.lock:
        receipts = list(crew.receiver.receipts)
    messages = len({receipt.id for receipt in receipts})
    statuses = sum((worker.statuses for worker in crew.workers), collections.Counter())
    longest = max(crew.taken_back, default=0)
    print(f"{kills} kills, {options.cuts} cuts, {options.restarts} restarts, {options.fulls} times without room "
          f"({refusals} lines of the server about it, {crew.gave_up} times it gave up), {(time.monotonic() - begun) / 60:.1f} min, "
          f"seed {options.seed}; statuses {dict(statuses)}")
    print(f"{crew.feeds.next_number - 1} entries issued, {crew.feeds.requests} requests, {messages} messages "
          f"({len(receipts) - messages} again); leases free after at most {longest:.0f} s ({len(crew.taken_back)} times)")
    print(str(verdict))
    crew.close(keep=not verdict.is_good)
    sys.exit(0 if verdict.is_good else 1)


if __name__ == "__main__":
    main()
