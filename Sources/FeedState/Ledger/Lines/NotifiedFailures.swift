package import FeedModel
package import FeedStages
import FeedSystem

/// Failures that were reported and that the state itself cannot store: its own, and those of files that are written
/// after it is closed.
///
/// They are stored in the lock file, which exists and is written in place, so that even a full disk has room for them. In
/// PostgreSQL they are a fact of the state.
package struct NotifiedFailures: Sendable, Hashable {
    /// The time of a failure.
    package struct Period: Sendable, Hashable {
        /// When the failure was first reported.
        package var since: Timestamp
        /// When the last failure happened.
        package var until: Timestamp
    }

    /// One thing that failed for one cause.
    private struct Item: Hashable {
        var what: String
        var cause: String
        var since: Timestamp
        var failedAt: Timestamp
        var notifiedAt: Timestamp
    }

    private var items: [Item] = []
    /// The most causes: the lock file has room for no more.
    static let most = 4
    /// How long a lasting failure is not reported again: a day, less an hour, since a daily run may begin a little
    /// earlier than the one before.
    static let reminder = Duration.seconds(23 * 3600)
    /// How long something must have worked before that is reported: on a disk with hardly any room one run may work and
    /// the next one fail.
    static let recovery = Duration.seconds(3600)

    /// Makes an empty list.
    package init() {}

    /// Returns whether a failure is to be reported: for the first time, or again because it lasts.
    ///
    /// - Parameter what: one word for what failed, such as `state` or `report`.
    package func isNews(_ what: String, _ error: StageError, now: Timestamp) -> Bool {
        guard let item = items.first(where: { $0.what == what && $0.cause == Self.cause(of: error) }) else {
            return true
        }
        // If the report lies in the future, the clock was wrong then or is now.
        return now < item.notifiedAt || now - item.notifiedAt >= Self.reminder
    }

    /// Records that something failed, and whether that has just been reported.
    package mutating func record(_ what: String, _ error: StageError, wasNotified: Bool, now: Timestamp) {
        let cause = Self.cause(of: error)
        if let index = items.firstIndex(where: { $0.what == what && $0.cause == cause }) {
            items[index].failedAt = now
            if wasNotified { items[index].notifiedAt = now }
        } else if wasNotified {
            items.append(Item(what: what, cause: cause, since: now, failedAt: now, notifiedAt: now))
            if items.count > Self.most { items.removeFirst() }
        }
    }

    /// Returns the time of a failure whose end is to be reported, since it has worked for an hour; else nil.
    package func recovery(of what: String, now: Timestamp) -> Period? {
        let own = items.filter { $0.what == what }
        guard let since = own.map(\.since).min(), let until = own.map(\.failedAt).max(),
            now < until || now - until >= Self.recovery
        else { return nil }
        return Period(since: min(since, until), until: until)
    }

    /// Records that the end of a failure was reported.
    package mutating func forget(_ what: String) { items.removeAll { $0.what == what } }

    /// On a full disk it is chance which file fails first. Otherwise each file is a cause of its own.
    private static func cause(of error: StageError) -> String {
        var text = error.code.rawValue
        if error.code.fault != .disk {
            text += "\u{0}\(error.subject)\u{0}\(error.text(of: .found, in: .en) ?? "")"
        }
        return Hexadecimal.encode(Array(SHA256.hash(Array(text.utf8)).prefix(4)))
    }
}

// MARK: in the file of the lock

extension NotifiedFailures {
    private static let word = "told"

    /// Reads the lines of a lock file. Other lines are skipped.
    init(lines: some Sequence<some Collection<UInt8>>) {
        for line in lines {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 6, words[0] == Self.word, items.count < Self.most else { continue }
            let moments = words[3...].compactMap { Int64($0) }.map { Timestamp(seconds: $0) }
            guard moments.count == 3 else { continue }
            items.append(
                Item(
                    what: String(words[1]), cause: String(words[2]), since: moments[0], failedAt: moments[1],
                    notifiedAt: moments[2]))
        }
    }

    /// The lines of the lock file: `told WHAT CAUSE SINCE FAILED TOLD\n` each, moments in seconds since 1970.
    var text: String {
        items.map { item in
            "\(Self.word) \(item.what) \(item.cause) \(item.since.seconds) \(item.failedAt.seconds) \(item.notifiedAt.seconds)\n"
        }.joined()
    }

    /// Reads the lock file of a state that could not be opened. Empty if that file cannot be read or a run is at work.
    /// Blocks.
    package init(ofStateAt path: String) {
        self.init()
        if let file = Self.file(ofStateAt: path), let fileContent = try? file.fileContent {
            self = fileContent.notifiedFailures
        }
    }

    /// Stores the failures for the next run. If that fails, the next run reports them again. Blocks.
    package func keep(ofStateAt path: String) {
        guard let file = Self.file(ofStateAt: path), var fileContent = try? file.fileContent else { return }
        fileContent.notifiedFailures = self
        file.write(fileContent)
    }

    /// Returns the lock file, locked; nil if it is missing or a process holds it. Its own faults have been reported
    /// already.
    private static func file(ofStateAt path: String) -> LockedFile? {
        let parts = PathParts(realPath(path))
        guard let folder = try? Folder.open(parts.folder), (try? folder.status(of: parts.name + StateFiles.lock)) != nil
        else { return nil }
        return try? LockedFile(parts.name + StateFiles.lock, in: folder, of: path)
    }
}

extension StateDatabase {
    package var notifiedFailures: NotifiedFailures {
        guard server != nil else { return lock?.fileContent.notifiedFailures ?? NotifiedFailures() }
        let text = (try? meta(MetaKey.notifiedFailures)) ?? nil
        return NotifiedFailures(lines: (text ?? "").utf8.split(separator: UInt8(ascii: "\n")))
    }

    package func keep(_ failures: NotifiedFailures) {
        guard server != nil else { lock?.keep(failures); return }
        guard mode == .readWrite else { return }
        // If that fails, the next run tells them again.
        do throws(StageError) { try setMeta(MetaKey.notifiedFailures, failures.text) } catch {}
    }
}
