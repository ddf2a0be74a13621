#!/usr/bin/env python3
"""Compares the catalogue of sentences with the code that uses it.

messages.py --check    ends with 1 if the code uses a key that the catalogue lacks, if a key is unused or defined twice,
                       if the arguments in the code do not fit the placeholders of a sentence, if Japanese has a
                       placeholder or a key that English lacks, or if a sentence is in the code instead of the
                       catalogue.
messages.py --missing  lists the keys without Japanese, and ends with 1 if there are any.

A sentence is a literal of three words or more, or of two around something that is put in. `Scripts/messages-elsewhere.txt` lists the files whose literals are no
sentences of ours, each with the reason.
"""

import fnmatch
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "Sources" / "FeedMessages"
PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)(?::[^|{}]*\|[^|{}]*)?\}")
USE = re.compile(r"(?:\.message|\blocalized)\(\s*\"([a-z0-9_.]+)\"")
KEY = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)+")


def table(language):
    """The sentences of a language by key, and what is wrong with how they are written down."""
    sentences, mistakes = {}, []
    for path in sorted(CATALOGUE.glob(f"*/*.{language}.swift")):
        for block in re.findall(r'StaticString = """\n(.*?)\n +"""', path.read_text(), re.S):
            text = "\n".join(line[8:] if line.startswith("        ") else line.lstrip() for line in block.split("\n"))
            text = re.sub(r"\\\n", "", text).replace('\\"', '"').replace("\\\\", "\\")
            if not text.startswith("\n") and not text.strip() == "":
                mistakes.append(f"{path.name}: a table begins with an empty line")
            last = None
            for line in text.split("\n"):
                key, equals, sentence = line.partition(" = ")
                if line.startswith("  ") and last:
                    sentences[last] += "\n" + line[2:]
                elif not line or line.startswith("#"):
                    last = None
                elif not equals or not KEY.fullmatch(key):
                    mistakes.append(f"{path.name}: no `key = sentence`: {line[:60]}")
                elif key in sentences:
                    mistakes.append(f"{path.name}: {key} stands twice")
                else:
                    sentences[key], last = sentence, key
    return sentences, mistakes


def alternatives(sentence):
    """The placeholders of each alternative of a sentence."""
    return [set(PLACEHOLDER.findall(part.replace("{{", "  "))) for part in sentence.split(" || ")]


def literals(source):
    """Every string literal with its line, interpolations as `{}`."""
    place, line, found = 0, 1, []
    opening = re.compile(r'(#*)("""|")')
    while place < len(source):
        if source.startswith("//", place):
            end = source.find("\n", place)
            place = len(source) if end < 0 else end
            continue
        match = opening.match(source, place)
        if not match:
            line += source[place] == "\n"
            place += 1
            continue
        hashes, quote = match.groups()
        place, start, text = match.end(), line, ""
        escape, end = "\\" + hashes, quote + hashes
        while not source.startswith(end, place):
            if source.startswith(escape + "(", place):
                close = interpolation_end(source, place + len(escape) + 1)
                line += source.count("\n", place, close)
                text, place = text + "{}", close
            elif source.startswith(escape, place):
                text, place = text + " ", place + len(escape) + 1
            else:
                line += source[place] == "\n"
                text, place = text + source[place], place + 1
        place += len(end)
        found.append((start, text))
    return found


def interpolation_end(source, place):
    depth = 1
    while depth:
        character = source[place]
        if character == '"':
            place += 1
            while source[place] != '"':
                place += 2 if source[place] == "\\" else 1
        depth += (character == "(") - (character == ")")
        place += 1
    return place


SQL = re.compile(
    r"\s*(select|insert|update|delete|create|pragma|with|alter|drop|from|where|and|or|join|left|order|values|begin|"
    r"commit|rollback|analyze|vacuum|attach|reindex|savepoint|on conflict|returning|set|union|not exists|exists|case|"
    r"explain|release|group|limit)\b", re.I)


# RFC 9110 §10.1.5: the name by which servers know a client.
PRODUCT = re.compile(r"[\w-]+/\{\} \([^)]*\)")


def is_sentence(text):
    words = re.findall(
        r"(?<![\w{`./<=&-])[A-Za-z][a-z']+(?![\w(=/<:>-])", re.sub(r"\{\}|`[^`]*`|\{[^}]*\}", " ", text))
    enough = 2 if "{}" in text else 3
    return len(words) >= enough and not SQL.match(text) and not PRODUCT.fullmatch(text) or bool(re.search(r"[\u3040-\u30ff]{3}", text))


