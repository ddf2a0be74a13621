#!/usr/bin/env python3
"""Tries the recipes of Documentation/Cookbook.md, and checks the configurations of the first pages.

    check-cookbook.py BINARY [NAME …] [--write]

A recipe is a section of the page that links its folder. Its quotations must equal the folder's files, `check` must
accept its configuration, and each of its commands must print what the page shows. The servers' responses are recorded:
those of Examples/demo, and above them those of a day in Examples/Cookbook/recorded, each day above the one before.
Nothing is requested from the network. In the page

    <!-- run: saturday -->     before a `console` block: its commands run on the responses of that day (else friday)
    <!-- cron: saturday -->    before a block: the output of cron's line on that day
    <!-- proxy -->             before a block: the output of a run that a proxy on loopback turns away

A recipe whose commands make its configuration (`--output config.yaml`) begins without it; what they make must equal it.
The lists and states of other programs (recorded/others) are where those programs keep them: rss2email 3.13 and newsboat
2.21 made them of Friday's responses. `…` on its own line stands for any lines. Each `yaml` block of the first pages is a configuration that `check` must
accept; a block that is only a part of one is completed first.

--write puts the printed output into the page: read the difference before you commit it.
"""
import argparse
import difflib
import http.server
import pathlib
import re
import shutil
import sqlite3
import sys
import tempfile
import threading

from trials import ROOT, Attempts, Example, demand

COOKBOOK = ROOT / "Examples" / "Cookbook"
PAGE = ROOT / "Documentation" / "Cookbook.md"
FIRST_PAGES = ["README.md", "README.ja.md", "Documentation/QuickStart.ja.md"]
DAYS = ["friday", "saturday", "monday"]
ADDRESS, SECRET = "https://hooks.example/secret", "secret"
CRON = "*/15 * * * *  /usr/local/bin/kawaraban run -c /home/me/news/config.yaml\n"
# It stands in the way of `kawaraban`: answers come from $ANSWERS, and the state from a file of its own.
KAWARABAN = """#!/bin/sh
command=$1
shift
case $command in
run) exec "$BINARY" run ${ANSWERS:+--replay "$ANSWERS"} --state "$STATE" "$@" ;;
state | import) exec "$BINARY" "$command" "$@" --state "$STATE" ;;
list | why | status | show | stories) exec "$BINARY" "$command" --state "$STATE" "$@" ;;
*) exec "$BINARY" "$command" "$@" ;;
esac
"""
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block:
    """A fenced block, with the last line before it."""

    def __init__(self, match, text):
        self.language, self.body = match[1], match[2]
        self.line = text.count("\n", 0, match.start()) + 1
        self.before = next(reversed(text[:match.start()].strip().splitlines()), "")

    def order(self, word):
        """The value of a comment such as `run: saturday`, or None; empty where there is none."""
        found = re.fullmatch(rf"<!-- {word}(?:: (\w+))? -->", self.before)
        return (found[1] or "") if found else None


def sections(text):
    """Of each recipe the name of its folder and its text."""
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        names = set(re.findall(r"\(\.\./Examples/Cookbook/([a-z0-9-]+)/", section))
        demand(len(names) <= 1, f"the section {section.splitlines()[0]} has files of {sorted(names)}")
        if names:
            yield names.pop(), section


def exchanges(folder):
    """The recorded exchanges of a folder, by the line with method and address."""
    return {path.read_bytes().partition(b"\n")[0]: path for path in sorted(folder.glob("*.http"))}


