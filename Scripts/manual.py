#!/usr/bin/env python3
"""Prints the man page kawaraban(1) in the language of LC_ALL: the texts of `kawaraban help`, laid out with man(7).

    manual.py BINARY

The exit statuses are those of Documentation/Operations.md, in English. SOURCE_DATE_EPOCH dates the page.
"""
import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess

# No hyphens that the text does not have (groff takes HY at each paragraph, mandoc `.nh`), and no wide blanks.
PLAIN = (".nr HY 0", ".nh", ".ad l")
ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADINGS = {
    "en": ("NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS OF ALL COMMANDS", "EXIT STATUS", "SEE ALSO",
           "command", "default"),
    "ja": ("名前", "書式", "説明", "コマンド", "すべてのコマンドのオプション", "終了ステータス", "関連項目",
           "コマンド", "既定値"),
}


# Japanese has no blanks: a line may end after each character, but not before a closing one or after an opening one.
BREAK = re.compile(r"(?<=[\u3001-\u30ff\u3400-\u9fff\uff01-\uff60])(?<![「『（〔【])"
                   r"(?=[\u3041-\u9fff「『（〔【])(?![ぁぃぅぇぉっゃゅょァィゥェォッャュョーゝ々])")


def dated():
    """The date of a page."""
    moment = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    return datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).strftime("%Y-%m-%d")


def escaped(text):
    """Text that roff shows as it is: no escapes, no requests, hyphens that can be copied."""
    text = BREAK.sub(r"\\:", text.replace("\\", "\\e").replace("-", "\\-"))
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def paragraphs(text):
    """Paragraphs, and lines that begin with blanks as they are."""
    lines, code = [], False
    for line in text.split("\n"):
        if line.startswith("  ") != code:
            lines.append(".EX" if not code else ".EE")
            code = not code
        lines.append(escaped(line) if line.strip() else ".PP")
    return lines + ([".EE"] if code else [])


def spelt(argument):
    """An option or an argument as it is written: -c, --config FILE."""
    value = argument.get("valueName", "")
    if argument["kind"] == "positional":
        word = f"\\fI{escaped(value)}\\fR" + ("..." if argument["isRepeating"] else "")
        return f"[{word}]" if argument["isOptional"] else word
    names = [("\\-" if name["kind"] == "short" else "\\-\\-") + escaped(name["name"]) for name in argument["names"]]
    text = ", ".join(f"\\fB{name}\\fR" for name in names)
    return text + (f" \\fI{escaped(value)}\\fR" if argument["kind"] == "option" else "")


def described(argument, default):
    words = argument.get("abstract", "")
    if "defaultValue" in argument and argument["kind"] == "option":
        words += f" ({default}: {argument['defaultValue']})"
    return [".TP", spelt(argument), escaped(words) or "\\&"]


def shown(arguments):
    return [argument for argument in arguments if argument.get("shouldDisplay", True)]


def commands(command, path=()):
    """All commands without subcommands, with their names."""
    for each in command.get("subcommands", []):
        if each["commandName"] == "help" or not each.get("shouldDisplay", True):
            continue
        names = (*path, each["commandName"])
        if each.get("subcommands"):
            yield from commands(each, names)
        else:
            yield names, each


def exit_statuses():
    """The rows of the table of exit statuses: status, meaning."""
    page = (ROOT / "Documentation" / "Operations.md").read_text().split("\n## Exit statuses\n")[1].split("\n## ")[0]
    rows = [re.split(r" \| |^\| | ?\|$", line)[1:3] for line in page.split("\n") if re.match(r"\| \d", line)]
    return [(status, meaning.replace("**", "").replace("`", "")) for status, meaning in rows]


def page(root, language, version):
    name, synopsis, description, list_of_commands, common, statuses, see_also, word, default = HEADINGS[language]
    all_commands = list(commands(root))
    usual = [argument for argument in shown(all_commands[0][1]["arguments"])
             if all(argument in each["arguments"] for _, each in all_commands)]
    lines = [f'.TH KAWARABAN 1 {dated()} "Kawaraban {version}"', *PLAIN, f".SH {name}",
             f"kawaraban \\- {escaped(root['abstract'].rstrip('.。'))}", f".SH {synopsis}",
             f"\\fBkawaraban\\fR \\fI{word}\\fR [\\fI...\\fR]", f".SH {description}"]
    lines += paragraphs(root.get("discussion", ""))
    lines.append(f".SH {list_of_commands}")
    for names, each in all_commands:
        positional = [spelt(argument) for argument in shown(each["arguments"]) if argument["kind"] == "positional"]
        lines.append(f".SS kawaraban {' '.join([*map(escaped, names), *positional])}")
        lines.append(escaped(each.get("abstract", "")))
        if each.get("discussion"):
            lines += [".PP", *paragraphs(each["discussion"])]
        for argument in shown(each["arguments"]):
            if argument not in usual:
                lines += described(argument, default)
    lines.append(f".SH {common}")
    for argument in usual:
        lines += described(argument, default)
    lines.append(f".SH {statuses}")
    for status, meaning in exit_statuses():
        lines += [".TP", escaped(status), escaped(meaning)]
    lines += [f".SH {see_also}", ".BR kawaraban (5),", ".BR crontab (5),", ".BR systemd.timer (5)"]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=pathlib.Path)
    binary = parser.parse_args().binary.resolve()

    def printed(*arguments):
        return subprocess.run([binary, *arguments], stdout=subprocess.PIPE, check=True, text=True).stdout

    language = "ja" if os.environ.get("LC_ALL", "").startswith("ja") else "en"
    root = json.loads(printed("--experimental-dump-help"))["command"]
    print(page(root, language, printed("--version").strip()), end="")


if __name__ == "__main__":
    main()
