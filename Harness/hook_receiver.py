"""Receives webhooks: keeps every complete message in order of arrival, and the status of its response."""
import base64
import hashlib
import hmac
import json
import threading

from loopback import LoopbackServer

SECRET = "whsec_" + base64.b64encode(b"the harness keeps this to itself").decode()


class Receipt:
    """One message that arrived whole."""

    def __init__(self, path, headers, body):
        self.path = path
        self.id = headers.get("webhook-id", "")
        self.headers = headers
        self.body = body
        self.was_taken = False
        self.is_refused = False
        self.pairs = None

    @property
    def is_signed(self):
        """Whether one of the signatures is right: Standard Webhooks 1.0.0, computed here from nothing but its text."""
        key = base64.b64decode(SECRET.removeprefix("whsec_"))
        signed = f"{self.id}.{self.headers.get('webhook-timestamp', '')}.".encode() + self.body
        wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        return wanted in self.headers.get("webhook-signature", "").split(" ")

    def deliveries(self):
        """The pairs (pipeline, number of an entry) that the message brings, in its order."""
        if self.pairs is None:
            data = json.loads(self.body)["data"]
            self.pairs = [(data["pipeline"], int(entry["url"].rsplit("/", 1)[1])) for entry in data["entries"]]
        return self.pairs


class HookReceiver:
    """Takes every message, unless `misbehave(connection, receipt)` does something else and returns True."""

    def __init__(self, misbehave=None, tell=lambda event: None):
        self.lock = threading.Lock()
        self.receipts = []
        self.misbehave = misbehave
        self.tell = tell
        self.server = LoopbackServer(self.serve)
        self.port = self.server.port

    def address(self, name):
        return f"http://127.0.0.1:{self.port}/{name}"

    def serve(self, connection):
        while True:
            request = connection.read_request()
            if request is None:
                return
            receipt = Receipt(request.target.strip("/"), request.headers, request.body)
            with self.lock:
                self.receipts.append(receipt)
            self.tell("hook asked")
            if self.misbehave and self.misbehave(connection, receipt):
                continue
            receipt.was_taken = connection.answer(200)
            self.tell("hook answered")
