#!/usr/bin/env python3
"""Compares the schema that `kawaraban schema` prints with `kawaraban check`.

    check-schema.py BINARY [--count 300] [--seed 17] [--list]

Two thirds of the configurations are broken, each by one mistake that chance makes in a right one; some are written by
hand. The schema and `check` must agree on 97 % of them, and each disagreement must be of a kind that a schema cannot
express (EXPLAINED). Needs the Python packages jsonschema and yaml; without them it says so and passes.
"""
import argparse
import concurrent.futures
import copy
import json
import pathlib
import random
import subprocess
import sys
import tempfile

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"the schema is not compared: the Python package {missing.name} is missing (pip install jsonschema pyyaml)")
    sys.exit(0)

ROOT = pathlib.Path(__file__).resolve().parent.parent
AGREEMENT = 97
# Of a hundred configurations so many are right; a few of the mistakes turn out to be none.
RIGHT = 31
# Codes of `check` for mistakes that no schema of one value can see, and why.
EXPLAINED = {
    "unknown_name": "whether a name is declared",
    "no_match": "whether a pattern matches a declared name",
    "unknown_chain": "whether a chain is declared",
    "circle": "whether chains use one another",
    "same_request": "whether two sources fetch the same",
    "same_file": "whether two sinks write the same file",
    "replaced_by_two": "whether two pipelines replace the same file",
    "twice": "whether a list has a name twice",
    "unknown_zone": "which time zones the machine knows",
    "impossible_date": "whether a day exists",
    "mistake": "the grammar of paths, selectors and templates",
    "unknown_field": "the fields of conditions",
    "unknown_test": "the tests of conditions",
    "unexpected": "the values of conditions",
    "not_http": "whether a text is an address",
    "out_of_range": "the range of a number that may stand for a map",
    "outside_range": "the range of a duration or a size",
}
SECRET = {"env": "NAME"}
HAND_WRITTEN_RIGHT = [
    {"version": 1, "pipelines": {"p": {"sources": [source], "sinks": [sink]}}}
    for source, sink in [
        ("zenn:swift", "stdout"), ("zenn:@someone", "-"), ("zenn", "a.html"), ("hatena:it", "{{date}}/a.md"),
        ("hatena:search=a b", "file:a b.txt"), ("qiita:tag:Swift", "a.jsonl"), ("qiita:tag=Swift", "file:path=a=b.json"),
        ("google_news:Linux when:7d", "stdout"), ("https://x.example/?a=b", "stdout"), ("feed://x.example/", "a.XML"),
        ("feed:https://x.example/", "stdout"), ("saved/*.xml", "stdout"), ("./x.example/a.rss", "stdout"),
        ("file:saved/a", "stdout"), ("command:./tides", "stdout"), ("google_news:topic=sports", "stdout"),
        ("zenn:機械学習", "まとめ.html"), ("zenn:100%", "100%.html"),
    ]
]
HAND_WRITTEN_WRONG = [
    {"version": 1, "pipelines": {"p": {"sources": [source], "sinks": [sink]}}}
    for source, sink in [
        ("zen:swift", "stdout"), ("Zenn:swift", "stdout"), ("zenn：swift", "stdout"), ("zenn:topik=swift", "stdout"),
        ("zenn:", "stdout"), ("hatena:programming", "stdout"), ("json:https://x.example/", "stdout"),
        ("slack:x", "stdout"), ("swift.org/atom.xml", "stdout"), ("digests/foo", "stdout"), ("ftp://x.example/", "stdout"),
        ("qiita:token=abc", "stdout"), ({"zenn": "swift"}, "stdout"), ("zenn", "slack:https://x.example/"),
        ("zenn", "webhook:url=https://x.example/"), ("zenn", "a/b.pdf"), ("zenn", "https://x.example/"),
        ("zenn", "command:./mail"), ("zenn", ["stdout"]), ("zenn", "file:path"), (None, "stdout"), ("", "stdout"),
    ]
]


