#!/usr/bin/env python3
"""Runs the recipes of Examples/Recipes, each in an empty folder, and compares the results with the expected ones.

    check-recipes.py BINARY [NAME …] [--write]
    check-recipes.py BINARY --page FOLDER

A recipe with a folder `recorded` is replayed from it. `expected/` has its entries (id, address, date, title) and its
digest. The second run must deliver nothing. `later/`, if it exists, has the servers' responses a day later, and
`expected-later/` the result of these. The programs of the other recipes are run. Nothing is requested from the network.

--write replaces the expected results: read the difference before you commit it. --page makes one page of all recipes,
FOLDER/page.html.
"""
import argparse
import difflib
import email
import email.policy
import functools
import importlib.util
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from trials import ROOT, Attempts, Example, demand

RECIPES = ROOT / "Examples" / "Recipes"
# The moment of a table, so that what is told of it is the same each time.
MOMENT = 1763604000
SECRETS = {"GITHUB_TOKEN": "ghp_of_nobody", "CONNPASS_API_KEY": "key_of_nobody"}


class Trial(Example):
    """A copy of a recipe in a folder of its own."""

    def __init__(self, binary, name, folder, writes):
        super().__init__(binary, RECIPES / name, folder, SECRETS, ignored=["expected*"])
        self.writes = writes

    def call(self, *arguments):
        return self.execute([self.binary, *arguments, "--state", "state.sqlite"])

    def run(self, *arguments, status=0, tells=""):
        """A run that ends with `status`, and tells what has `tells` in it, or nothing."""
        done = self.call("run", "--strict", *arguments)
        demand(done.returncode == status, f"run ended with {done.returncode}, not {status}: {done.stderr}")
        demand(tells in done.stderr if tells else not done.stderr, f"run told: {done.stderr or 'nothing'}")

    def entries(self):
        """A line an entry: id, address, date and title; in the order of the list, which is by date."""
        done = self.call("list", "--json", "--limit", "1000")
        demand(done.returncode == 0, done.stderr)
        entries = [json.loads(line) for line in done.stdout.splitlines()]
        return "".join("\t".join(str(entry.get(key) or "-") for key in ("id", "url", "date_published", "title")) + "\n"
                       for entry in entries)

    def digests(self):
        """All that was written, by name; without the day and the minute of a run that was not replayed."""
        texts = {}
        for path in sorted(self.folder.glob("digests/*")):
            texts[path.name] = path.read_text("utf-8")
        return texts

    def compare(self, folder, texts):
        """Compares texts by name with the files of a folder of the recipe."""
        place = self.origin / folder
        if self.writes:
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()
            for name, text in texts.items():
                (place / name).write_text(text, "utf-8")
        known = {path.name: path.read_text("utf-8") for path in place.glob("*")}
        difference = []
        for name in sorted({**known, **texts}):
            difference += difflib.unified_diff(
                known.get(name, "").splitlines(True), texts.get(name, "").splitlines(True),
                f"{place.relative_to(ROOT)}/{name}", f"{self.name}: {name}")
        demand(not difference, "".join(difference))

    def expect(self, folder, before=None):
        """Compares entries and those digests that are new or changed."""
        before = before or {}
        new = {name: text for name, text in self.digests().items() if before.get(name) != text}
        self.compare(folder, {"entries.txt": self.entries(), **new})

    def expect_undated(self, folder):
        """The same for a run by the machine's clock."""
        texts = {}
        for name, text in self.digests().items():
            name = re.sub(r"\d{4}-\d\d-\d\d", "DATE", name)
            texts[name] = texts.get(name, "") + re.sub(r"^\d{4}年\d.*\n+", "", text, count=1, flags=re.MULTILINE)
        self.compare(folder, {"entries.txt": self.entries(), **texts})


def replayed(trial):
    replay = lambda recording: trial.run("--replay", recording)
    replay("recorded")
    trial.expect("expected")
    first, entries = trial.digests(), trial.entries()
    replay("recorded")
    demand((trial.digests(), trial.entries()) == (first, entries), "a second run on the same answers delivered again")
    if (trial.folder / "later").exists():
        replay("later")
        trial.expect("expected-later", before=first)


