package import FeedModel
package import FeedStages
import FeedSystem

/// Failures that somebody was told of, and that the state itself cannot keep: those of the state, and of what is
/// written when it is closed already.
///
/// They stand in the file of the lock, which is there and is written in place: a full disk has room for that.
package struct NotifiedFailures: Sendable, Hashable {
    /// From when to when something failed.
    package struct Period: Sendable, Hashable {
        /// When it was first told.
        package var since: Timestamp
        /// When it failed last.
        package var until: Timestamp
    }

    /// One cause for which one thing failed.
    private struct Item: Hashable {
        var what: String
        var cause: String
        var since: Timestamp
        var failedAt: Timestamp
        var notifiedAt: Timestamp
    }

    private var items: [Item] = []
    /// Causes at most: the file of the lock has room for no more.
    static let most = 4
    /// What goes on is told again after so long: a day, less what a run of every day may begin earlier than the one
    /// before.
    static let reminder = Duration.seconds(23 * 3600)
    /// What works must have worked for so long to be told: on a disk with hardly any room, one run may, and the next
    /// not.
    static let recovery = Duration.seconds(3600)

    /// None.
    package init() {}

    /// Whether a failure is to be told: for the first time, or once more because it goes on.
    ///
    /// - Parameter what: one word for what failed, such as `state` or `report`.
    package func isNews(_ what: String, _ error: StageError, now: Timestamp) -> Bool {
        guard let item = items.first(where: { $0.what == what && $0.cause == Self.cause(of: error) }) else {
            return true
        }
        // In the future: the clock was wrong then, or is now.
        return now < item.notifiedAt || now - item.notifiedAt >= Self.reminder
    }

    /// Notes that something failed, and whether somebody has just heard of it.
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

    /// From when to when something failed that works now and has worked for an hour, which is to be told; nil if
    /// nothing is.
    package func recovery(of what: String, now: Timestamp) -> Period? {
        let own = items.filter { $0.what == what }
        guard let since = own.map(\.since).min(), let until = own.map(\.failedAt).max(),
            now < until || now - until >= Self.recovery
        else { return nil }
        return Period(since: min(since, until), until: until)
    }

    /// Notes that somebody has heard that it works.
    package mutating func forget(_ what: String) { items.removeAll { $0.what == what } }

    /// Which file met a full disk first is chance; otherwise another file is another trouble.
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

    /// Those that stand in the file of a lock, a line each; other lines are passed over.
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

    /// As they stand there: `told WHAT CAUSE SINCE FAILED TOLD\n` each, moments in seconds since 1970.
    var text: String {
        items.map { item in
            "\(Self.word) \(item.what) \(item.cause) \(item.since.seconds) \(item.failedAt.seconds) \(item.notifiedAt.seconds)\n"
        }.joined()
    }

    /// Those that were told of a state that could not be opened. None if that cannot be read, or a run is at work.
    /// Blocks.
    package init(ofStateAt path: String) {
        self.init()
        if let file = Self.file(ofStateAt: path), let fileContent = try? file.fileContent {
            self = fileContent.troubles
        }
    }

    /// Keeps them for the next run. If that fails, it tells once more what was told. Blocks.
    package func keep(ofStateAt path: String) {
        guard let file = Self.file(ofStateAt: path), var fileContent = try? file.fileContent else { return }
        fileContent.troubles = self
        file.write(fileContent)
    }

    /// The file of the lock, as far as it is there and nobody has locked it: what is wrong with it has been told.
    private static func file(ofStateAt path: String) -> LockedFile? {
        let parts = PathParts(realPath(path))
        guard let folder = try? Folder.open(parts.folder), (try? folder.status(of: parts.name + StateFiles.lock)) != nil
        else { return nil }
        return try? LockedFile(parts.name + StateFiles.lock, in: folder, of: path)
    }
}

extension StateDatabase {
    package var notifiedFailures: NotifiedFailures { lock?.fileContent.troubles ?? NotifiedFailures() }

    package func keep(_ troubles: NotifiedFailures) { lock?.keep(troubles) }
}
