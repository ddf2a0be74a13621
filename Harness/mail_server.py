"""A mail server on the loopback interface (RFC 5321) whose every answer a script decides, and certificates for it."""
import base64
import email
import email.policy
import pathlib
import re
import ssl
import subprocess
import threading
import time

from loopback import HangUp, LoopbackServer

USER, PASSWORD = "hanako", "Pa55-wort/geheim"


class Letter:
    """A letter whose end arrived."""

    def __init__(self, server, sender, recipients, data, encrypted, was_taken):
        self.server = server
        self.sender = sender
        self.recipients = recipients
        self.data = data
        self.encrypted = encrypted
        self.was_taken = was_taken
        # Of the header alone, so that a letter that is torn has one, too.
        found = re.search(rb"^Message-ID:\s*(<[^>]+>)", data, re.MULTILINE | re.IGNORECASE)
        self.id = found.group(1).decode() if found else None

    def numbers(self):
        """The numbers of the entries in its text part."""
        message = email.message_from_bytes(self.data, policy=email.policy.default)
        part = message.get_body(("plain",))
        return [int(number) for number in re.findall(r"http://feeds\.test/entry/(\d+)", part.get_content())]


class MailServer:
    """A server with a port of its own.

    `decide(point, text, number)` gives what happens at a point of connection `number`, or None for what is sound. Points
    are `greeting`, the verbs (`EHLO`, `MAIL` …), `AUTH` and `LOGIN` (the lines behind it), `body` (within the letter)
    and `letter` (after it). What happens is bytes to send, or a list of steps: bytes; a number of seconds to wait;
    "close", "reset", "hang", "flood"; "take" notes that the letter was taken.
    """

    def __init__(self, name="mail", decide=None, offers=("SIZE 10000000", "8BITMIME", "PIPELINING"), tls=None,
                 implicit=False, auth=()):
        self.name = name
        self.decide = decide or (lambda point, text, number: None)
        self.offers = list(offers)
        self.tls = tls
        self.implicit = implicit
        self.auth = auth
        self.lock = threading.Lock()
        self.letters = []
        self.commands = []
        self.logins = []
        self.connections = 0
        self.server = LoopbackServer(self.serve)

    @property
    def address(self):
        return f"smtp{'s' if self.implicit else ''}://127.0.0.1:{self.server.port}"

    def close(self):
        self.server.close()

    def serve(self, connection):
        with self.lock:
            self.connections += 1
            number = self.connections
        Conversation(self, connection, number).hold()


