#!/usr/bin/python3
"""mail.py TO FROM: sends what stands on the standard input as a mail of plain text, by `sendmail`.

The subject is its title and its date. The id of the mail is that of the message, so that one that comes twice (sendmail
took it, and nobody heard of it) can be known by it. Ends with the status of sendmail, which means the same to kawaraban
(sysexits: 75 later, 64, 65, 77 and 78 never); an address that is refused (67, 68) counts as 65.
"""
import email.utils
import os
import re
import subprocess
import sys
from email.header import Header
from email.mime.text import MIMEText

REFUSED = {67: 65, 68: 65}


def line(text):
    """A text on one line: a line break in it would begin a header field of its own."""
    return " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", " ", text).split())


def add(message, name, text):
    """A header field with any text, encoded even where it is ASCII: a title may be `=?utf-8?Q?=0ABcc:_…?=`."""
    message[name] = Header(line(text), "utf-8", maxlinelen=76, header_name=name)


def subject(text):
    """The first two lines that say something: the title and the date."""
    spoken = (line(part) for part in text.splitlines())
    return " · ".join([part for part in spoken if part.strip("=")][:2])


def mail(text, recipient, sender, identity, pipeline):
    message = MIMEText(text.replace("\r\n", "\n").replace("\n", "\r\n"), "plain", "utf-8")
    add(message, "Subject", subject(text))
    message["From"] = line(sender)
    message["To"] = line(recipient)
    message["Date"] = email.utils.formatdate(localtime=True)
    message["Message-ID"] = f"<{re.sub('[^A-Za-z0-9_.-]', '', identity)}@{line(sender).rpartition('@')[2]}>"
    # So that holiday notices and mailing lists do not answer.
    message["Auto-Submitted"] = "auto-generated"
    add(message, "X-Kawaraban-Pipeline", pipeline)
    return message.as_bytes()


def main(recipient, sender):
    text = sys.stdin.buffer.read().decode("utf-8", "replace")
    message = mail(text, recipient, sender, os.environ["KAWARABAN_MESSAGE_ID"], os.environ["KAWARABAN_PIPELINE"])
    # `-i`: a line with a dot alone is no end. Behind `--` no address can be taken for an option.
    command = ["sendmail", "-i", "-f", sender, "--", recipient]
    # It often lies where cron's PATH does not lead.
    path = os.environ.get("PATH", "/usr/bin:/bin") + ":/usr/sbin:/usr/lib"
    try:
        status = subprocess.run(command, input=message, env={**os.environ, "PATH": path}).returncode
    except OSError as error:
        print(f"mail.py: cannot start sendmail: {error}", file=sys.stderr)
        return 75
    # Ended by a signal: nobody knows what became of the mail.
    return REFUSED.get(status, status) if status >= 0 else 70


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("mail.py: wants two addresses: TO FROM")
    sys.exit(main(*sys.argv[1:]))
