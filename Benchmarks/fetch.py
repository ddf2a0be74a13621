#!/usr/bin/env python3
"""Fetches a folder of feeds from nginx on loopback, each from its own host, and prints the CPU time per feed in ms.

    fetch.py KAWARABAN [FEEDS] [--count N] [--entries 20] [--tls] [--rounds 3] [--before OTHER] [--limit PROGRAM]
             [--readers]

Without FEEDS, it makes 100 feeds of 20 entries, or of --entries. With --count N the list has N feeds: the folder is
repeated. Up to 100,000 feeds have been measured; with more than 20,000 nginx listens at all addresses of the machine,
and curl is left out. With --before another kawaraban takes its turn after the first one in each round. One run measures these
in turn: kawaraban's first run (fetch, parse, store, write one digest file); its second run (every response a 304); a run in
which a tenth of the feeds has a new entry each; a run in which every document has changed but all entries are known;
`curl -Z` on the same list, which keeps ETags and has the same first three runs; and, twice, PROGRAM, if it is given: a
program `PROGRAM URLS STATE CONNECTIONS [CA]` that only fetches. Only RSS gets new entries. With --readers, newsboat (16
threads) reloads three times, of which the third has 304s, and sfeed_update (16 jobs) twice, which asks without ETags. With
--tls every host has its own name and its own handshake, and all programs trust the system's authorities and a temporary one.

Needs nginx and curl (openssl for --tls; newsboat and sfeed for --readers). Ratios mean more than times.
"""
import argparse
import os
import pathlib
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

SYSTEM_BUNDLE = "/etc/ssl/certs/ca-certificates.crt"
# nginx compares each address with all others when it starts.
MOST_LISTENERS = 20_000


def peak_memory(pid):
    """Returns the most MiB that a process has used so far, or 0 if it is over.

    The peak of wait4 will not do: it includes the memory that this script had when it started the process.
    """
    try:
        with open(f"/proc/{pid}/status") as told:
            return max([0] + [int(line.split()[1]) / 1024 for line in told if line.startswith("VmHWM")])
    except OSError:
        return 0


def measured(command, folder, **variables):
    """Returns user+sys CPU seconds, wall seconds and peak MiB of a command."""
    begun = time.monotonic()
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.DEVNULL, stderr=errors, env={**os.environ, **variables})
        peak = 0
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            peak = max(peak, peak_memory(child.pid))
            time.sleep(min(0.02, 0.001 + (time.monotonic() - begun) / 20))
        wall = time.monotonic() - begun
        if os.waitstatus_to_exitcode(status) != 0:
            errors.seek(0)
            said = errors.read().decode()[:2000]
            sys.exit(f"{command[0]} ended with {os.waitstatus_to_exitcode(status)}: {said}")
    return usage.ru_utime + usage.ru_stime, wall, peak or usage.ru_maxrss / 1024


def make_feeds(folder, count=100, items=20):
    """Makes feeds of about 40 KB: titles in two languages, bodies of 1.5 KB in CDATA."""
    folder.mkdir()
    body = "".join(f"<p>{n}. 瓦版は江戸の新聞。 A news sheet &amp; a <a href='/{n}'>link</a>.</p>\n" for n in range(20))
    for feed in range(count):
        site = f"https://site{feed}.example.com"
        entries = "".join(
            f"<item><title>Entry {n} of {feed} 見出し</title><link>{site}/{n}</link>"
            f"<guid isPermaLink='false'>{feed}-{n}</guid><pubDate>Fri, 20 Nov 2026 {n % 24:02}:00:00 +0900</pubDate>"
            f"<description><![CDATA[{body}]]></description></item>\n" for n in range(items))
        (folder / f"f{feed:05}.xml").write_text(
            f'<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>Feed {feed}</title>'
            f"<link>{site}/</link><description>made for measuring</description>\n{entries}</channel></rss>\n")
    return folder


