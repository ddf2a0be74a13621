"""A small HTTP/1.1 server on the loopback interface: one thread a connection, and full control over each response."""
import socket
import struct
import threading


class Request:
    """What a client sent, its body whole."""

    def __init__(self, method, target, headers, body):
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body


class HangUp(Exception):
    """Raised by an answer to end the connection."""


class Connection:
    """One connection of a client."""

    def __init__(self, client):
        self.client = client
        self.held = b""

    def read_request(self):
        """The next request, or None when the client has gone, also within one."""
        head = self.read_head()
        if head is None:
            return None
        body = self.read_bytes(self.body_length(head))
        return None if body is None else Request(*head, body)

    def read_head(self):
        """Method, target and header fields (names in lower case), or None."""
        while b"\r\n\r\n" not in self.held:
            if not self.receive():
                return None
        head, self.held = self.held.split(b"\r\n\r\n", 1)
        first, *lines = head.decode("latin-1").split("\r\n")
        method, target, _ = first.split(" ", 2)
        fields = {}
        for line in lines:
            name, _, value = line.partition(":")
            fields[name.strip().lower()] = value.strip()
        if "100-continue" in fields.get("expect", ""):
            self.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        return method, target, fields

    @staticmethod
    def body_length(head):
        return int(head[2].get("content-length", "0"))

    def read_bytes(self, count):
        """`count` bytes, or None if the client goes before."""
        while len(self.held) < count:
            if not self.receive():
                return None
        taken, self.held = self.held[:count], self.held[count:]
        return taken

    def receive(self):
        try:
            got = self.client.recv(1 << 16)
        except OSError:
            return False
        self.held += got
        return bool(got)

    def send(self, data):
        """Sends all of it; False if the client has gone."""
        try:
            self.client.sendall(data)
            return True
        except OSError:
            return False

    def answer(self, status, body=b"", fields=()):
        lines = [f"HTTP/1.1 {status} Answer", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in fields]
        return self.send("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    def reset(self):
        """Ends the connection as a crash of the other side would."""
        self.client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raise HangUp


class LoopbackServer:
    """Listens on a free port and gives each connection to `serve(connection)` until it returns or raises HangUp."""

    def __init__(self, serve):
        self.serve = serve
        self.listener = None
        self.port = 0
        self.open()

    def open(self):
        """Begins (again) to listen, at the same port once there is one."""
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        listener.listen(128)
        self.port = listener.getsockname()[1]
        self.listener = listener
        threading.Thread(target=self.accept, args=(listener,), daemon=True).start()

    def close(self):
        """Refuses connections until it is opened again."""
        listener, self.listener = self.listener, None
        if listener:
            # A thread that waits in accept() would keep the port open.
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()

    def accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self.handle, args=(client,), daemon=True).start()

    def handle(self, client):
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            self.serve(Connection(client))
        except HangUp:
            pass
        finally:
            client.close()
