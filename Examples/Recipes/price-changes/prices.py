#!/usr/bin/python3
"""prices.py TABLE: prints what has changed in a table of prices (columns `name,price`) as JSON Feed.

What it has seen stands beside the table, in TABLE.seen.json. It prints the last 50 changes each time, the old ones with
the new: a run that was killed before it kept them gets them again. The same bytes as the last time count as unchanged,
so there is nothing to do where nothing has changed.
"""
import csv
import datetime
import json
import os
import pathlib
import sys

KEPT = 50


def prices(table):
    """The price of each thing, by its name."""
    with table.open(encoding="utf-8-sig", newline="") as file:
        return {row["name"].strip(): int(row["price"].replace(",", "")) for row in csv.DictReader(file)}


def changes(before, now, moment):
    """An item for each price that is another one now, and for what is new or gone."""
    for name in {**before, **now}:
        old, new = before.get(name), now.get(name)
        if old == new:
            continue
        if old is None:
            title = f"{name}: 新しく {new:,} 円"
        elif new is None:
            title = f"{name}: なくなりました（{old:,} 円でした）"
        else:
            title = f"{name}: {old:,} → {new:,} 円（{(new - old) / max(old, 1):+.0%}）"
        # The same change at another time is another entry.
        yield {"id": f"{name} {moment}", "title": title, "date_published": moment, "tags": ["価格"]}


def main(table):
    state = table.with_name(table.name + ".seen.json")
    seen = json.loads(state.read_text("utf-8")) if state.exists() else None
    now = prices(table)
    if not now:
        sys.exit(f"{table} holds no prices")  # a table that was not written yet is no sale of everything
    moment = datetime.datetime.fromtimestamp(int(table.stat().st_mtime), datetime.timezone.utc).isoformat()
    items = [] if seen is None else list(changes(seen["prices"], now, moment)) + seen["items"]
    text = json.dumps({"prices": now, "items": items[:KEPT]}, ensure_ascii=False, indent=1)
    if seen is None or seen["prices"] != now:
        # Replaced at one stroke: whoever kills this program leaves the old file or the new one.
        part = state.with_name(state.name + ".part")
        part.write_text(text, "utf-8")
        os.replace(part, state)
    feed = {"version": "https://jsonfeed.org/version/1.1", "title": "値段の変化", "items": items[:KEPT]}
    json.dump(feed, sys.stdout, ensure_ascii=False)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
