#!/usr/bin/env python3
"""Measures what programs cost: 20,000 entries from a source in Python through a filter in Python to a file.

    programs.py BINARY [ENTRIES]

Prints the wall time of a run, and the CPU time of kawaraban without that of the programs.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

CONFIGURATION = """\
version: 1
settings: { locale: en, timezone: UTC }
defaults: { first_run: all, timeout: 5m, max_entries: 1000000, max_body: 512MiB, flood_guard: no }
sources:
  made: { type: command, run: [./source.py, "%d"] }
sinks:
  page: { type: file, path: page.jsonl, format: jsonl, mode: append }
pipelines:
  all:
    sources: [made]
    filters: [ %s ]
    sinks: [page]
"""
FILTER = "{ command: { run: [./filter.py], per_run: 1000000, timeout: 5m, max_output: 512MiB } }"
COST = """\
import resource, os
used = resource.getrusage(resource.RUSAGE_SELF)
open("cost", "a").write(f"{used.ru_utime + used.ru_stime}\\n")
"""
SOURCE = """\
#!/usr/bin/python3
import json, sys
items = [{"id": str(n), "title": f"entry {n}", "url": f"https://example.com/{n}", "content_html": "<p>" + "words and " * 100}
         for n in range(int(sys.argv[1]))]
json.dump({"version": "https://jsonfeed.org/version/1.1", "title": "Made", "items": items}, sys.stdout)
""" + COST
PROGRAM = """\
#!/usr/bin/python3
import json, sys
for line in sys.stdin:
    entry = json.loads(line)
    print(json.dumps({"id": entry["id"], "title": entry["title"].upper()}))
""" + COST


def measured(binary, count, filters):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-bench-"))
    (folder / "config.yaml").write_text(CONFIGURATION % (count, filters))
    for name, text in [("source.py", SOURCE), ("filter.py", PROGRAM)]:
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    begun = time.monotonic()
    process = subprocess.Popen([binary, "run"], cwd=folder)
    _, status, used = os.wait4(process.pid, 0)
    wall = time.monotonic() - begun
    lines = len((folder / "page.jsonl").read_text().splitlines())
    if status or lines != count:
        raise SystemExit(f"status {status}, {lines} lines; look at {folder}")
    programs = sum(float(line) for line in (folder / "cost").read_text().split())
    shutil.rmtree(folder)
    return wall, used.ru_utime + used.ru_stime - programs, programs, used.ru_maxrss >> 10


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    for name, filters in [("without the filter", ""), ("with the filter", FILTER)]:
        wall, own, programs, memory = measured(binary, count, filters)
        print(f"{count} entries {name}: {wall:.2f} s; kawaraban {own:.2f} s of a processor and {memory} MiB at most, "
              f"the programs {programs:.2f} s")


main()