def make_authority(folder):
    """Makes an authority, its certificate for *.feeds.localhost, and a bundle with the system's authorities."""
    folder.mkdir()

    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, stderr=subprocess.DEVNULL)
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2",
            "-subj", "/CN=authority for measuring")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "leaf.key", "-out", "leaf.csr", "-subj", "/CN=feeds")
    (folder / "names").write_text("subjectAltName=DNS:*.feeds.localhost\n")
    openssl("x509", "-req", "-in", "leaf.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out",
            "leaf.pem", "-days", "1", "-extfile", "names")
    system = pathlib.Path(SYSTEM_BUNDLE)
    (folder / "bundle.pem").write_text((system.read_text() if system.exists() else "") + (folder / "ca.pem").read_text())
    (folder / "no-authorities").mkdir()
    return folder


def address(number):
    return f"127.{1 + number // 62500}.{number // 250 % 250}.{1 + number % 250}"


def start_nginx(folder, source, count, port, authority):
    hosts = ["127.0.0.1"] if authority else [address(i) for i in range(count)]
    if count > MOST_LISTENERS:
        hosts = ["0.0.0.0"]
    listen = "\n".join(f"listen {host}:{port}{' ssl' if authority else ''};" for host in hosts)
    tls = f"ssl_certificate {authority}/leaf.pem; ssl_certificate_key {authority}/leaf.key;" if authority else ""
    (folder / "nginx.conf").write_text(f"""
        daemon off; pid nginx.pid; error_log stderr crit; worker_processes 1; worker_rlimit_nofile {len(hosts) + 8192};
        events {{ worker_connections {len(hosts) + 4096}; }}  # those that listen count
        http {{
            access_log off; types {{ application/rss+xml xml; application/feed+json json; }}
            server {{ {listen} {tls} root {source}; }}
        }}""")
    server = subprocess.Popen(["nginx", "-p", str(folder), "-c", "nginx.conf"], stderr=subprocess.DEVNULL)
    for _ in range(100):
        time.sleep(0.1)
        with socket.socket() as probe:
            if probe.connect_ex((hosts[-1], port)) == 0:
                return server
    sys.exit("nginx does not start")


def write_configuration(folder, urls, settings="", defaults=""):
    """A configuration of all feeds and one file; `settings` and `defaults` are further options, each with a comma."""
    sources = "\n".join(f"  f{i}: {{ type: feed, url: '{url}' }}" for i, url in enumerate(urls))
    (folder / "config.yaml").write_text(f"""version: 1
settings: {{ {settings} network: {{ allow: ["127.0.0.0/8"] }} }}
defaults: {{ {defaults} first_run: all }}
sources:
{sources}
sinks:
  archive: {{ type: file, path: out/archive.jsonl, format: jsonl, mode: append }}
pipelines:
  all: {{ sources: ["*"], sinks: [archive] }}
""")


def write_lists(folder, urls, authority):
    """Writes the same addresses as configuration, as curl's list and as plain lines."""
    trust = f'cacert = "{authority}/bundle.pem"\ncapath = "{authority}/no-authorities"\n' if authority else ""
    write_configuration(folder, urls, defaults=f"ca_file: {authority}/bundle.pem," if authority else "")
    # An ETag belongs to one address only if each address is an operation of its own.
    (folder / "list").write_text("next\n".join(
        f'url = "{url}"\noutput = "curl/{i}"\netag-compare = "etags/{i}"\netag-save = "etags/{i}"\nsilent\n{trust}'
        for i, url in enumerate(urls)))
    (folder / "etags").mkdir()
    (folder / "urls").write_text("".join(f"{u}\n" for u in urls))


def readers(folder, urls):
    """Writes the lists of programs that keep what they read; returns their runs. They do not know the authority of --tls."""
    (folder / "newsboat.urls").write_text("".join(f"{url}\n" for url in urls))
    (folder / "newsboat.config").write_text("reload-threads 16\n")
    (folder / "sfeedrc").write_text(
        f'sfeedpath="{folder}/sfeed"\nmaxjobs=16\nfeeds() {{\n'
        + "".join(f"feed f{i} '{url}'\n" for i, url in enumerate(urls)) + "}\n")
    reload = ["newsboat", "-q", "-u", "newsboat.urls", "-C", "newsboat.config", "-c", "newsboat.db", "-x", "reload"]
    update = ["sfeed_update", str(folder / "sfeedrc")]
    runs = [(f"newsboat {kind}", reload, {"HOME": str(folder)}) for kind in ("first", "second", "304")]
    return runs + [(f"sfeed {kind}", update, {}) for kind in ("first", "second")]


