"""A receiver of webhooks that misbehaves: a seed determines its response to each attempt of each message."""
import collections
import random
import threading

from hook_receiver import SECRET, Receipt
from loopback import LoopbackServer

try:
    from standardwebhooks import Webhook as library
except ImportError:
    library = None

# What may happen to a message that arrives, besides being taken.
FATES = [
    "500", "503", "408", "429", "reset within the body", "no answer", "closed after the body", "no HTTP", "cut answer",
    "taken, huge answer", "reset, then refused"]
# And to a connection, before anything is read.
RESET_AT_ONCE = 0.02
SECONDS_REFUSED = 0.4


class RudeReceiver:
    """One endpoint, with a port of its own; `room` is how many entries a message may have."""

    def __init__(self, name, seed, fault_rate, receipts, room=None):
        self.name = name
        self.seed = seed
        self.fault_rate = fault_rate
        self.receipts = receipts
        self.room = room
        self.lock = threading.Lock()
        self.attempts = collections.Counter()
        self.connections = 0
        self.fates = collections.Counter()
        self.server = LoopbackServer(self.serve)

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server.port}/{self.name}"

    def chance(self, *what):
        return random.Random("/".join(map(str, (self.seed, self.name, *what))))

    def fate(self, identifier):
        with self.lock:
            self.attempts[identifier] += 1
            chance = self.chance(identifier, self.attempts[identifier])
            fate = chance.choice(FATES) if chance.random() < self.fault_rate else "taken"
            self.fates[fate] += 1
            return fate

    def serve(self, connection):
        with self.lock:
            self.connections += 1
            is_reset = self.fault_rate and self.chance("connection", self.connections).random() < RESET_AT_ONCE
            self.fates["reset at once"] += is_reset
        if is_reset:
            connection.reset()
        while True:
            head = connection.read_head()
            if head is None:
                return
            fate = self.fate(head[2].get("webhook-id", ""))
            length = connection.body_length(head)
            if fate == "reset within the body":
                connection.read_bytes(length // 2)
                connection.reset()
            body = connection.read_bytes(length)
            if body is None:
                return
            receipt = Receipt(head[1].strip("/"), head[2], body)
            receipt.satisfies_library = satisfies_library(receipt)
            with self.lock:
                self.receipts.append(receipt)
            if not self.answer(connection, receipt, fate):
                return

    def answer(self, connection, receipt, fate):
        """Whether the connection goes on."""
        if self.room and len(receipt.deliveries()) > self.room:
            receipt.is_refused = True
            self.fates["413"] += 1
            return connection.answer(413)
        if fate.isdigit():
            fields = [("Retry-After", "1")] if fate == "429" else []
            return connection.answer(int(fate), b"not now", fields)
        if fate == "no answer":
            # Until the other side gives up waiting.
            while connection.receive():
                pass
            return False
        if fate == "closed after the body":
            return False
        if fate == "no HTTP":
            connection.send(b"\x00\xff well, well\r\n" * 10)
            return False
        if fate == "cut answer":
            # That it was taken stands in its first line.
            receipt.was_taken = connection.send(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf")
            return False
        if fate == "reset, then refused":
            self.server.close()
            threading.Timer(SECONDS_REFUSED, self.server.open).start()
            connection.reset()
        body = bytes(1 << 20) if fate == "taken, huge answer" else b"thanks"
        receipt.was_taken = True
        return connection.answer(200, body)


def satisfies_library(receipt):
    """What the reference implementation of Standard Webhooks says, at once: it refuses old timestamps."""
    try:
        if library:
            library(SECRET).verify(receipt.body, receipt.headers)
        return True
    except Exception:
        return False
