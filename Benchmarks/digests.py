#!/usr/bin/env python3
"""Measures what it costs to make a digest of many entries, in each format, beside another program.

    digests.py KAWARABAN [--before OTHER] [--entries 100 1000 10000] [--formats html markdown …] [--rounds 5]

Each program collects the entries once, from files, each of them with a title in two languages, a body of 1.5 KB, an
excerpt, tags and a picture, and delivers them to a file of each format. Then one more entry comes, and both deliver it,
in turn, from a copy of that state: the file is made once, of all its entries. (The first time it was made for every
1,000 of them.) What a format costs is what its run takes beyond `least`, whose file (a feed with `max_entries: 1`) shows
one entry alone. `full` is a page with `bodies: full`, as pages were before there was that option. CPU is user+sys in
ms, peaks are in MiB, both medians; ratios mean more than times.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile

import fetch

LEAST = "least"
BODIES = ", bodies: full"
FORMATS = {"html": "html", "full": "html" + BODIES, "markdown": "markdown", "text": "text", "atom": "atom",
           "jsonfeed": "jsonfeed", "jsonl": "jsonl"}
LEAST_TO_COMPARE = 10
FIRST = "f0000.xml"


def shape(count):
    """The number of feeds, and of entries in each."""
    feeds = {100: 5, 1000: 20}.get(count, max(1, count // 100))
    return feeds, count // feeds


def make_feed(path, feed, items):
    """Writes a feed of entries as blogs have them."""
    site = f"https://site{feed}.example.com"
    body = "".join(f"<p>{n}. 瓦版は江戸の新聞です。 A news sheet &amp; a <a href='/{n}'>link</a>.</p>\n" for n in range(20))
    entries = "".join(
        f"<item><title>Entry {n} of {feed}: 見出しと言葉の話</title><link>{site}/{n}</link>"
        f"<guid>{feed}-{n}</guid><pubDate>{1 + n % 20:02} Nov 2026 {n % 24:02}:00:00 +0000</pubDate>"
        f"<category>Swift</category><category>tag{n % 30}</category><dc:creator>Author {n % 12}</dc:creator>"
        f"<description>What entry {n} says, in a few words. 記事の要約です。</description>"
        f"<content:encoded><![CDATA[<p><img src='/{n}.jpg' width='640' height='360' alt='picture'></p>{body}]]>"
        "</content:encoded></item>\n" for n in range(items))
    path.write_text(
        '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Feed {feed} フィード</title><link>{site}/</link>'
        f"<description>made for measuring</description>\n{entries}</channel></rss>\n")


def make_place(folder, count):
    """A configuration with a pipeline a format, which waits until it is named, and its feeds."""
    place = folder / str(count)
    place.mkdir()
    feeds, items = shape(count)
    for feed in range(feeds):
        make_feed(place / f"f{feed:04}.xml", feed, items)
    names = [LEAST, *FORMATS]
    place.joinpath("config.yaml").write_text("\n".join([
        "version: 1", "settings: { timezone: Asia/Tokyo, locale: ja }", "defaults: { first_run: all, refresh: 7d }",
        "sources:", *(f"  f{feed:04}: {{ type: file, path: f{feed:04}.xml }}" for feed in range(feeds)), "sinks:",
        f"  {LEAST}: {{ type: file, path: out/{LEAST}, format: atom, max_entries: 1 }}",
        *(f"  {name}: {{ type: file, path: out/{name}, max_entries: {count}, format: {form} }}"
          for name, form in FORMATS.items()),
        "pipelines:",
        *(f"  {name}: {{ schedule: '0 0 1 1 *', sources: ['*'], group_by: source, sinks: [{name}] }}"
          for name in names)]) + "\n")
    return place


def configure(program, name, place):
    """The configuration that this program understands."""
    text = place.joinpath("config.yaml").read_text()
    path = place / f"{name}.yaml"
    path.write_text(text)
    if subprocess.run([program, "check", "-c", path], capture_output=True, check=False).returncode != 0:
        path.write_text(text.replace(BODIES, ""))


def prepare(program, name, place, count):
    """Collects and delivers all entries but one, and collects that one."""
    configure(program, name, place)
    command = [program, "run", "--quiet", "-c", f"{name}.yaml", "--state", f"{name}.sqlite"]
    make_feed(place / FIRST, 0, shape(count)[1] - 1)
    fetch.measured(command, place)
    for pipeline in (LEAST, *FORMATS):
        fetch.measured([*command, pipeline], place)
    (place / "out").rename(place / f"{name}-out")
    make_feed(place / FIRST, 0, shape(count)[1])
    fetch.measured([*command, "--now"], place)


def deliver(program, name, place, pipeline):
    """One measured delivery: CPU in ms, peak in MiB, bytes written."""
    shutil.rmtree(place / "out", ignore_errors=True)
    shutil.copytree(place / f"{name}-out", place / "out")
    for old in place.glob("run.sqlite*"):
        old.unlink()
    for path in place.glob(f"{name}.sqlite*"):
        shutil.copyfile(path, place / path.name.replace(name, "run", 1))
    command = [program, "run", pipeline, "--quiet", "-c", f"{name}.yaml", "--state", "run.sqlite"]
    cpu, _, peak = fetch.measured(command, place)
    return cpu * 1000, peak, (place / "out" / pipeline).stat().st_size


def tell(count, formats, found):
    """Prints a line a format, and the ratios of both programs; in parentheses that of what a format costs."""
    least = {name: statistics.median(one[0] for one in rows[LEAST]) for name, rows in found.items()}
    for kind in (LEAST, *formats):
        cells, whole, beyond, peaks = [], [], [], []
        for name, rows in found.items():
            cpu = statistics.median(one[0] for one in rows[kind])
            whole.append(cpu)
            beyond.append(cpu - least[name])
            peaks.append(statistics.median(one[1] for one in rows[kind]))
            size = rows[kind][-1][2]
            more = "" if kind == LEAST else f" ({beyond[-1]:+6.0f})"
            cells.append(f"{name} {cpu:6.0f} ms{more} {peaks[-1]:5.0f} MiB {size / 1000:7.0f} KB")
        if len(found) == 2:
            own = f" ({beyond[1] / beyond[0]:.2f})" if min(beyond) >= LEAST_TO_COMPARE else ""
            cells.append(f"CPU × {whole[1] / whole[0]:.2f}{own}, peak × {peaks[1] / peaks[0]:.2f}")
        print(f"{count:6} {kind:9} " + "   ".join(cells), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--before")
    parser.add_argument("--entries", type=int, nargs="+", default=[100, 1000, 10000])
    parser.add_argument("--formats", nargs="+", choices=FORMATS, default=list(FORMATS))
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    programs = {"before": options.before, "now": options.program} if options.before else {"now": options.program}
    programs = {name: os.path.abspath(program) for name, program in programs.items()}
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-digests-"))
    try:
        for count in options.entries:
            place = make_place(folder, count)
            for name, program in programs.items():
                prepare(program, name, place, count)
            found = {name: {kind: [] for kind in (LEAST, *options.formats)} for name in programs}
            for _ in range(options.rounds):
                for kind in (LEAST, *options.formats):
                    for name, program in programs.items():
                        found[name][kind].append(deliver(program, name, place, kind))
            tell(count, options.formats, found)
            shutil.rmtree(place)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