class Conversation:
    def __init__(self, server, connection, number):
        self.server = server
        self.connection = connection
        self.number = number
        self.encrypted = False
        self.sender = None
        self.recipients = []
        self.was_taken = False

    def hold(self):
        if self.server.implicit and not self.secure():
            return
        if not self.answer("greeting", "", b"220 mail.example ESMTP\r\n"):
            return
        while True:
            line = self.line()
            if line is None:
                return
            text = line.decode("latin-1").strip()
            verb = text.split(" ")[0].upper()
            with self.server.lock:
                self.server.commands.append(text)
            if verb == "AUTH":
                if not self.log_in(text):
                    return
            elif verb == "DATA":
                if not self.data():
                    return
            else:
                sound, done = self.sound(verb, text)
                answer = self.answer(verb, text, sound)
                if not answer:
                    return
                if answer[:1] in b"23" and done:
                    done()
                if verb == "STARTTLS" and answer[:1] == b"2" and not self.secure():
                    return

    def secure(self):
        try:
            self.connection.client = self.server.tls.wrap_socket(self.connection.client, server_side=True)
            self.connection.held = b""
            self.encrypted = True
            return True
        except (OSError, AttributeError):
            return False

    def sound(self, verb, text):
        """The sound reply, and what to do if a reply like it was given."""
        address = re.search(r"<([^>]*)>", text)
        if verb in ("EHLO", "HELO"):
            offers = list(self.server.offers) if verb == "EHLO" else []
            if verb == "EHLO" and self.server.tls and not self.encrypted:
                offers.append("STARTTLS")
            if verb == "EHLO" and self.server.auth:
                offers.append("AUTH " + " ".join(self.server.auth))
            lines = ["mail.example", *offers]
            return "".join(
                f"250{' ' if line is lines[-1] else '-'}{line}\r\n" for line in lines).encode(), None
        if verb == "STARTTLS":
            return (b"220 2.0.0 go ahead\r\n" if self.server.tls else b"502 5.5.1 no\r\n"), None
        if verb == "MAIL":
            def begin():
                self.sender, self.recipients = address and address.group(1), []
            return b"250 2.1.0 fine\r\n", begin
        if verb == "RCPT":
            return b"250 2.1.5 fine\r\n", lambda: self.recipients.append(address and address.group(1))
        if verb == "QUIT":
            return b"221 2.0.0 bye\r\n", None
        return b"250 fine\r\n", None

    def log_in(self, text):
        """AUTH PLAIN and AUTH LOGIN (RFC 4616, RFC 4954)."""
        words = text.split(" ")
        answer = self.server.decide("AUTH", text, self.number)
        if answer is not None:
            return self.perform(answer)
        given = words[2:]

        def ask(challenge):
            if given:
                return given.pop()
            if not self.connection.send(b"334 " + challenge + b"\r\n"):
                return None
            line = self.line()
            return None if line is None else line.decode("latin-1").strip()
        if words[1] == "PLAIN":
            said = ask(b"")
            parts = base64.b64decode(said or "").decode(errors="replace").split("\0")[1:]
        elif words[1] == "LOGIN":
            parts = [base64.b64decode(ask(word) or "").decode(errors="replace")
                     for word in (b"VXNlcm5hbWU6", b"UGFzc3dvcmQ6")]
        else:
            return self.connection.send(b"504 5.5.4 no such way\r\n")
        is_right = parts == [USER, PASSWORD]
        with self.server.lock:
            self.server.logins.append((is_right, self.encrypted))
        return self.answer(
            "LOGIN", text, b"235 2.7.0 welcome\r\n" if is_right else b"535 5.7.8 wrong\r\n")

    def data(self):
        answer = self.answer("DATA", "", b"354 end with a dot\r\n")
        if not answer or answer[:1] != b"3":
            return bool(answer)
        steps = self.server.decide("body", "", self.number)
        if steps is not None:
            self.line()
            return bool(self.perform(steps))
        lines = []
        while True:
            line = self.line()
            if line is None:
                return False
            if line == b".\r\n":
                break
            lines.append(line[1:] if line.startswith(b".") else line)
        letter = Letter(self.server, self.sender, self.recipients, b"".join(lines), self.encrypted, False)
        with self.server.lock:
            self.server.letters.append(letter)
        self.letter = letter
        steps = self.server.decide("letter", letter, self.number)
        if steps is None:
            steps = ["take", b"250 2.0.0 queued\r\n"]
        return bool(self.perform(steps))

    def answer(self, point, text, sound):
        steps = self.server.decide(point, text, self.number)
        return self.perform(sound if steps is None else steps)

    def perform(self, steps):
        """Does it; gives the last bytes that were sent, or None if the conversation is over."""
        last = b"-"
        for step in [steps] if isinstance(steps, (bytes, str)) else steps:
            if isinstance(step, bytes):
                last = step
                if not self.connection.send(step):
                    return None
            elif isinstance(step, (int, float)):
                time.sleep(step)
            elif step == "take":
                self.letter.was_taken = True
            elif step == "reset":
                self.connection.reset()
            elif step == "hang":
                while self.connection.receive():
                    self.connection.held = b""
                return None
            elif step == "flood":
                while self.connection.send(b"250-and so on\r\n" * 500):
                    pass
                return None
            elif step == "close":
                raise HangUp
        return last

    def line(self):
        connection = self.connection
        while b"\n" not in connection.held:
            try:
                if not connection.receive():
                    return None
            except (ssl.SSLError, ValueError):
                return None
        line, connection.held = connection.held.split(b"\n", 1)
        return line + b"\n"


class Authority:
    """An authority of our own, and certificates by it, sound and unsound."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(exist_ok=True)
        self.file = self.folder / "ca.pem"
        self.openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "ca.key",
                     "-out", "ca.pem", "-days", "30", "-subj", "/CN=an authority")

    def openssl(self, *words):
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)

    def context(self, name, host="IP:127.0.0.1", signed=True, expired=False):
        """The server's side of TLS with a certificate of this kind."""
        self.openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", f"{name}.key",
                     "-out", f"{name}.csr", "-subj", f"/CN={name}")
        (self.folder / f"{name}.ext").write_text(f"subjectAltName={host}\n")
        signer = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"] if signed else ["-signkey", f"{name}.key"]
        # A negative number of days is an end before the beginning, which is over, too.
        self.openssl("x509", "-req", "-in", f"{name}.csr", "-out", f"{name}.pem", "-extfile", f"{name}.ext",
                     "-days", "-1" if expired else "10", *signer)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / f"{name}.pem", self.folder / f"{name}.key")
        return context
