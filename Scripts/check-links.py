#!/usr/bin/env python3
"""Checks that every relative link leads to a file and a heading, and that README.md links all documentation pages."""
import itertools
import pathlib
import re
import sys

from trials import ROOT

FENCE = re.compile(r"^( *)(```|~~~).*?^\1\2$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def pages():
    return sorted(itertools.chain(
        ROOT.glob("*.md"), ROOT.glob("Documentation/*.md"), ROOT.glob("Harness/*.md"), ROOT.glob(".github/**/*.md")))


def prose(page):
    """The text of a page without its blocks of code."""
    return FENCE.sub("", page.read_text("utf-8"))


def anchors(page):
    """The words by which the headings of a page can be linked, as the hosts of repositories make them."""
    known = set()
    for heading in re.findall(r"^#+ +(.+?) *$", prose(page), re.MULTILINE):
        text = LINK.sub("]", heading).replace("[", "").replace("]", "")
        word = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        known.add(next(name for number in itertools.count()
                       if (name := word if number == 0 else f"{word}-{number}") not in known))
    return known


def main():
    failed = 0
    linked = set()
    for page in pages():
        text = re.sub(r"`[^`\n]*`", "", prose(page))
        for link in LINK.findall(text):
            if re.match(r"[a-z]+:", link):
                continue
            place, _, anchor = link.partition("#")
            target = (page.parent / place).resolve() if place else page
            if page.name == "README.md" and page.parent == ROOT:
                linked.add(target)
            if not target.exists():
                problem = "there is no such file"
            elif anchor and anchor not in anchors(target):
                problem = "there is no such heading"
            else:
                continue
            print(f"{page.relative_to(ROOT)}: {link}: {problem}", file=sys.stderr)
            failed += 1
    for page in sorted(set(ROOT.glob("Documentation/*.md")) - linked):
        print(f"README.md does not link {page.relative_to(ROOT)}", file=sys.stderr)
        failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