def people(trial):
    """J05: the later list has one user more, and all of them in another order."""
    replayed(trial)
    # As its first lines say: with `none` the first list is no news, and a new one is.
    configuration = trial.folder / "config.yaml"
    configuration.write_text(configuration.read_text("utf-8").replace("first_run: all", "first_run: none"), "utf-8")
    for path in [*trial.folder.glob("state.sqlite*"), *trial.folder.glob("digests/*")]:
        path.unlink()
    trial.run("--replay", "recorded")
    demand(not trial.digests(), "`first_run: none` delivered the first list")
    trial.run("--replay", "later")
    # The same page, but there is none before it.
    link = "[Previous page](people-2026-11-20.md)\n\n"
    digests = {name: text + link for name, text in trial.digests().items()}
    trial.compare("expected-later", {"entries.txt": trial.entries(), **digests})


def city_news(trial):
    replayed(trial)
    # A page that was built anew is told, delivers nothing, and is no list of which all is gone.
    first = trial.digests()
    recording = trial.folder / "redesigned"
    shutil.copytree(trial.folder / "later", recording)
    (recording / "clock").write_text("2026-11-22T19:00:00+09:00\n")
    answer = next(recording.glob("*.http"))
    answer.write_text(answer.read_text("utf-8").replace('id="whatsnew"', 'id="news-list"').replace("b1", "c1"), "utf-8")
    trial.run("--replay", "redesigned", status=1)
    status = trial.call("status", "city").stdout
    demand("`#whatsnew li.item`" in status, f"a page that was built anew is told so: {status}")
    shutil.rmtree(recording)
    shutil.copytree(trial.folder / "later", recording)
    (recording / "clock").write_text("2026-11-23T19:00:00+09:00\n")
    trial.run("--replay", "redesigned")
    demand(trial.digests() == first, "the page of before delivered something again")


def price_changes(trial):
    def table(name):
        shutil.copyfile(trial.origin / name, trial.folder / "prices.csv")
        os.utime(trial.folder / "prices.csv", (MOMENT, MOMENT))

    table("prices.csv")
    for _ in range(2):
        trial.run()
        demand(not trial.digests() and not trial.entries(), "the first look at a table delivered something")
    table("prices-later.csv")
    trial.run()
    trial.expect_undated("expected")
    first = trial.digests()
    trial.run()
    demand(trial.digests() == first, "the same table delivered again")
    (trial.folder / "prices.csv").write_text("name,price\n")
    trial.run(status=1)
    table("prices-later.csv")
    trial.call("run")
    demand(trial.digests() == first, "an empty table counted as one of which everything is gone")


def translate(trial):
    # Who is asked for what stands in a file.
    glossary = trial.folder / "glossary.py"
    glossary.rename(trial.folder / "real.py")
    glossary.write_text('#!/bin/sh\ntee -a asked | ./real.py "$@"\n')
    glossary.chmod(0o755)
    words = trial.folder / "glossary.tsv"
    words.rename(trial.folder / "away.tsv")
    trial.run(status=1, tells='pipeline "weather"')
    demand(not trial.digests(), "entries did not wait for the translator")
    (trial.folder / "away.tsv").rename(words)
    (trial.folder / "asked").unlink()
    trial.run(tells='pipeline "weather"')
    trial.expect_undated("expected")
    feed = trial.folder / "feed.xml"
    item = "<item><guid>new</guid><title>Fog, then clear sky</title></item></channel>"
    feed.write_text(feed.read_text("utf-8").replace("</channel>", item), "utf-8")
    trial.run()
    digest = "".join(trial.digests().values())
    demand("霧, then 晴れた空 (Fog, then clear sky)" in digest, "the new title was not translated")
    asked = (trial.folder / "asked").read_text().splitlines()
    demand(len(asked) == len(set(asked)) == 21, f"the translator was asked for {len(asked)} titles")


SENDMAIL = """#!/bin/sh
printf '%s\\n' "$*" >>calls
read status <status
test "$status" != 0 || cat >"mail-$(ls mail-* 2>/dev/null | wc -l).eml"
exit "$status"
"""