def elsewhere():
    rules = []
    for line in (ROOT / "Scripts" / "messages-elsewhere.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            pattern, _, reason = line.partition("  ")
            assert reason.strip(), f"{pattern}: a reason is wanted"
            rules.append(pattern)
    return rules


def arguments(source, place):
    """The names of the arguments at a place of use: a set, or None where they are no literal."""
    rest = source[place:]
    if not re.match(r"\s*,", rest):
        return set() if re.match(r"\s*\)", rest) else None
    match = re.match(r"\s*,\s*\[", rest)
    if not match:
        return None
    depth, index, names = 1, match.end(), set()
    expects = True
    while depth:
        if rest[index] == '"':
            end = index + 1
            while rest[end] != '"':
                end += 2 if rest[end] == "\\" else 1
            if depth == 1 and expects:
                names.add(rest[index + 1:end])
                expects = False
            index = end + 1
            continue
        depth += (rest[index] in "[(") - (rest[index] in "])")
        if rest[index] == "," and depth == 1:
            expects = True
        index += 1
    return names


def check():
    english, mistakes = table("en")
    japanese, more = table("ja")
    mistakes += more
    for key, sentence in japanese.items():
        if key not in english:
            mistakes.append(f"{key}: Japanese alone")
            continue
        known = set().union(*alternatives(english[key]))
        for names in alternatives(sentence):
            if names - known:
                mistakes.append(f"{key}: Japanese wants {sorted(names - known)}, which English does not have")
        if len(alternatives(sentence)) == len(alternatives(english[key])):
            for ours, theirs in zip(alternatives(english[key]), alternatives(sentence)):
                if theirs - ours:
                    mistakes.append(f"{key}: an alternative wants {sorted(theirs - ours)} in Japanese alone")
        elif set() in alternatives(english[key]) and set() not in alternatives(sentence):
            mistakes.append(f"{key}: English has an alternative without arguments, Japanese has none")
    used, prefixes = set(), set()
    rules = elsewhere()
    for path in sorted(p for d in ("Sources", "Plugins") for p in (ROOT / d).rglob("*.swift")):
        name = str(path.relative_to(ROOT))
        source = path.read_text()
        code = re.sub(r"^\s*///?.*$", "", source, flags=re.M)
        if name.startswith("Sources/FeedMessages/"):
            used |= set(re.findall(r'"(unit\.[a-z_]+)"', code))
            continue
        for match in USE.finditer(code):
            key = match.group(1)
            used.add(key)
            where = f"{name}: {key}"
            if key not in english:
                mistakes.append(f"{where}: no such key in the catalogue")
                continue
            given = arguments(code, match.end())
            if given is not None and not any(names <= given for names in alternatives(english[key])):
                mistakes.append(f"{where}: gives {sorted(given)}, the sentence wants {alternatives(english[key])}")
            unused = (given or set()) - set().union(*alternatives(english[key]))
            if unused:
                mistakes.append(f"{where}: {sorted(unused)} stands in no sentence")
        # Keys that are put together say so: `// messages: error.*`.
        prefixes |= set(re.findall(r"// messages: ([a-z0-9_.*]+)", source))
        if not any(fnmatch.fnmatch(name, rule) for rule in rules):
            for line, text in literals(source):
                if is_sentence(text):
                    mistakes.append(f"{name}:{line}: a sentence outside the catalogue: {text.strip()[:70]}")
    for key in english:
        if key not in used and not any(fnmatch.fnmatch(key, prefix) for prefix in prefixes):
            mistakes.append(f"{key}: nobody uses it")
    return mistakes


def main():
    if sys.argv[1:] == ["--missing"]:
        english, japanese = table("en")[0], table("ja")[0]
        missing = [key for key in english if key not in japanese]
        for key in missing:
            print(f"{key} = {english[key]}")
        print(f"{len(english)} sentences, {len(missing)} without Japanese", file=sys.stderr)
        return 1 if missing else 0
    if sys.argv[1:] == ["--check"]:
        mistakes = check()
        for mistake in mistakes:
            print(mistake)
        print(f"{len(table('en')[0])} sentences, {len(mistakes)} mistakes", file=sys.stderr)
        return 1 if mistakes else 0
    print(__doc__)
    return 64


sys.exit(main())
