"""Compares the issued entries with the delivered ones. It reads only the outputs, never the engine's own reports."""
import collections
import datetime
import json
import os
import re
import sqlite3


class Verdict:
    """What is wrong; nothing, if all is well."""

    def __init__(self):
        self.lost = []
        self.doubled = []
        self.torn = []
        self.strange = []

    @property
    def is_good(self):
        return not (self.lost or self.doubled or self.torn or self.strange)

    def __iadd__(self, other):
        for name, found in vars(other).items():
            getattr(self, name).extend(found)
        return self

    def __str__(self):
        parts = [f"{name} {len(found)}" for name, found in vars(self).items()]
        examples = [f"\n  {name}: {one}" for name, found in vars(self).items() for one in found[:5]]
        return ", ".join(parts) + "".join(examples)


def compare(place, expected, found):
    """`expected` and `found`: pairs (pipeline, number)."""
    verdict = Verdict()
    counts = collections.Counter(found)
    verdict.lost += [(place, *one) for one in sorted(set(expected) - set(counts))]
    verdict.doubled += [(place, *one, f"{count} times") for one, count in sorted(counts.items()) if count > 1]
    verdict.strange += [(place, *one, "must not be there") for one in sorted(set(counts) - set(expected))]
    return verdict


def read_lines(path):
    """The pairs (pipeline, number) of a file of JSON lines, and what is torn in it."""
    verdict, found = Verdict(), []
    try:
        with open(path, "rb") as file:
            content = file.read()
    except FileNotFoundError:
        return found, verdict
    if content and not content.endswith(b"\n"):
        verdict.torn.append((path, "ends within a line"))
    for position, line in enumerate(content.split(b"\n")[:-1], 1):
        try:
            entry = json.loads(line)
            found.append((entry["pipeline"], int(entry["url"].rsplit("/", 1)[1])))
        except (ValueError, KeyError, TypeError):
            verdict.torn.append((path, position, line[:80]))
    return found, verdict


def read_page(path, expected):
    """The pairs (pipeline, number) of a page in JSON, and what is wrong with what it says became of everything.

    `expected`: the numbers of its tally; those that are not named must be 0.
    """
    verdict, found = Verdict(), []
    try:
        with open(path, "rb") as file:
            page = json.loads(file.read())
        found = [(entry["pipeline"], int(entry["url"].rsplit("/", 1)[1])) for entry in page["entries"]]
        # Nothing, where nothing has competed yet.
        tally = page["digest"]["tally"] or {"offered": 0, "kept": 0, "passed_over": {}}
        told = {"kept": tally["kept"], **tally["passed_over"]}
        wrong = {name: (number, expected.get(name, 0)) for name, number in told.items()
                 if number != expected.get(name, 0)}
        if wrong:
            verdict.strange.append((str(path), "tells other numbers than there were", wrong))
        if tally["offered"] != sum(told.values()) or tally["kept"] != len(found):
            verdict.strange.append((str(path), "the parts do not add up", tally))
    except FileNotFoundError:
        pass
    except (ValueError, KeyError, TypeError, IndexError) as error:
        verdict.torn.append((str(path), repr(error)))
    return found, verdict