def mail(trial):
    programs = trial.folder / "programs"
    programs.mkdir()
    (programs / "sendmail").write_text(SENDMAIL)
    (programs / "sendmail").chmod(0o755)
    trial.environment["PATH"] = f"{programs}:{trial.environment['PATH']}"
    status = trial.folder / "status"
    # Nobody knows what became of it: the same again at the next run.
    status.write_text("71\n")
    trial.call("run")
    status.write_text("0\n")
    trial.call("run")
    trial.run()
    calls = (trial.folder / "calls").read_text()
    demand(calls == "-i -f news@example.com -- me@example.com\n" * 2, f"sendmail was called with {calls}")
    mails = sorted(trial.folder.glob("mail-*.eml"))
    demand(len(mails) == 1, f"{len(mails)} mails were sent")
    sent = read_mail(mails[0].read_bytes())
    demand(re.fullmatch(r"朝のまとめ · \d{4}年\d+月\d+日（.）\d\d:\d\d", sent["Subject"]), f"the subject is {sent['Subject']}")
    identity = sent["Message-ID"].strip()
    demand(re.fullmatch(r"<msg_[a-z0-9]+@example\.com>", identity), f"the id is {identity}")
    text = sent.get_content().replace("\r\n", "\n")
    trial.compare("expected", {"mail.txt": re.sub(r"^\d{4}年\d.*\n+", "", text, count=1, flags=re.MULTILINE)})
    hostile_titles(trial)


def read_mail(data):
    message = email.message_from_bytes(data, policy=email.policy.default)
    demand(not message.defects, f"a reader of mail finds {message.defects}")
    known = {"content-type", "mime-version", "content-transfer-encoding", "subject", "from", "to", "date", "message-id",
             "auto-submitted", "x-kawaraban-pipeline"}
    names = [name.lower() for name in message.keys()]
    demand(set(names) == known and len(names) == len(known), f"the mail has the fields {names}")
    head = data.partition(b"\n\n")[0]
    demand(head.isascii() and max(map(len, head.split(b"\n"))) <= 78, "a header field is no ASCII, or longer than 78")
    return message


HOSTILE_TITLES = [
    "x\rBcc: evil@example.com", "x\x00\x1b[31m", "x\u2028Bcc: evil@example.com",
    "=?utf-8?Q?x=0ABcc:_evil@example.com?=", "=?utf-8?B?44GT44KT?=", "長い題名" * 100, "x" * 2000, "🎏 Café, <a@b>",
    "", "\u202eevil"]


def hostile_titles(trial):
    """What stands in the first line goes into a header field, and stays one field."""
    specification = importlib.util.spec_from_file_location("mail_recipe", trial.origin / "mail.py")
    program = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(program)
    for title, date in itertools.product(HOSTILE_TITLES, ["2026年", ""]):
        text = f"{title}\n==\n{date}\n"
        data = program.mail(text, "me@example.com", "news@example.com", "msg_a\n<b>", "=?ascii?Q?=0A?=")
        message = read_mail(data)
        wanted = " · ".join(filter(None, (program.line(part) for part in [*title.splitlines(), date][:2])))
        demand(message["Subject"] == wanted, f"the subject of {title!r} is {message['Subject']!r}")
        demand(message["Message-ID"].strip() == "<msg_ab@example.com>", f"the id is {message['Message-ID']}")
    for ended, meant in [(0, 0), (75, 75), (64, 64), (67, 65), (68, 65), (70, 70)]:
        (trial.folder / "status").write_text(f"{ended}\n")
        done = subprocess.run(
            ["./mail.py", "me@example.com", "news@example.com"], cwd=trial.folder, input=b"Title\n\nText\n",
            env={**trial.environment, "KAWARABAN_MESSAGE_ID": "msg_a", "KAWARABAN_PIPELINE": "morning"})
        demand(done.returncode == meant, f"sendmail ended with {ended}, mail.py with {done.returncode}")


TRIALS = {
    "city-news": city_news, "people": people, "price-changes": price_changes, "translate": translate, "mail": mail}


def try_recipe(binary, name, writes):
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(binary, name, pathlib.Path(folder), writes)
        trial.check()
        TRIALS.get(name, replayed)(trial)


PAGE = """version: 1
settings: { timezone: Asia/Tokyo, locale: ja }
sources:
%s
sinks:
  page: { type: file, path: page.html, format: html }
pipelines:
  all: { title: 見本帖, sources: ["*"], group_by: source, sinks: [page] }
"""


