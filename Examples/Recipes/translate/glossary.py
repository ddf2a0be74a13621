#!/usr/bin/python3
"""glossary.py TABLE: stands in for a translator: puts the words of a table (English, a tab, Japanese) in place.

It reads a title a line and writes one a line. The longest words that fit count; what the table does not know stays.
"""
import pathlib
import re
import sys


def main(table):
    lines = table.read_text("utf-8").splitlines()
    words = dict(line.lower().split("\t") for line in lines if "\t" in line)
    known = sorted(words, key=len, reverse=True)
    pattern = re.compile(r"\b(" + "|".join(map(re.escape, known)) + r")\b", re.IGNORECASE)
    for title in sys.stdin.buffer:
        text = pattern.sub(lambda found: words[found[0].lower()], title.decode("utf-8"))
        sys.stdout.buffer.write(text.encode("utf-8"))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
