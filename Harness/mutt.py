#!/usr/bin/env python3
"""Has mutt show letters, and compares what it shows with what was composed.

    mutt.py [LETTERS] [--binary release|debug|PATH] [--seed N]

So many pipelines deliver a digest each into one Maildir. Their titles are hostile: line ends, encoded words, characters
that turn the direction, fields of a header. mutt decodes each letter on a terminal of its own, once as text and once as
HTML. Its subject and its parts must be those that Python's email package reads, both parts must have each entry's link,
and no letter may have a field that it should not have. Exits with 1 otherwise.
"""
import argparse
import email
import email.policy
import os
import pathlib
import pty
import random
import re
import shutil
import subprocess
import sys
import tempfile

from world import binary_of

FIELDS = ["Message-ID", "Date", "From", "To", "Subject", "List-Id", "Auto-Submitted", "Precedence", "Content-Language",
          "MIME-Version", "Content-Type"]
TITLES = [
    "Swift 6.3がリリースされました", "A plain title", "=?utf-8?b?44GC?= is no encoded word", "絵文字🎉と👨‍👩‍👧‍👦の家族",
    "a&#13;&#10;Bcc: evil@example.com&#13;&#10;&#13;&#10;&lt;script&gt;alert(1)&lt;/script&gt;", "&#x202E;overturned&#x2066;",
    "line&#x2028;separator&#x2029;", "From the start of a line", ".", "--frontier", "=3D is no equals sign",
    "か&#x3099;く点", "مرحبا بالعالم", "&#xFEFF;mark", "trailing\\", "\"quoted\" &lt;angle&gt;", "長い" * 300, "x" * 2000,
    "z" + "&#x301;" * 500, "$(reboot)`reboot`", "%s%n%d", "~r .", "\u3000全角の　空白\u3000",
]
CONFIGURATION = """\
version: 1
settings: {{ timezone: Asia/Tokyo, locale: {locale} }}
defaults: {{ first_run: all }}
sources:
{sources}
sinks:
  inbox:
    type: mail
    from: 瓦版 <news@example.jp>
    to: "花子 =?utf-8?q?x?= <hanako@example.jp>"
    via: {{ maildir: Mail }}
pipelines:
{pipelines}
"""
# `pipe_decode`: the command gets what mutt would show. Without `wrap` and markers it is the part itself.
MUTT = """\
set charset=utf-8 folder={folder} spoolfile={folder}/Mail pipe_decode=yes pipe_split=yes wait_key=no
set quit=yes move=no mark_old=no wrap=0 markers=no allow_ansi=no header_cache= tmpdir={folder} mailcap_path={folder}/cap
set reflow_text=no
unset confirmappend sleep_time
set sleep_time=0
auto_view text/html
alternative_order text/{kind}
ignore *
unignore subject
push "<tag-pattern>~A<enter><tag-prefix><pipe-message>{folder}/take {kind}<enter><exit>"
"""


def feed(number, chance):
    """A feed of some titles; returns its text and them as a reader should see them."""
    titles = [f"{chance.choice(TITLES)} {number}-{index}" for index in range(chance.randint(1, 12))]
    items = "".join(
        f"<item><guid>{index}</guid><title>{title}</title><link>https://example.jp/{number}/{index}</link>"
        f"<description>{chance.choice(TITLES)}&lt;p&gt;From here on, the text. そして続く。</description></item>"
        for index, title in enumerate(titles))
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>{chance.choice(TITLES)}</title>{items}</channel></rss>'


