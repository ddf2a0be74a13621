import CLibPQ
import FeedStages

/// Hearing what other sessions send by NOTIFY.
extension PostgreSQLConnection {
    /// A notification.
    struct Notification {
        /// The number of the server's process that has sent it.
        let backend: Int32
        /// Its text, which any user of the database can choose.
        let payload: String
    }

    /// The socket to the server; -1 if the connection is broken.
    var socket: Int32 { clibpq_socket(handle) }

    /// Whether the connection can still be used.
    var isOpen: Bool { clibpq_status(handle) == CLIBPQ_OK }

    /// Reads what has come, without waiting. Returns false if the connection is broken.
    func readInput() -> Bool { clibpq_consume(handle) != 0 && isOpen }

    /// Takes the next notification that was read; nil if there is none.
    func nextNotification() -> Notification? {
        guard let found = clibpq_notification(handle) else { return nil }
        defer { clibpq_memory_free(found) }
        return Notification(
            backend: found.pointee.backend,
            payload: found.pointee.payload.map { String(cString: $0) } ?? "")
    }
}