def long_forms():
    """A configuration with most options of most plugins."""
    return {
        "version": 1,
        "settings": {"timezone": "UTC", "locale": "ja", "concurrency": 8, "max_run": "5m", "notices": "out",
                     "network": {"allow": ["10.0.0.0/8"], "allow_redirects": False}},
        "defaults": {"refresh": "1h", "first_run": 20, "timeout": "20s", "max_body": "4MiB", "rate": "60/h"},
        "sources": {
            "blog": {"type": "feed", "url": "https://x.example/feed", "title": "A", "identity": "link", "enabled": True},
            "secret": {"type": "feed", "url": SECRET, "auth": {"bearer": SECRET}, "headers": {"X-Key": SECRET}},
            "tag": {"type": "qiita", "tag": "Swift", "pages": 3, "token": {"env": "TOKEN", "optional": True}},
            "topic": {"type": "zenn", "topic": "swift"},
            "it": {"type": "hatena", "category": "it", "min_users": 50, "first_run": "all"},
            "news": {"type": "google_news", "search": "Linux", "edition": "JP:ja"},
            "saved": {"type": "file", "path": ["a.xml", "b/*.xml"], "parser": "feed"},
            "tides": {"type": "command", "run": ["./tides", "x"], "memory": "64MiB", "sandbox": False},
            "town": {"type": "html", "url": "https://town.example/", "entries": "ul > li", "published": ".date"},
            "api": {"type": "json", "url": "https://api.example/", "entries": "data.items", "id": "id", "title": "name",
                    "page": {"parameter": "page", "first": 1}, "pages": 3},
        },
        "sinks": {
            "out": {"type": "stdout"},
            "page": {"type": "file", "path": "{{pipeline}}.html", "format": "html", "max_entries": 50, "keep": None},
            "lines": {"type": "file", "path": "a.jsonl", "format": "jsonl", "mode": "append"},
            "hook": {"type": "webhook", "url": SECRET, "secret": SECRET, "batch": 10, "timeout": "10s"},
            "team": {"type": "slack", "url": SECRET, "rate": "1/s"},
            "office": {"type": "teams", "url": SECRET, "each": "entry"},
            "phone": {"type": "ntfy", "topic": SECRET, "priority": "urgent", "tags": ["newspaper"], "auth": {"bearer": SECRET}},
            "toots": {"type": "mastodon", "url": "https://mastodon.example", "token": SECRET, "visibility": "unlisted",
                      "language": "ja", "max_characters": 500, "spoiler_text": "News", "sensitive": True},
        },
        "filters": {"tidy": [{"strip_tracking": True}, {"deduplicate": {"by": ["url", "title"], "window": "30d"}}]},
        "pipelines": {
            "morning": {
                "schedule": "0 7 * * *", "title": "T", "group_by": "source", "sources": ["*"],
                "filters": [{"use": "tidy"}, {"newer_than": "7d"}, {"take": {"entries": 50, "per_source": 15}},
                            {"hold_until": {"likes": ">=10", "at_most": "3d", "then": "drop"}},
                            {"sort": {"by": "likes", "order": "descending"}}, {"take": 50}],
                "sinks": ["out", "page", "lines", "hook", "team", "office", "phone", "toots"]},
            "other": {"sources": ["blog", "zenn:@me"], "sinks": ["out", "digests/{{pipeline}}.html"]},
        },
    }


def bases():
    """Right configurations: ours, and those of the examples that need no other plugins."""
    whole = long_forms()
    del whole["sinks"]["page"]["keep"]
    found = [whole]
    for path in sorted(ROOT.glob("Examples/*/*/config.yaml")) + [ROOT / "config.yaml", ROOT / "Examples/demo/config.yaml"]:
        found.append(yaml.safe_load(path.read_text(encoding="utf-8")))
    return found


def places(node, path=()):
    """The paths of all values below a node."""
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        yield path + (key,)
        yield from places(value, path + (key,))


def at(node, path):
    for key in path:
        node = node[key]
    return node


