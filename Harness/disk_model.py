"""Models the content of a disk after a power cut: everything that was synced, and a random part of the rest.

The model is as strict as POSIX. The content of a file is certain after its fsync, and a name after the fsync of its
folder; neither implies the other. Of everything else, single blocks, or a length without its bytes, may have arrived.
"""
import os
import pathlib
import tempfile

BLOCK = 4096


class File:
    def __init__(self, inode, content=b""):
        self.inode = inode
        self.durable = bytearray(content)
        self.pending = []

    def sync(self):
        self.durable = self.with_changes(self.pending)
        self.pending = []

    def fail_sync(self):
        """The kernel takes what it could not write for clean: no later sync brings it, only writing it again does."""
        self.pending = []

    def with_changes(self, changes):
        content = bytearray(self.durable)
        for offset, data in changes:
            if data is None:
                del content[offset:]
                content.extend(bytes(offset - len(content)))
            else:
                content.extend(bytes(max(0, offset - len(content))))
                content[offset:offset + len(data)] = data
        return content

    def after_crash(self, random):
        fate = random.choice(["nothing", "all", "some", "some"])
        if fate == "nothing":
            return self.durable
        if fate == "all":
            return self.with_changes(self.pending)
        changes = []
        for offset, data in self.pending:
            if data is None:
                changes += [(offset, None)] if random.random() < 0.5 else []
                continue
            position = 0
            while position < len(data):
                end = min(len(data), position + BLOCK - (offset + position) % BLOCK)
                if random.random() < 0.5:
                    changes.append((offset + position, data[position:end]))
                elif random.random() < 0.3:
                    changes.append((offset + position, bytes(end - position)))
                position = end
        return self.with_changes(changes)


class Folder:
    def __init__(self):
        self.live = {}
        self.durable = {}


class Disk:
    """A folder and all below it: loaded when everything is on the disk, then changed as a journal tells."""

    def __init__(self, root):
        self.root = str(root)
        self.files = {}
        self.pending = []
        self.top = self.load(pathlib.Path(root))

    def load(self, path):
        folder = Folder()
        for item in path.iterdir():
            node = self.load(item) if item.is_dir() else File(item.stat().st_ino, item.read_bytes())
            if isinstance(node, File):
                self.files[node.inode] = node
            folder.live[item.name] = folder.durable[item.name] = node
        return folder

    def folder(self, path):
        folder = self.top
        for name in os.path.relpath(path, self.root).split("/"):
            if name != ".":
                folder = folder.live[name]
        return folder

    def parent(self, path):
        return self.folder(os.path.dirname(path)), os.path.basename(path)

    def change(self, *steps):
        """Steps (folder, name, node or None), which reach the disk together or not at all."""
        for folder, name, node in steps:
            if node is None:
                folder.live.pop(name, None)
            else:
                folder.live[name] = node
        self.pending.append(steps)

    def replay(self, journal):
        """Follows a journal of Harness/shim."""
        position = 0
        while position < len(journal):
            end = journal.index(b"\n", position)
            operation, path, other, offset, length, inode = journal[position:end].decode().split("\t")
            position, offset, length, inode = end + 1, int(offset), int(length), int(inode)
            data = b""
            if operation == "write":
                data = journal[position:position + length]
                position += length
            self.follow(operation, path, other, offset, length, inode, data)

    def follow(self, operation, path, other, offset, length, inode, data):
        if operation == "create":
            self.files[inode] = File(inode)
            self.change((*self.parent(path), self.files[inode]))
        elif operation == "mkdir":
            self.change((*self.parent(path), Folder()))
        elif operation == "write":
            self.files[inode].pending.append((offset, data))
        elif operation == "truncate":
            self.files[inode].pending.append((length, None))
        elif operation == "rename":
            folder, name = self.parent(path)
            self.change((folder, name, None), (*self.parent(other), folder.live[name]))
        elif operation == "link":
            folder, name = self.parent(path)
            self.change((*self.parent(other), folder.live[name]))
        elif operation == "unlink":
            self.change((*self.parent(path), None))
        elif operation in ("sync", "sync failed"):
            if inode in self.files and not os.path.isdir(path):
                if operation == "sync":
                    self.files[inode].sync()
                else:
                    self.files[inode].fail_sync()
            elif operation == "sync":
                self.sync_names(self.folder(path))
        else:
            raise ValueError(operation)

    def sync_names(self, synced):
        left = []
        for steps in self.pending:
            if any(folder is synced for folder, _, _ in steps):
                apply(steps)
            else:
                left.append(steps)
        self.pending = left

    def crash(self, random):
        """Writes over the real folder what is left of it."""
        fate = random.choice(["none", "none", "first", "all"])
        count = {"none": 0, "first": random.randint(0, len(self.pending)), "all": len(self.pending)}[fate]
        for steps in self.pending[:count]:
            apply(steps)
        self.pending = []
        top = pathlib.Path(self.root)
        # A file stays the same file, by its inode, if it is still there under any name.
        with tempfile.TemporaryDirectory(dir=top.parent) as kept:
            self.empty(top, pathlib.Path(kept))
            self.write(self.top, top, pathlib.Path(kept), random)

    def empty(self, folder, kept):
        for item in list(folder.iterdir()):
            if item.is_dir() and not item.is_symlink():
                self.empty(item, kept)
                item.rmdir()
            else:
                # To rename a file to another name of its own does nothing.
                first = kept / str(item.lstat().st_ino)
                if first.exists():
                    item.unlink()
                else:
                    item.replace(first)

    def write(self, folder, path, kept, random):
        for name, node in folder.durable.items():
            target = path / name
            if isinstance(node, Folder):
                target.mkdir()
                self.write(node, target, kept, random)
                continue
            same = kept / str(node.inode)
            # Its number may be another's by now.
            if same.exists() and self.files[node.inode] is node:
                target.hardlink_to(same)
            # Shared memory is written past every call: it may hold anything.
            target.write_bytes(
                random.randbytes(len(node.durable)) if name.endswith("-shm") else node.after_crash(random))


def apply(steps):
    for folder, name, node in steps:
        if node is None:
            folder.durable.pop(name, None)
        else:
            folder.durable[name] = node
