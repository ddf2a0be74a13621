#!/usr/bin/env python3
"""Sends 10,000 entries by webhooks to receivers that misbehave, and kills the sender 200 times meanwhile (P05).

    webhooks.py [MESSAGES] [--kills N] [--endpoints N] [--faults SHARE] [--binary release|debug|PATH] [--seed N]

Each endpoint gets its share; a quarter of the endpoints get batches that they refuse as too large. No entry may be
lost. A repeated message must have its former id and bytes, ids must be unique, and each endpoint must get the oldest
entries first. Each signature must be right, by our own implementation and, if it is installed, by the package
`standardwebhooks`. Some message must have been refused as too large. Exits with 1 otherwise.
"""
import argparse
import collections
import random
import sys
import time

import judge
from feed_server import Entry, rss
from rude_receiver import RudeReceiver, library
from world import World, binary_of, kill

CONFIGURATION = """\
version: 1
settings: {{ network: {{ allow: ["127.0.0.1/32"] }} }}
defaults: {{ first_run: all }}
sources:
  feed: {{ type: file, path: feed.xml }}
sinks:
{sinks}
pipelines:
  all: {{ sources: [feed], sinks: [{names}] }}
"""
SINK = '  {name}: {{ type: webhook, url: "{address}", secret: {{ env: HOOK_SECRET }}, timeout: 1s{more} }}'
# Every fourth endpoint gets several entries a message, and finds them too many.
BATCH, ROOM = 8, 3


class Storm:
    def __init__(self, options):
        self.random = random.Random(options.seed)
        self.receipts = []
        self.each = options.messages // options.endpoints
        self.receivers = [
            RudeReceiver(
                f"hook{number}", options.seed, options.faults, self.receipts, room=ROOM if number % 4 == 3 else None)
            for number in range(options.endpoints)]
        self.world = World(binary_of(options.binary), seed=options.seed)
        names = [receiver.name for receiver in self.receivers]
        sinks = "\n".join(
            SINK.format(name=receiver.name, address=receiver.address, more=f", batch: {BATCH}" if receiver.room else "")
            for receiver in self.receivers)
        self.expected = {name: set() for name in names}
        self.entries = []
        self.write_feed(0)
        self.world.configure(CONFIGURATION.format(sinks=sinks, names=", ".join(names)))

    def write_feed(self, count):
        """Issues so many entries more."""
        feeds = self.world.feeds
        made = [feeds.make() for _ in range(count)]
        self.entries += [Entry(entry.number, entry.published, False, True) for entry in made]
        document = rss("feed", reversed(self.entries))
        aside = self.world.place / "feed.new"
        aside.write_bytes(document)
        aside.rename(self.world.place / "feed.xml")
        for deliveries in self.expected.values():
            deliveries |= {("all", entry.number) for entry in self.entries}

    def is_done(self):
        taken = {
            (receipt.path, pair) for receipt in list(self.receipts) if receipt.was_taken
            for pair in receipt.deliveries()}
        return len(taken) >= self.each * len(self.receivers)

    def judge(self):
        verdict = judge.judge_receipts(list(self.receipts), self.expected, place=judge.number)
        verdict += judge.judge_state(self.world.state)
        return verdict


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("messages", nargs="?", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--endpoints", type=int, default=40)
    parser.add_argument("--faults", type=float, default=0.3)
    parser.add_argument("--binary", default="release")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    begun = time.monotonic()
    storm = Storm(options)
    killed, runs, statuses = 0, 0, collections.Counter()
    # Entries come in five portions, so that planning goes on beside failing; the first one, which is popped first, is a
    # whole batch: more than those take that have little room.
    first = min(storm.each, max(storm.each // 5, BATCH))
    portions = [(storm.each - first) // 4] * 3
    portions.insert(0, storm.each - first - sum(portions))
    portions.append(first)
    while not (storm.is_done() and not portions and killed >= options.kills):
        if portions and runs % 2 == 0:
            storm.write_feed(portions.pop())
        runs += 1
        process = storm.world.start()
        if killed < options.kills:
            # A run that has nothing to send is soon over, and one that is over is not killed.
            time.sleep(storm.random.uniform(0.05, 2.5) if not storm.is_done() else storm.random.uniform(0, 0.05))
            killed += kill(process)
        else:
            statuses[process.wait(600)] += 1
            time.sleep(0.3)
        if runs > options.kills + 2000:
            break
    # What was under way at the last kill, and what waits for the end of a pause.
    for _ in range(200):
        statuses[storm.world.run(timeout=600)] += 1
        verdict = storm.judge()
        if verdict.is_good:
            break
        time.sleep(0.3)
    receipts = list(storm.receipts)
    ids = collections.Counter(receipt.id for receipt in receipts)
    fates = sum((receiver.fates for receiver in storm.receivers), collections.Counter())
    faults = sum(count for fate, count in fates.items() if not fate.startswith("taken"))
    print(f"{options.messages} entries in {len(ids)} messages to {options.endpoints} endpoints, {killed} kills, "
          f"{runs} runs, {faults} faults ({faults / max(1, sum(fates.values())):.0%}), {(time.monotonic() - begun) / 60:.1f} min, seed {options.seed}")
    print("fates: " + ", ".join(f"{fate} {count}" for fate, count in fates.most_common()))
    print(f"{len(receipts)} receipts, {len(receipts) - len(ids)} of them again with the same id and bytes; "
          f"exit statuses {dict(statuses)}")
    refused = sum(not receipt.satisfies_library for receipt in receipts)
    print("signatures checked by our own implementation" + (
        f"; the package standardwebhooks refused {refused}" if library else "; the package standardwebhooks is not installed"))
    print(str(verdict))
    # Without one nothing has been cut, and nothing of it been tried.
    is_cut = fates["413"] > 0 or storm.each <= ROOM
    if not is_cut:
        print("strange: no receiver found a message too large")
    is_good = verdict.is_good and is_cut
    storm.world.close(keep=not is_good)
    sys.exit(0 if is_good and refused == 0 else 1)


if __name__ == "__main__":
    main()
