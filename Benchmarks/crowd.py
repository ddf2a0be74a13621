#!/usr/bin/env python3
"""Measures four runs over many sources, a fifth of them dead: wall time, CPU, memory and open files of each run (P18).

    crowd.py KAWARABAN [--count 10000] [--runs 4]

There are COUNT sources, each on its own host. Seven in ten never change, and one in ten has ten new entries at each
run. Two in ten are dead: they refuse, hang (a connection without any data), answer 404 / 410 / 500 / 503, or send an
endless body (most slowly, some fast). A source rests after its third failure, so the dead should hardly cost anything
in the fourth run. The output is checked: every entry once.

Needs nginx.
"""
import argparse
import asyncio
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time

import fetch

STATUSES = ["404 Not Found", "410 Gone", "500 Internal Server Error", "503 Service Unavailable"]


def document(feed, first, items):
    entries = "".join(
        f"<item><title>Entry {n} of {feed}</title><link>https://site{feed}.example.com/{n}</link>"
        f"<guid isPermaLink='false'>{feed}-{n}</guid><description>瓦版 {n}</description></item>\n"
        for n in range(first + items, first, -1))
    return (f"<rss version='2.0'><channel><title>Feed {feed}</title><link>https://site{feed}.example.com/</link>"
            f"{entries}</channel></rss>\n")


async def misbehave(reader, writer):
    """One connection of a dead source; its path names the kind of fault."""
    try:
        request = await reader.readuntil(b"\r\n\r\n")
        kind = request.split(b" ")[1].decode().strip("/")
        if kind.startswith("status"):
            writer.write(f"HTTP/1.1 {STATUSES[int(kind[6:]) % 4]}\r\nContent-Length: 4\r\n\r\nno.\n".encode())
            await writer.drain()
        elif kind == "hang":
            await asyncio.sleep(120)
        else:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n\r\n<rss version='2.0'><channel>")
            while True:
                writer.write(b"<item>" * 10_000 if kind == "pour" else b" ")
                await writer.drain()
                if kind == "drip":
                    await asyncio.sleep(1)
    except (OSError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()


def start_dead(port):
    """A server for every 127.x address, on its own thread."""
    ready = threading.Event()

    async def serve():
        server = await asyncio.start_server(misbehave, "0.0.0.0", port, backlog=4096)
        ready.set()
        async with server:
            await server.serve_forever()
    threading.Thread(target=lambda: asyncio.run(serve()), daemon=True).start()
    ready.wait()


def dead_url(number, host, port):
    kind = number % 4
    if kind == 0:
        return f"http://{host}:{port + 1}/refused"
    if kind == 1:
        return f"http://{host}:{port}/hang"
    if kind == 2:
        return f"http://{host}:{port}/status{number // 4}"
    return f"http://{host}:{port}/{'pour' if number % 40 == 3 else 'drip'}"


def watched(command, folder):
    """Returns CPU seconds, wall seconds, peak MiB and the most open files of a command."""
    begun = time.monotonic()
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    most = peak = 0
    lines = []
    collector = threading.Thread(target=lambda: lines.append(child.stderr.read()))
    collector.start()
    while True:
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        if pid:
            break
        try:
            most = max(most, len(os.listdir(f"/proc/{child.pid}/fd")))
        except OSError:
            pass
        peak = max(peak, fetch.peak_memory(child.pid))
        time.sleep(0.05)
    collector.join()
    return (usage.ru_utime + usage.ru_stime, time.monotonic() - begun, peak, most,
            os.waitstatus_to_exitcode(status), lines[0].decode())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=4)
    parser.add_argument("--port", type=int, default=8197)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-crowd-"))
    folder.chmod(0o755)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65_536, hard), hard))
    source = folder / "feeds"
    source.mkdir()
    alive = [i for i in range(options.count) if i % 10 < 8]
    changing = [i for i in alive if i % 10 == 7]
    for i in alive:
        (source / f"f{i:05}.xml").write_text(document(i, 0, 50 if i in set(changing) else 20))
    dead_port = options.port + 10
    urls = [f"http://{fetch.address(i)}:{options.port}/f{i:05}.xml" if i % 10 < 8
            else dead_url(i // 10 * 2 + i % 10 - 8, fetch.address(i), dead_port) for i in range(options.count)]
    server = fetch.start_nginx(folder, source, options.count, options.port, None)
    start_dead(dead_port)
    try:
        fetch.write_lists(folder, urls, None)
        for number in range(1, options.runs + 1):
            if number > 1:
                for i in changing:
                    (source / f"f{i:05}.xml").write_text(document(i, (number - 1) * 10, 50))
            cpu, wall, peak, files, status, said = watched([program, "run"], folder)
            with open(folder / "out/archive.jsonl", "rb") as archive:
                lines = archive.read().splitlines()
            expected = (len(alive) - len(changing)) * 20 + len(changing) * (50 + 10 * (number - 1))
            print(f"run {number}: {wall:.1f} s, {cpu:.1f} s CPU, {peak:.0f} MiB, {files} files, exit {status}; "
                  f"{len(lines)} entries of {expected}, {len(lines) - len(set(lines))} twice; "
                  f"{len(said.splitlines())} lines", flush=True)
            if number == 1:
                print("  " + "\n  ".join(said.splitlines()[:12]))
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