def sources(name):
    """What stands below `sources:` in a recipe, with its files in a folder of its name."""
    text = (RECIPES / name / "config.yaml").read_text("utf-8")
    block = re.search(r"^sources:\n((?:[ #].*\n|\n)+)", text, re.MULTILINE)[1]
    return block.rstrip().replace("path: feed.xml", f"path: {name}/feed.xml")


def make_page(binary, folder):
    """One digest in HTML of all recipes: their sources in one configuration, their recordings in one folder."""
    among = names()
    (folder / "recorded").mkdir(parents=True)
    for name in among:
        for path in (RECIPES / name).glob("recorded/*.http"):
            shutil.copyfile(path, folder / "recorded" / f"{name}-{path.name}")
        if (RECIPES / name / "feed.xml").exists():
            (folder / name).mkdir()
            shutil.copyfile(RECIPES / name / "feed.xml", folder / name / "feed.xml")
    with tempfile.TemporaryDirectory() as tables:
        trial = Trial(binary, "price-changes", pathlib.Path(tables), False)
        for table in ("prices.csv", "prices-later.csv"):
            shutil.copyfile(trial.origin / table, trial.folder / "prices.csv")
            os.utime(trial.folder / "prices.csv", (MOMENT, MOMENT))
            printed = subprocess.run(
                ["./prices.py", "prices.csv"], cwd=trial.folder, capture_output=True, text=True, check=True).stdout
        shutil.copyfile(trial.folder / "prices.py", folder / "prices.py")
        (folder / "prices.py").chmod(0o755)
    exchange = f"RUN ./prices.py prices.csv\n\nEND exited 0\n\n{printed}"
    (folder / "recorded" / "prices.http").write_text(exchange, "utf-8")
    (folder / "recorded" / "clock").write_text("2026-11-20T19:00:00+09:00\n")
    (folder / "config.yaml").write_text(PAGE % "\n".join(map(sources, among)), "utf-8")
    call = functools.partial(
        subprocess.run, cwd=folder, env={"PATH": os.environ["PATH"], "HOME": str(folder), **SECRETS},
        capture_output=True, text=True)
    done = call([binary, "run", "--strict", "--replay", "recorded", "--state", "state.sqlite"])
    demand(done.returncode == 0 and not done.stderr, f"the page of all recipes: {done.returncode}: {done.stderr}")
    listed = call([binary, "list", "--json", "--limit", "1000", "--state", "state.sqlite"]).stdout.splitlines()
    entries = [entry for entry in map(json.loads, listed) if entry["pipelines"].get("all") == "kept"]
    count = (folder / "page.html").read_text("utf-8").count('id="e-')
    demand(len({entry["source"] for entry in entries}) == len(among), "a recipe has no entry on the page")
    demand(count == len(entries), f"{count} of {len(entries)} entries are on the page")


def names():
    return sorted(path.parent.name for path in RECIPES.glob("*/config.yaml"))


def check_names():
    """The page about recipes has a row for each."""
    page = (ROOT / "Documentation" / "Recipes.md").read_text("utf-8")
    named = re.findall(r"^\| `([a-z-]+)` \|", page.partition("\n## ")[0], re.MULTILINE)
    demand(sorted(named) == names(), f"it has {named}, Examples/Recipes {names()}")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("binary", type=pathlib.Path)
    options.add_argument("names", nargs="*")
    options.add_argument("--write", action="store_true")
    options.add_argument("--page", type=pathlib.Path, metavar="FOLDER")
    options = options.parse_intermixed_args()
    binary, wanted = options.binary.resolve(), options.names or names()
    attempt = Attempts()

    if options.page:
        attempt("--page", make_page, binary, options.page)
        return 1 if attempt.failed else 0
    attempt("Documentation/Recipes.md", check_names)
    for name in wanted:
        attempt(f"Examples/Recipes/{name}", try_recipe, binary, name, options.write)
    with tempfile.TemporaryDirectory() as folder:
        attempt("Examples/Recipes", make_page, binary, pathlib.Path(folder) / "page")
    if not attempt.failed:
        print(f"{len(wanted)} recipes: each brings what is expected, and nothing twice")
    return 1 if attempt.failed else 0


if __name__ == "__main__":
    sys.exit(main())