def publish(feeds):
    """Gives every tenth feed one new entry at its beginning."""
    for feed in feeds[::10]:
        text = feed.read_text()
        number = text.count("<item>")
        entry = f"<item><title>New {number}</title><guid isPermaLink='false'>new-{number}</guid></item>\n"
        feed.write_text(text.replace("<item>", entry + "<item>", 1))


def touch(feeds):
    """Changes every document, but not its entries."""
    for feed in feeds:
        with open(feed, "a") as file:
            file.write("\n" if feed.suffix == ".json" else "\n<!-- again -->")


def round_of(programs, folder, feeds):
    """Runs every program once, without earlier state; returns rows of a name and its measurements."""
    (folder / "validators").unlink(missing_ok=True)
    rows = []
    for name, command, variables in programs:
        if name.startswith("first"):
            for old in ("out", ".kawaraban"):
                shutil.rmtree(folder / old, ignore_errors=True)
        if name.startswith("curl first"):
            for old in ("curl", "etags"):
                shutil.rmtree(folder / old, ignore_errors=True)
                (folder / old).mkdir()
        if name == "newsboat first":
            (folder / "newsboat.db").unlink(missing_ok=True)
        if name == "sfeed first":
            shutil.rmtree(folder / "sfeed", ignore_errors=True)
        if "tenth" in name:
            publish(feeds)
        if name.startswith("known"):
            touch(feeds)
        rows.append((name, measured(command, folder, **variables)))
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("feeds", nargs="?")
    parser.add_argument("--count", type=int)
    parser.add_argument("--entries", type=int, default=20)
    parser.add_argument("--before")
    parser.add_argument("--tls", action="store_true")
    parser.add_argument("--limit")
    parser.add_argument("--readers", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--port", type=int, default=8199)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-bench-"))
    folder.chmod(0o755)  # nginx reads as another user
    source = folder / "feeds"
    if options.feeds:
        shutil.copytree(options.feeds, source)
    else:
        make_feeds(source, items=options.entries)
    source = source.resolve()
    feeds = sorted(p for p in source.iterdir() if p.suffix in (".xml", ".json"))
    count = options.count or len(feeds)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(16384, hard), hard))

    authority = make_authority(folder / "authority") if options.tls else None
    hosts = [f"https://f{i}.feeds.localhost" if options.tls else f"http://{address(i)}" for i in range(count)]
    urls = [f"{host}:{options.port}/{feeds[i % len(feeds)].name}" for i, host in enumerate(hosts)]
    server = start_nginx(folder, source, count, options.port, authority)
    try:
        write_lists(folder, urls, authority)
        programs = []
        for suffix, kawaraban in [("", program)] + ([(" before", options.before)] if options.before else []):
            command = [os.path.abspath(kawaraban), "run"]
            programs += [(kind + suffix, command, {}) for kind in ("first", "304", "tenth", "known")]
        if count <= MOST_LISTENERS:
            curl = ["curl", "-Z", "--parallel-max", "64", "-K", "list"]
            programs += [(f"curl {kind}", curl, {}) for kind in ("first", "304", "tenth")]
        if options.limit:
            bare = [os.path.abspath(options.limit), "urls", "validators", "64"]
            bare += [f"{authority}/bundle.pem"] if authority else []
            programs += [("limit", bare, {"NOCAPATH": "1"}), ("limit 304", bare, {"NOCAPATH": "1"})]
        if options.readers:
            programs += readers(folder, urls)
        size = sum(feeds[i % len(feeds)].stat().st_size for i in range(count))
        print(f"{count} feeds, {size / 1e6:.1f} MB; CPU-ms a feed (wall s, peak MiB)")
        for number in range(options.rounds):
            rows = round_of(programs, folder, feeds)
            with open(folder / "out/archive.jsonl", "rb") as archive:
                entries = sum(1 for _ in archive)
            figures = "  ".join(
                f"{name} {cpu * 1000 / count:.3f} ({wall:.2f}, {peak:.0f})" for name, (cpu, wall, peak) in rows)
            print(f"round {number + 1}: {figures}  entries {entries}", flush=True)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
