import FeedStages
import FeedSystem
import Glibc

/// What newsboat keeps of its feeds (`cache.db`, schema of 2.10 and later). The file is somebody else's: it is opened
/// for reading only, and every value of it may be anything.
package struct NewsboatCache: Sendable {
    /// The entries of one feed.
    package struct Feed: Sendable {
        /// What newsboat calls the entries: guids, and links of entries without one.
        package var names: [String] = []
        /// The names of those that are not marked as read.
        package var unread: [String] = []
        /// How many entries there are.
        package var entries = 0
        /// How many of them are not marked as read.
        package var unreadEntries = 0
    }

    /// Why a cache cannot be read.
    package enum Fault: Error {
        case missing, locked, foreign, unreadable
    }

    /// The feeds by their addresses, as the file `urls` has them.
    package private(set) var feeds: [String: Feed] = [:]

    /// Entries of a cache, at most, and bytes of a name.
    private static let mostRows: Int64 = 2_000_000
    private static let longestName = 8192

    /// Reads a cache. Blocks. Throws `Fault`.
    package init(_ path: String) throws(Fault) {
        guard access(path, F_OK) == 0 else { throw .missing }
        guard !Self.isInUse(path) else { throw .locked }
        do throws(StageError) {
            let connection = try SQLiteConnection(path: path, isReadOnly: true)
            // A view of that name could cost any amount of time.
            let columns = try connection.first(
                """
                SELECT count(*) FROM pragma_table_info('rss_item')
                WHERE name IN ('guid', 'url', 'feedurl', 'unread')
                    AND EXISTS(SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'rss_item'
                        AND sql NOT LIKE 'CREATE VIRTUAL%')
                """
            ) { $0.int(0) }
            guard columns == 4 else { throw StageError(.stateUnusable, subject: path) }
            let rows = try connection.all(
                "SELECT feedurl, guid, url, unread FROM rss_item ORDER BY id LIMIT ?", .integer(Self.mostRows)
            ) { row -> (String, String, String, Bool)? in
                let isShort = (0..<3).allSatisfy { row.length($0) <= Self.longestName }
                return isShort ? (row.text(0), row.text(1), row.text(2), row.integer(3) != 0) : nil
            }
            for case let (address, guid, link, isUnread)? in rows {
                Self.add(guid, link, isUnread, to: &feeds[address, default: Feed()])
            }
        } catch {
            switch error.code {
            case .stateLocked: throw .locked
            case .stateUnusable, .stateUnreleased: throw .foreign
            case .noSuchFile: throw .missing
            default: throw .unreadable
            }
        }
    }

    /// Whether newsboat has the cache open: it locks a file beside it (lockf(3)) until it ends. What it still has in
    /// memory would count as unseen.
    private static func isInUse(_ path: String) -> Bool {
        let file = open(path + ".lock", O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { return false }
        defer { close(file) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    private static func add(_ guid: String, _ link: String, _ isUnread: Bool, to feed: inout Feed) {
        feed.entries += 1
        if isUnread { feed.unreadEntries += 1 }
        var names = guid.isEmpty ? [] : [guid]
        // Newsboat makes the guid of an entry without one of its link and its date (rssparser.cpp, `get_guid`).
        if guid.isEmpty || guid.hasPrefix(link), !link.isEmpty, guid != link { names.append(link) }
        if isUnread { feed.unread += names } else { feed.names += names }
    }
}