def show(folder, kind):
    """What mutt shows of each letter as text or HTML: a list of texts."""
    (folder / "muttrc").write_text(MUTT.format(folder=folder, kind=kind))
    process, terminal = pty.fork()
    if process == 0:
        os.execvpe("mutt", ["mutt", "-n", "-R", "-F", str(folder / "muttrc")],
                   {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", "HOME": str(folder)})
    screen = b""
    try:
        while piece := os.read(terminal, 65536):
            screen = (screen + piece)[-4000:]
    except OSError:
        pass
    _, status = os.waitpid(process, 0)
    if status != 0:
        sys.exit(f"mutt ended with {status}: {screen.decode(errors='replace')}")
    names = sorted((folder / "shown").glob(f"{kind}-*"), key=lambda path: int(path.name.split("-")[1]))
    return [path.read_text() for path in names]


def plain(text):
    """A text without the ends of its lines' blanks, which nobody sees."""
    return "\n".join(line.rstrip(" ") for line in text.replace("\r\n", "\n").strip("\n").split("\n"))


def judged(letters, shown):
    """What is wrong: sentences."""
    for kind, texts in shown.items():
        if len(texts) != len(letters):
            yield f"mutt shows {len(texts)} of {len(letters)} letters as {kind}"
    parts = {}
    for letter in letters:
        yield from (f"{letter['Subject']}: {defect!r}" for part in letter.walk() for defect in part.defects)
        if letter.keys() != FIELDS:
            yield f"{letter['Subject']}: its fields are {letter.keys()}"
        for kind in shown:
            part = letter.get_body((kind,)).get_payload(decode=True).decode()
            parts[kind, f"Subject: {letter['Subject']}\n\n{plain(part)}"] = letter
    for kind, texts in shown.items():
        for text in texts:
            # A long subject is folded where its encoded words end.
            head, _, body = text.partition("\n\n")
            head = re.sub(r"\n[ \t]", " ", head).split("\n")[0]
            if parts.pop((kind, f"{head}\n\n{plain(body)}"), None) is None:
                yield f"mutt shows as {kind} what was not composed: {text[:300]!r}"
    yield from (f"mutt does not show as {kind}: {text[:300]!r}" for kind, text in parts)


def untold(letters, count):
    """Links of entries that a letter lacks in a part: sentences."""
    for kind in ("plain", "html"):
        links = [link for letter in letters
                 for link in re.findall(r"https://example\.jp/\d+/\d+", letter.get_body((kind,)).get_content())]
        if len(set(links)) != count:
            yield f"{len(set(links))} of {count} entries are in the {kind} parts"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("letters", nargs="?", type=int, default=200)
    parser.add_argument("--binary", default="release")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 30))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    if not shutil.which("mutt"):
        sys.exit("mutt is missing: apt-get install mutt")
    chance = random.Random(options.seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-mutt-"))
    numbers = range(options.letters)
    count = 0
    for number in numbers:
        text = feed(number, chance)
        count += text.count("<item>")
        (folder / f"{number}.xml").write_text(text)
    (folder / "config.yaml").write_text(CONFIGURATION.format(
        locale=chance.choice(["en", "ja"]),
        sources="\n".join(f"  s{number}: {{ type: file, path: {number}.xml, flood_guard: no }}" for number in numbers),
        pipelines="\n".join(f"  p{number}: {{ sources: [s{number}], sinks: [inbox] }}" for number in numbers)))
    subprocess.run([binary_of(options.binary), "run", "--quiet", "-c", folder / "config.yaml"], check=True)
    letters = [email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
               for path in (folder / "Mail" / "new").iterdir()]
    (folder / "cap").write_text("text/html; cat %s; copiousoutput\n")
    (folder / "shown").mkdir()
    (folder / "take").write_text(
        f'#!/bin/sh\nn=$(ls {folder}/shown | wc -l)\nexec cat >"{folder}/shown/$1-$n"\n')
    (folder / "take").chmod(0o755)
    shown = {kind: show(folder, kind) for kind in ("plain", "html")}
    problems = list(judged(letters, shown)) + list(untold(letters, count))
    print(f"{len(letters)} letters of {count} entries, shown by mutt as text and as HTML: {len(problems)} problems")
    for problem in problems[:20]:
        print(f"  {problem}")
    if problems:
        print(f"kept: {folder}")
        sys.exit(1)
    shutil.rmtree(folder)


main()