class Trial(Example):
    """A recipe as a user has it: its folder is ~/news."""

    def __init__(self, binary, name, home, writes):
        super().__init__(binary, COOKBOOK / name, home, {}, name="news")
        self.writes = writes
        self.home, self.crontab = home, self.folder / "crontab"
        programs = home / "programs"
        programs.mkdir()
        (programs / "kawaraban").write_text(KAWARABAN)
        (programs / "kawaraban").chmod(0o755)
        (home / "state").mkdir(mode=0o700)
        self.others()
        self.environment |= {
            "PATH": f"{programs}:{self.environment['PATH']}", "TZ": "Asia/Tokyo", "BINARY": str(binary),
            "STATE": str(home / "state" / "state.sqlite")}

    def others(self):
        """Puts the files of rss2email and newsboat into the home folder."""
        origin = COOKBOOK / "recorded" / "others"
        for name, place in (("rss2email.cfg", ".config"), ("rss2email.json", ".local/share"), ("urls", ".newsboat")):
            (self.home / place).mkdir(parents=True, exist_ok=True)
            shutil.copy(origin / name, self.home / place / name)
        with sqlite3.connect(self.home / ".newsboat" / "cache.db") as database:
            database.executescript((origin / "newsboat.sql").read_text("utf-8"))
        database.close()

    def use(self, day):
        """Lets the servers answer as they did on a day."""
        demand(day in DAYS, f"there is no recorded {day}")
        answers = self.home / day
        if not answers.exists():
            answers.mkdir()
            folders = [ROOT / "Examples/demo/recorded", *(COOKBOOK / "recorded" / earlier for earlier in DAYS)]
            newest = {}
            for folder in folders[:DAYS.index(day) + 2]:
                newest |= exchanges(folder)
            for number, path in enumerate(newest.values()):
                (answers / f"{number:02}.http").write_bytes(path.read_bytes())
            (answers / "clock").write_bytes((COOKBOOK / "recorded" / day / "clock").read_bytes())
        self.environment["ANSWERS"] = str(answers)

    def shell(self, command):
        done = self.execute(["/bin/sh", "-c", f"exec 2>&1; {command}"])
        return self.plain(done.stdout)

    def plain(self, text):
        return text.replace(str(self.home), "/home/me").replace(str(self.binary), "/usr/bin/kawaraban")

    def session(self, block):
        """Runs the commands of a block and compares what they print; gives the block back as it should be."""
        return "".join(
            f"$ {command}\n" + self.expect(told, self.shell(command), f"line {block.line}: {command}")
            for command, told in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.body, re.MULTILINE))

    def cron(self):
        """What the lines of the crontab print, by way of cron: in the home folder."""
        lines = (self.crontab.read_text("utf-8") if self.crontab.exists() else CRON).splitlines()
        commands = [line.split(None, 5)[5] for line in lines if re.match(r"[*\d@]", line)]
        return "".join(
            self.shell("cd; " + re.sub(r"/usr/local/bin/", "", command).replace("/home/me", str(self.home)))
            for command in commands)

    def proxied(self):
        """What a run prints when its proxy turns it away; the proxy was asked for the source's host."""
        with Proxy() as proxy:
            configuration = self.folder / "config.yaml"
            # Without the source that is asked directly, nobody but the proxy is asked for anything.
            inside = re.compile(r"^  wiki: .*\n|, wiki(?=\])", re.MULTILINE)
            text = inside.sub("", configuration.read_text("utf-8")).replace("proxy.example:3128", proxy.place)
            configuration.write_text(text, "utf-8")
            self.environment |= {"ANSWERS": "", "STATE": str(self.home / "state" / "proxied.sqlite")}
            printed = self.shell("kawaraban run").replace("127.0.0.1", "proxy.example")
        demand(proxy.asked == {"CONNECT www.swift.org:443"}, f"the proxy was asked for {proxy.asked or 'nothing'}")
        return printed

    def expect(self, told, printed, what):
        """What the page should tell."""
        pattern = "".join(
            r"(?:.*\n)*" if line == "…\n" else re.escape(line) for line in told.splitlines(keepends=True))
        if re.fullmatch(pattern, printed):
            return told
        if not self.writes:
            difference = difflib.unified_diff(
                told.splitlines(True), printed.splitlines(True), "the page", "what is printed", n=9)
            demand(False, f"{what}\n{''.join(difference)}")
        return printed


class Proxy:
    """A proxy on loopback that turns everybody away, and knows who asked for what."""

    def __enter__(self):
        asked = self.asked = set()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_CONNECT(self):
                asked.add(f"{self.command} {self.path}")
                self.send_error(403)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.place = f"127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def quoted(name, blocks):
    """The files that a section quotes are those of its folder, each once and whole."""
    shown = {}
    for block in blocks:
        found = re.search(rf"\(\.\./Examples/Cookbook/{name}/([\w.-]+)\):$", block.before)
        if found:
            shown[found[1]] = block.body
    files = {path.name: path.read_text("utf-8") for path in (COOKBOOK / name).iterdir()}
    demand(shown.keys() == files.keys(), f"the page shows {sorted(shown)}, the folder has {sorted(files)}")
    for file, text in files.items():
        difference = difflib.unified_diff(shown[file].splitlines(True), text.splitlines(True), "the page", file)
        demand(shown[file] == text, "".join(difference))