class Mutation:
    """Ways to break a configuration, or to change it and leave it right."""

    def __init__(self, chance):
        self.chance = chance

    def pick(self, config, suits):
        found = [path for path in places(config) if suits(path, at(config, path))]
        return self.chance.choice(found) if found else None

    def set(self, config, path, value):
        at(config, path[:-1])[path[-1]] = value

    # Options are keys below a named part, not the names themselves.
    @staticmethod
    def is_option(path, _):
        names = {"sources", "sinks", "filters", "pipelines"}
        return isinstance(path[-1], str) and path[0] != "version" and not (len(path) == 2 and path[0] in names) \
            and "headers" not in path and "keep" not in path and "drop" not in path and "hold_until" not in path[:-1]

    @staticmethod
    def is_free(path):
        """Within a condition, a form or JSON to send: any keys are right there."""
        return bool({"keep", "drop", "hold_until", "json", "form", "graphql", "headers"} & set(path))

    def misspelt_key(self, config):
        path = self.pick(config, self.is_option)
        parent, key = at(config, path[:-1]), path[-1]
        index = self.chance.randrange(len(key))
        parent[key[:index] + "q" + key[index:]] = parent.pop(key)

    def unknown_key(self, config):
        path = self.pick(config, lambda path, value: isinstance(value, dict) and not self.is_free(path)
                         and not (len(path) == 1 and path[0] in ("sources", "sinks", "filters", "pipelines")))
        if path:
            at(config, path)["no_such_option"] = "x"

    def wrong_kind(self, config):
        path = self.pick(config, lambda path, value: not self.is_free(path) and isinstance(value, (str, int)))
        self.set(config, path, self.chance.choice([["x"], {"x": "y"}, None]))

    def scalar(self, config):
        path = self.pick(config, lambda path, value: isinstance(value, dict) and not self.is_free(path))
        self.set(config, path, "x")

    def unknown_word(self, config):
        words = {"type", "format", "mode", "group_by", "locale", "identity", "parser", "category", "order", "then"}
        path = self.pick(config, lambda path, value: path[-1] in words and isinstance(value, str))
        if path:
            self.set(config, path, at(config, path) + "x")

    def out_of_range(self, config):
        keys = {"concurrency", "pages", "min_users", "max_entries", "batch", "entries", "per_source", "take", "first_run"}
        path = self.pick(config, lambda path, value: path[-1] in keys and isinstance(value, int))
        if path:
            self.set(config, path, self.chance.choice([-1, 10_000_000, "many", 1.5]))

    def no_unit(self, config):
        keys = {"timeout", "max_run", "window", "newer_than", "max_body", "memory", "at_most", "rate", "refresh"}
        path = self.pick(config, lambda path, value: path[-1] in keys and isinstance(value, str))
        if path:
            self.set(config, path, self.chance.choice(["7", "7 days", "d7", "1x", ""]))

    def missing(self, config):
        keys = {"type", "url", "path", "format", "run", "sources", "sinks", "version", "pipelines", "entries"}
        path = self.pick(config, lambda path, _: path[-1] in keys and (len(path) != 1 or path[0] in ("version", "pipelines")))
        del at(config, path[:-1])[path[-1]]

    def exclusive(self, config):
        for source in config.get("sources", {}).values():
            if source.get("type") in ("zenn", "qiita"):
                source.update(user="someone", topic="x") if source["type"] == "zenn" else source.update(user="a", tag="b")
                return

    def bad_name(self, config):
        part = self.chance.choice(["sources", "sinks", "pipelines"])
        if config.get(part):
            name = self.chance.choice(sorted(config[part]))
            config[part][self.chance.choice(["a b", "ä", "-a", ".a", "a/b", "x" * 101])] = config[part].pop(name)

    def plain_secret(self, config):
        path = self.pick(config, lambda path, value: path[-1] in ("token", "bearer", "password", "secret")
                         and isinstance(value, dict))
        if path:
            self.set(config, path, "s3cr3t")

    def two_origins(self, config):
        path = self.pick(config, lambda path, value: isinstance(value, dict) and "env" in value)
        if path:
            at(config, path)["file"] = "x"

    def empty_list(self, config):
        path = self.pick(config, lambda path, value: path[-1] in ("sources", "sinks") and isinstance(value, list))
        self.set(config, path, [])

    def wrong_item(self, config):
        pipeline = self.chance.choice(list(config["pipelines"].values()))
        pipeline["sources"] = pipeline["sources"] + [self.chance.choice(
            ["zen:swift", "zenn:topik=x", "hatena:x", "ftp://x.example/", "x.example/a.xml", "slack:x"])]

    def unknown_reference(self, config):
        pipeline = self.chance.choice(list(config["pipelines"].values()))
        pipeline[self.chance.choice(["sources", "sinks"])] = ["no_such_name"]

    BROKEN = [misspelt_key, misspelt_key, unknown_key, unknown_key, wrong_kind, wrong_kind, scalar, unknown_word,
              unknown_word, out_of_range, no_unit, missing, missing, exclusive, bad_name, plain_secret, two_origins,
              empty_list, wrong_item, wrong_item]
    RARE = [unknown_reference]

    def leave_right(self, config):
        """Changes what may be changed."""
        for part in ("sources", "sinks"):
            for stage in config.get(part, {}).values():
                if self.chance.random() < 0.3:
                    stage["x-note"] = {"any": ["thing"]}
        for source in config.get("sources", {}).values():
            added = {"refresh": ["run", "auto", "90m", "1h30m"], "first_run": ["all", "none", 5], "timeout": ["10s", "1m"],
                     "enabled": [True, "yes", "on"], "flood_guard": [False, "no"], "selection": [True, "no"], "max_entries": [1, 1000],
                     "max_body": ["64KiB", "1MB"], "delay": ["0s", "500ms"], "rate": ["1/s"], "identity": ["guid"]}
            for key in self.chance.sample(sorted(added), 3):
                source[key] = self.chance.choice(added[key])
        config.setdefault("x-free", [1, 2])
        if self.chance.random() < 0.3:
            config["settings"] = {"concurrency": self.chance.choice([1, "512", 64]), "locale": "en"}