def read_front(path):
    """The pairs (pipeline, number) of a page for people, by the key of their entry."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    found = {}
    for piece in re.split(' id="e-', text)[1:]:
        key, link = piece.split('"', 1)[0], re.search(r'href="[^"]*/(\d+)"', piece)
        found[key] = ("everything", int(link.group(1)) if link else None)
    return found


def judge_front(page, omitted, count):
    """A page and the page of what it leaves out: no entry on both, and `count` entries left out."""
    verdict = Verdict()
    shown, left = read_front(page), read_front(omitted)
    verdict.strange += [(str(omitted), found, "is on the page, too") for key, found in left.items() if key in shown]
    if len(left) != count:
        verdict.lost.append((str(omitted), "entries", f"{len(left)} of {count}"))
    if count and page.exists() and f'href="{omitted.name}"' not in page.read_text(encoding="utf-8"):
        verdict.strange.append((str(page), "does not link to what it leaves out"))
    return verdict


def judge_pages(place, pages):
    """The pages that stood at one address, in order: an entry that has left may not come back."""
    verdict, left = Verdict(), set()
    for before, page in zip(pages, pages[1:]):
        left |= before - page
        verdict.doubled += [(place, *one, "came back") for one in sorted(left & page)]
    return verdict


def judge_receipts(receipts, expected, place=None):
    """Webhooks: at least once, and whatever comes again comes with the same id and the same bytes.

    `place(receipt)` tells where a message belongs in its line; without it the moment of planning and the numbers do.
    """
    verdict = Verdict()
    bodies, ids, first, taken = {}, {}, [], set()
    for receipt in receipts:
        if not receipt.is_signed:
            verdict.strange.append((receipt.path, receipt.id, "wrong signature"))
        if receipt.headers.get("idempotency-key") != receipt.id:
            verdict.strange.append((receipt.path, receipt.id, "another idempotency-key"))
        if receipt.was_taken:
            taken.add(receipt.id)
        if receipt.id in bodies:
            if bodies[receipt.id] != receipt.body:
                verdict.torn.append((receipt.path, receipt.id, "other bytes under the same id"))
            continue
        bodies[receipt.id] = receipt.body
        if receipt.is_refused:
            # Too large: smaller ones with ids of their own come in its place.
            continue
        first.append(receipt)
        for delivery in receipt.deliveries():
            other = ids.setdefault((receipt.path, *delivery), receipt.id)
            if other != receipt.id:
                verdict.doubled.append((receipt.path, *delivery, f"ids {other} and {receipt.id}"))
    for path, deliveries in expected.items():
        received = {delivery for receipt in first if receipt.path == path and receipt.id in taken
                    for delivery in receipt.deliveries()}
        verdict.lost += [(path, *one) for one in sorted(set(deliveries) - received)]
        verdict.strange += [(path, *one, "must not be there") for one in sorted(received - set(deliveries))]
    verdict += judge_order(first, place or moment_and_number)
    return verdict


def judge_order(receipts, place):
    """Oldest first."""
    verdict, last = Verdict(), {}
    for receipt in receipts:
        here = place(receipt)
        if receipt.path in last and here < last[receipt.path]:
            verdict.strange.append((receipt.path, receipt.id, f"out of order: {here} after {last[receipt.path]}"))
        last[receipt.path] = here
    return verdict


def moment_and_number(receipt):
    """The moment of planning, which the body tells; within it the pipelines do not mix, and numbers ascend."""
    pipeline, number = receipt.deliveries()[0]
    return datetime.datetime.fromisoformat(json.loads(receipt.body)["timestamp"]), pipeline, number


def number(receipt):
    """For one feed and one pipeline: the entries' numbers ascend."""
    return receipt.deliveries()[0][1]


def judge_state(path):
    """The database must be sound, and nothing may be left open in it."""
    verdict = Verdict()
    if not os.path.exists(path):
        verdict.strange.append((path, "there is no state"))
        return verdict
    state = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        for (line,) in state.execute("PRAGMA integrity_check"):
            if line != "ok":
                verdict.strange.append((path, "integrity", line))
        for sink, number, reason in state.execute("SELECT sink, id, last_reason FROM message WHERE state = 0"):
            verdict.strange.append((path, f"message {number} to {sink} is still open", reason))
    except sqlite3.DatabaseError as error:
        verdict.strange.append((path, str(error)))
    finally:
        state.close()
    return verdict


def is_attempt_noted(path, identifier):
    """Whether it was committed that an attempt of this message has begun."""
    state = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)
    try:
        return state.execute(
            "SELECT 1 FROM message WHERE webhook_id = ? AND attempt_open = 1", (identifier,)).fetchone() is not None
    finally:
        state.close()


def life_of(path, number):
    """For people who search a bug: what the state knows of an entry."""
    state = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        entries = [row[0] for row in state.execute(
            "SELECT DISTINCT entry FROM entry_key JOIN entry ON entry.id = entry_key.entry WHERE "
            "instr(CAST(entry.head AS TEXT), ?)", (f"/entry/{number}",))]
        rows = {}
        for entry in entries:
            rows[entry] = {
                "pipelines": state.execute(
                    "SELECT pipeline, state, filter FROM pipeline_entry WHERE entry = ?", (entry,)).fetchall(),
                "waits for": state.execute("SELECT sink, pipeline FROM waiting WHERE entry = ?", (entry,)).fetchall(),
                "messages": state.execute(
                    "SELECT id, sink, state, attempts FROM message WHERE ' ' || entries || ' ' LIKE ?",
                    (f"% {entry} %",)).fetchall()}
        return rows
    except sqlite3.DatabaseError as error:
        return str(error)
    finally:
        state.close()
