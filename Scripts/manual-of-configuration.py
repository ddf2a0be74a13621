#!/usr/bin/env python3
"""Prints the man page kawaraban(5), the format of the configuration, in the language of LC_ALL.

    manual-of-configuration.py BINARY

It is Documentation/Configuration.md: its first part as it stands, which is in English only, then every option as the
program declares it, in its language. SOURCE_DATE_EPOCH dates the page.
"""
import argparse
import os
import pathlib
import re
import subprocess
import textwrap

from manual import PLAIN, ROOT, dated, escaped

WORDS = {
    "en": {
        "name": "NAME", "what": "format of the configuration", "synopsis": "SYNOPSIS", "description": "DESCRIPTION",
        "see": "SEE ALSO", "pages": "The pages that are named here as *.md are in /usr/share/doc/kawaraban.",
    },
    "ja": {
        "name": "名前", "what": "設定ファイルの書式", "synopsis": "書式", "description": "説明", "see": "関連項目",
        "pages": "書式の規則と短縮形の説明は、英語のページ（LC_ALL=C man 5 kawaraban）にあります。ここで *.md と書かれた文書は "
                 "/usr/share/doc/kawaraban にあります。",
        "first": "設定ファイルはYAMLで書きます。既定の名前は config.yaml です。以下は、このプログラムが読むすべてのオプションです。"
                 "誤りは kawaraban check が場所とともに示します。",
    },
}
# The width of a line of code: 80 columns without the margins of man and of an example.
WIDTH = 69


def inline(text):
    """A line of Markdown: code and what is bold in bold, what is emphasised in italics, links as their texts."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    parts = re.split(r"(``.+?``|`[^`]*`|\*\*[^*]+\*\*|\*\w[^*]*\*)", text)
    for index, part in enumerate(parts):
        if index % 2:
            font = "I" if part.startswith("*") and not part.startswith("**") else "B"
            parts[index] = f"\\f{font}{escaped(part.strip(part[0]))}\\fR"
        else:
            parts[index] = escaped(part.replace("&lt;", "<"))
    line = re.sub(r"\{ [^{}]{1,30} \}", lambda map: map.group().replace(" ", "\\~"), "".join(parts))
    # A line may end after these, also before what is not Japanese.
    line = re.sub(r"(?<=[、。）])(?=\\f[BI]|[\w{\[])", r"\\:", line, flags=re.ASCII)
    return "\\&" + line if line[:1] in (".", "'") else line


def code_lines(line):
    """A line of YAML in lines that 80 columns have space for: a comment goes above it, a map is broken at commas."""
    text, _, comment = line.partition("  # ")
    text = text.rstrip()
    if len(line) <= WIDTH:
        return [line]
    indent = re.match(" *", text).group()
    lines = textwrap.wrap(comment.strip(), WIDTH, initial_indent=f"{indent}# ", subsequent_indent=f"{indent}# ")
    margin = indent
    while len(margin + text.strip()) > WIDTH:
        whole = margin + text.strip()
        commas = [place for place in range(len(margin) + 1, WIDTH)
                  if whole[place - 1:place + 1] == ", " and whole[:place].count('"') % 2 == 0]
        if not commas:
            break
        lines.append(whole[:commas[-1]])
        text, margin = whole[commas[-1]:], indent + "    "
    return [*lines, margin + text.strip()]


def cells(row):
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip())[1:-1]]


def listed(rows):
    """A table as a list: of an option what it does, then its type and default; of others the further cells in a row."""
    lines, default = [], cells(rows[0])[2:3]
    separator = "; " if "".join(default).isascii() else "、\\:"
    for row in rows[2:]:
        first, *others = cells(row)
        lines += [".TP", inline(first)]
        if len(others) == 3:
            kind, value, text = others
            # A value in code is a default; otherwise it is the word that says that the option is required.
            value = f"{default[0]} {value}" if value.startswith("`") else value
            lines += [inline(text), ".br"] if text else []
            lines.append(f"\\fI{inline(kind)}\\fR" + (f"{separator}{inline(value)}" if value else ""))
        else:
            lines.append(inline("; ".join(other for other in others if other)) or "\\&")
    return lines


def roff(markdown):
    """The lines of a page in the Markdown of our reference."""
    lines, source = [], markdown.split("\n")
    at = 0

    def paragraph(start, stops):
        """The lines that belong to one paragraph or item, as one text."""
        end = start + 1
        while end < len(source) and source[end].strip() and not re.match(stops, source[end]):
            end += 1
        return " ".join(line.strip() for line in source[start:end]), end

    while at < len(source):
        line = source[at]
        if not line.strip() or line.startswith(("# ", "<!--")):
            at += 1
        elif line.startswith("## "):
            lines.append(f".SH {escaped(line[3:].upper())}")
            at += 1
        elif line.startswith("### "):
            lines.append(f".SS {inline(line[4:])}")
            at += 1
        elif line.startswith("```"):
            end = source.index("```", at + 1)
            code = [piece for each in source[at + 1:end] for piece in code_lines(each)]
            lines += [".PP", ".RS 2", ".EX", *(escaped(each) or "\\&" for each in code), ".EE", ".RE"]
            at = end + 1
        elif line.startswith("|"):
            end = at
            while end < len(source) and source[end].startswith("|"):
                end += 1
            lines += listed(source[at:end])
            at = end
        elif line.startswith("- "):
            text, at = paragraph(at, r"- |```|\|")
            lines += [".IP \\(bu 2", inline(text[2:])]
        else:
            text, at = paragraph(at, r"- |```|\||#")
            lines += [".PP", inline(text)]
    # The first paragraph of a section needs no space above it.
    return [line for before, line in zip([".SH", *lines], lines) if line != ".PP" or not before.startswith(".S")]


def page(declared, language, version):
    words = WORDS[language]
    written = (ROOT / "Documentation" / "Configuration.md").read_text().split("<!-- generated")[0]
    lines = [f'.TH KAWARABAN 5 {dated()} "Kawaraban {version}"', *PLAIN, f".SH {words['name']}",
             f"kawaraban \\- {words['what']}", f".SH {words['synopsis']}", "\\fBconfig.yaml\\fR",
             f".SH {words['description']}"]
    lines += roff(written) if "first" not in words else [escaped(words["first"])]
    lines += roff(declared)
    lines += [f".SH {words['see']}", ".BR kawaraban (1)", ".PP", escaped(words["pages"])]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=pathlib.Path)
    binary = parser.parse_args().binary.resolve()

    def printed(*arguments):
        return subprocess.run([binary, *arguments], stdout=subprocess.PIPE, check=True, text=True).stdout

    language = "ja" if os.environ.get("LC_ALL", "").startswith("ja") else "en"
    print(page(printed("plugins", "--markdown"), language, printed("--version").strip()), end="")


if __name__ == "__main__":
    main()