def configurations(chance, count):
    """Returns (name, configuration) of so many, two thirds of them broken."""
    found = [(f"right by hand {n}", c) for n, c in enumerate(HAND_WRITTEN_RIGHT)][:RIGHT * count // 100]
    all_bases = bases()
    while len(found) < RIGHT * count // 100:
        config = copy.deepcopy(chance.choice(all_bases))
        Mutation(chance).leave_right(config)
        found.append((f"right {len(found)}", config))
    found += [(f"wrong by hand {n}", c) for n, c in enumerate(HAND_WRITTEN_WRONG)][:count - len(found)]
    while len(found) < count:
        config = copy.deepcopy(chance.choice(all_bases))
        # A mistake in fifty is one of reference, which no schema sees.
        way = chance.choice(Mutation.RARE if chance.random() < 0.02 else Mutation.BROKEN)
        before = copy.deepcopy(config)
        way(Mutation(chance), config)
        if config != before:
            found.append((f"{way.__name__} {len(found)}", config))
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    binary = str(pathlib.Path(options.binary).resolve())
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
    schema = json.loads(subprocess.run([binary, "schema"], check=True, capture_output=True, env=environment).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    with tempfile.TemporaryDirectory() as folder:
        def judge(numbered):
            number, (name, config) = numbered
            path = pathlib.Path(folder, f"{number}.yaml")
            path.write_text(json.dumps(config, ensure_ascii=False), encoding="utf-8")
            done = subprocess.run([binary, "check", "--json", "-c", str(path)], capture_output=True, env=environment)
            findings = [finding for finding in json.loads(done.stdout) if finding["severity"] == "error"]
            fault = next(validator.iter_errors(config), None)
            return name, config, findings, fault

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            judged = list(pool.map(judge, enumerate(configurations(random.Random(options.seed), options.count))))
    broken = sum(1 for _, _, findings, _ in judged if findings)
    wrong = [(n, c, f, e) for n, c, f, e in judged if bool(f) != (e is not None)]
    unexplained = 0
    for name, config, findings, fault in wrong:
        codes = sorted({finding["code"] for finding in findings})
        reasons = [EXPLAINED[code] for code in codes if code in EXPLAINED]
        if fault is None and len(reasons) == len(codes):
            print(f"{name}: `check` alone sees {', '.join(reasons)}")
            continue
        unexplained += 1
        said = fault.json_path + ": " + fault.message[:200] if fault else findings[0]["message"]
        print(f"{name}: UNEXPLAINED: {'the schema' if fault else '`check`'} alone says: {codes} {said}")
        if options.list:
            print(json.dumps(config, ensure_ascii=False))
    share = 100 * (len(judged) - len(wrong)) / len(judged)
    print(f"schema: {len(judged)} configurations, {broken} of them broken: it agrees with `check` on {share:.1f} %")
    return 0 if share >= AGREEMENT and not unexplained else 1


if __name__ == "__main__":
    sys.exit(main())
