#!/usr/bin/env python3
"""Measures `kawaraban list --search` and conditions over many titles, in Japanese and English.

    search.py KAWARABAN [--before OTHER] [--entries 100000] [--rounds 5]

Each program collects the entries once, from files. Then words are looked for, by both programs in turn: by `list
--search`, which stops when its list is full, so that words that are rare or nowhere take longest; and by a dry run of a
pipeline with one condition that holds for no entry; `no text` looks at no title. Prints medians of wall time and
CPU (user+sys) in ms and of peaks in MiB, and how many lines were printed.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

import fetch

A_FEED = 1000
SUBJECTS = [
    "Swiftで作る小さなサーバー", "Reading a Feed in Linear Time", "髙橋さんに聞く、図書館のこれから", "クラウドの料金を半分にした話",
    "Why the Backup Was Never Restored", "ｻｰﾊﾞｰﾚｽで動かすバッチ処理", "ラーメン店の行列を数える", "東京都の人口、7年ぶりに減少",
    "MongoDB and Go in Production", "週末に読む技術書のまとめ"]
SEARCHES = {
    "frequent": "サーバー", "rare": "番目の珍しい話", "nowhere": "どこにもない言葉", "Latin": "nowhere at all", "one letter": "ヮ"}
# None of them holds for any entry, so that all that differs is the judging.
CONDITIONS = {
    "no text": "likes: '>=10'", "contains": "title: { contains: どこにもない }",
    "ten words": "title: { contains: [a1x, b2x, c3x, d4x, e5x, f6x, g7x, h8x, i9x, j0x] }",
    "fold: kana": "title: { contains: どこにもない, fold: kana }", "word": "title: { word: Nowhere }",
    "matches": "title: { matches: '\\bNowhere\\b|どこにもない' }"}


def make_place(folder, count):
    """Feeds of a thousand entries, and a pipeline a condition, which waits until it is named."""
    feeds = max(1, count // A_FEED)
    for feed in range(feeds):
        numbers = range(feed * A_FEED, min(count, (feed + 1) * A_FEED))
        items = "".join(
            f"<item><title>{SUBJECTS[n % len(SUBJECTS)]}({n}{'番目の珍しい話' if n % 20_000 == 7 else ''})</title>"
            f"<link>https://site{feed}.example.com/{n}</link><guid isPermaLink='false'>{n}</guid>"
            f"<pubDate>{1 + n % 20:02} Nov 2026 {n % 24:02}:00:00 +0900</pubDate>"
            f"<description>What entry {n} says, in a few words. 記事の要約です。</description></item>\n" for n in numbers)
        (folder / f"f{feed:04}.xml").write_text(
            f"<rss version='2.0'><channel><title>Feed {feed}</title><link>https://site{feed}.example.com/</link>"
            f"<description>made for measuring</description>\n{items}</channel></rss>\n")
    (folder / "config.yaml").write_text("\n".join([
        "version: 1", "settings: { timezone: Asia/Tokyo, locale: en }", "defaults: { first_run: all, refresh: 7d }",
        "sources:", *(f"  f{feed:04}: {{ type: file, path: f{feed:04}.xml }}" for feed in range(feeds)),
        "sinks: { out: { type: stdout } }", "pipelines:",
        *(f"  p{number}: {{ schedule: '0 0 1 1 *', sources: ['*'], filters: [{{ keep: {{ {test} }} }}], sinks: [out] }}"
          for number, test in enumerate(CONDITIONS.values()))]) + "\n")


def timed(command, folder):
    """Wall time and CPU in ms, peak in MiB, and the number of lines that the command printed."""
    with tempfile.TemporaryFile() as output:
        begun = time.monotonic()
        child = subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - begun
        if os.waitstatus_to_exitcode(status) != 0:
            raise SystemExit(f"{command} ended with {os.waitstatus_to_exitcode(status)}")
        output.seek(0)
        figures = (wall * 1000, (usage.ru_utime + usage.ru_stime) * 1000, usage.ru_maxrss / 1024)
        return figures, output.read().count(b"\n")


def measure(title, commands, folder, rounds):
    """Prints a line: medians of commands, each by the name of its program."""
    rows = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            rows[name].append(timed(command, folder))
    cells = []
    for name, found in rows.items():
        wall, cpu, peak = (statistics.median(one[0][index] for one in found) for index in range(3))
        cells.append(f"{name} {wall:6.0f} ms, CPU {cpu:6.0f} ms, {peak:4.0f} MiB, {found[-1][1]} lines")
    print(f"{title:24} " + "   ".join(cells), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--before")
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    programs = {"before": options.before, "now": options.program} if options.before else {"now": options.program}
    programs = {name: os.path.abspath(program) for name, program in programs.items()}
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-search-"))
    try:
        make_place(folder, options.entries)
        for name, program in programs.items():
            fetch.measured([program, "run", "--quiet", "--state", f"{name}.sqlite"], folder)
        for title, word in SEARCHES.items():
            commands = {name: [program, "list", "--state", f"{name}.sqlite", "--search", word]
                        for name, program in programs.items()}
            measure(f"list --search, {title}", commands, folder, options.rounds)
        for number, title in enumerate(CONDITIONS):
            commands = {name: [program, "run", f"p{number}", "--dry-run", "--quiet", "--state", f"{name}.sqlite"]
                        for name, program in programs.items()}
            measure(f"condition, {title}", commands, folder, options.rounds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
