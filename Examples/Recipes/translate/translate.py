#!/usr/bin/python3
"""translate.py PROGRAM…: puts a translation before each title.

PROGRAM reads a title a line and writes a translation a line. `glossary.py` stands in for one; put yours in its place, such
as [trans, -b, "en:ja"]. If it fails, or writes another number of lines, this ends with a status other than 0: nothing is
decided, and the entries wait.
"""
import json
import subprocess
import sys


def translations(titles, program):
    """One for each title, in their order."""
    done = subprocess.run(program, input="".join(f"{title}\n" for title in titles).encode(), stdout=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"{program[0]} ended with status {done.returncode}")
    lines = done.stdout.decode("utf-8").split("\n")
    if len(lines) != len(titles) + 1:
        sys.exit(f"{program[0]} answered {len(titles)} titles with {len(lines) - 1} lines")
    return lines[:-1]


def main(program):
    entries = [json.loads(line) for line in sys.stdin.buffer]
    # What has no title is not asked for, and stays as it is.
    titled = [entry for entry in entries if entry.get("title")]
    translated = dict(zip((entry["id"] for entry in titled), translations([e["title"] for e in titled], program)))
    for entry in entries:
        title = translated.get(entry["id"], "").strip()
        answer = {"id": entry["id"]}
        if title and title != entry["title"]:
            answer["title"] = f"{title} ({entry['title']})"
        print(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1:])