def try_recipe(binary, name, section, writes):
    blocks = [Block(match, section) for match in FENCE.finditer(section)]
    quoted(name, blocks)
    ran = 0
    with tempfile.TemporaryDirectory() as home:
        trial = Trial(binary, name, pathlib.Path(home), writes)
        makes = "--output config.yaml" in section
        configuration = trial.folder / "config.yaml"
        wanted = configuration.read_text("utf-8")
        if makes:
            configuration.unlink()
        for block in blocks:
            if block.language == "console":
                trial.use(block.order("run") or "friday")
                body = trial.session(block)
            elif (day := block.order("cron")) is not None:
                trial.use(day)
                body = trial.expect(block.body, trial.cron(), f"cron on {day}")
            elif block.order("proxy") is not None:
                body = trial.expect(block.body, trial.proxied(), "a proxy that refuses")
            else:
                continue
            ran += 1
            if body != block.body:
                before = f"{block.before}\n\n```{block.language}\n"
                text = PAGE.read_text("utf-8")
                demand(text.count(before + block.body) == 1, f"line {block.line}: this block is there twice")
                PAGE.write_text(text.replace(before + block.body, before + body), "utf-8")
        if makes:
            made = trial.plain(configuration.read_text("utf-8"))
            if writes:
                text = PAGE.read_text("utf-8")
                before = f"](../Examples/Cookbook/{name}/config.yaml):\n\n```yaml\n"
                PAGE.write_text(text.replace(before + wanted, before + made), "utf-8")
                (COOKBOOK / name / "config.yaml").write_text(made, "utf-8")
            demand(made == wanted or writes, f"the commands make another configuration:\n{made}")
        if "{ credential:" in wanted:
            trial.environment["CREDENTIALS_DIRECTORY"] = str(trial.folder / "try")
        trial.check()
    demand(ran, "the section has no commands")


def framed(text):
    """A configuration that has `text` in it."""
    if re.search(r"^version:", text, re.MULTILINE):
        return text
    if text.startswith("-"):
        steps = "".join(f"      {line}" for line in text.splitlines(True))
        return framed(f'pipelines:\n  all:\n    sources: ["*"]\n    filters:\n{steps}    sinks: [out]\n')
    lines = ["version: 1\n", text]
    parts = set(re.findall(r"^(\w+):", text, re.MULTILINE))
    if "sources" not in parts:
        lines.append('sources: { any: { type: feed, url: "https://blog.example/feed.xml" } }\n')
    if "sinks" not in parts:
        lines.append("sinks: { out: { type: stdout } }\n")
    if "pipelines" not in parts:
        block = re.search(r"^sinks:\n((?:[ #].*\n|\n)+)", text, re.MULTILINE)
        names = re.findall(r"^  (\w+):", block[1], re.MULTILINE) if block else ["out"]
        lines.append(f'pipelines: {{ all: {{ sources: ["*"], sinks: [{", ".join(names)}] }} }}\n')
    return "".join(lines)


def read_page(binary, page):
    """`check` accepts each configuration of a page; what it names is there."""
    text = (ROOT / page).read_text("utf-8")
    for match in FENCE.finditer(text):
        block = Block(match, text)
        if block.language != "yaml":
            continue
        with tempfile.TemporaryDirectory() as home:
            origin = pathlib.Path(home) / "origin"
            origin.mkdir()
            # A machine of tests has no sendmail, and `check` warns of that.
            body = block.body.replace("/usr/sbin/sendmail", "/bin/true")
            (origin / "config.yaml").write_text(framed(body), "utf-8")
            variables = {name: ADDRESS if option == "url" else SECRET
                         for option, name in re.findall(r"(\w+): \{ env: (\w+)", block.body)}
            example = Example(binary, origin, pathlib.Path(home), variables, name="news")
            for named in re.findall(r"\b(?:file|env_file): ([\w./-]+)|run: \[(\./[\w.-]+)", block.body):
                place = example.folder / "".join(named)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text("NAME=value\n" if place.name == ".env" else f"{SECRET}\n")
                place.chmod(0o700 if named[1] else 0o600)
            done = example.execute([binary, "check"])
            demand(
                done.returncode == 0 and "no errors, no warnings" in done.stdout,
                f"line {block.line}:\n{framed(block.body)}{done.stdout}{done.stderr}")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("binary", type=pathlib.Path)
    options.add_argument("names", nargs="*")
    options.add_argument("--write", action="store_true")
    options = options.parse_intermixed_args()
    binary, attempt = options.binary.resolve(), Attempts()
    recipes = dict(sections(PAGE.read_text("utf-8")))
    folders = {path.parent.name for path in COOKBOOK.glob("*/config.yaml")}
    attempt("Documentation/Cookbook.md", demand, recipes.keys() == folders,
            f"it has {sorted(recipes)}, Examples/Cookbook {sorted(folders)}")
    for name in options.names or sorted(recipes):
        attempt(f"Documentation/Cookbook.md: {name}", try_recipe, binary, name, recipes[name], options.write)
    if not options.names:
        for page in FIRST_PAGES:
            attempt(page, read_page, binary, page)
    if not attempt.failed:
        print(f"{len(options.names or recipes)} recipes of the cookbook: each does what the page tells")
    return 1 if attempt.failed else 0


if __name__ == "__main__":
    sys.exit(main())
