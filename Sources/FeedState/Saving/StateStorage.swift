import FeedStages
import FeedSystem

/// Where a state is kept.
package enum StateStorage: Sendable {
    /// A database of SQLite at this path.
    case sqlite(String)
    case postgresql(PostgreSQLPlace)
}

extension StateStorage {
    /// Whether another place is this one, as far as that can be seen without a connection.
    package func isSame(as other: StateStorage) -> Bool {
        switch (self, other) {
        case (.sqlite(let one), .sqlite(let two)): truePath(one) == truePath(two)
        case (.postgresql(let one), .postgresql(let two)):
            one.connectionString == two.connectionString && one.schema == two.schema
        default: false
        }
    }

    /// The place for people, without secrets: a path, or the address of a server.
    package var name: String {
        get throws(StageError) {
            switch self {
            case .sqlite(let path): truePath(path)
            case .postgresql(let place): try PostgreSQLParameters(place).name
            }
        }
    }
}
