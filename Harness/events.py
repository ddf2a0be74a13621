"""Reports network events and changes of files during a run, as they happen, so that a kill can be aimed at one."""
import ctypes
import os
import struct
import threading
import time

IN_MODIFY, IN_MOVED_TO, IN_CREATE, IN_DELETE = 0x2, 0x80, 0x100, 0x200
EVENT = struct.Struct("iIII")


class Events:
    """Counts events and remembers the last one."""

    def __init__(self):
        self.condition = threading.Condition()
        self.reset()

    def reset(self):
        with self.condition:
            self.counts = {"network": 0, "file": 0}
            self.last = "start"

    def tell(self, event, kind="network"):
        with self.condition:
            self.counts[kind] += 1
            self.last = event
            self.condition.notify_all()

    def wait(self, kind, count, timeout, is_over):
        """Until `count` events of the kind have happened, the time is over, or there is nothing more to wait for."""
        end = time.monotonic() + timeout
        with self.condition:
            while self.counts[kind] < count and time.monotonic() < end and not is_over():
                self.condition.wait(0.005)


class FolderWatch:
    """Tells changes in folders (inotify, by hand: the standard library has none)."""

    def __init__(self, events):
        self.events = events
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.descriptor = self.libc.inotify_init1(os.O_CLOEXEC)
        self.names = {}
        threading.Thread(target=self.read, daemon=True).start()

    def add(self, folder, name):
        watch = self.libc.inotify_add_watch(
            self.descriptor, os.fsencode(folder), IN_MODIFY | IN_MOVED_TO | IN_CREATE | IN_DELETE)
        if watch < 0:
            raise OSError(ctypes.get_errno(), f"cannot watch {folder}")
        self.names[watch] = name

    def read(self):
        while True:
            data = os.read(self.descriptor, 1 << 16)
            offset = 0
            while offset < len(data):
                watch, mask, _, length = EVENT.unpack_from(data, offset)
                name = data[offset + EVENT.size:offset + EVENT.size + length].rstrip(b"\0").decode()
                offset += EVENT.size + length
                verb = {IN_MODIFY: "written", IN_MOVED_TO: "renamed", IN_CREATE: "made", IN_DELETE: "removed"}
                self.events.tell(f"{self.names.get(watch, '?')}: {kind_of(name)} {verb.get(mask & 0x382, '')}", "file")


def kind_of(name):
    """Names with moments and numbers in them, brought together."""
    if name.startswith(".kawaraban-"):
        return "temporary"
    return "stamped digest" if name.startswith("stamped-") else name
