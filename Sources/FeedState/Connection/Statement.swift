/// A statement with a value for each `?`, or for each `?1`, `?2`, ….
///
/// A call site passes a literal, which both databases read. It is standard SQL, with these exceptions that
/// `PostgreSQLText` rewrites: `?`, `INDEXED BY`, `NOT INDEXED`. Where one text cannot serve both databases,
/// `init(sqlite:postgresql:)` has one for each.
struct Statement: ExpressibleByStringLiteral, Sendable {
    /// The text for SQLite. Its address identifies the statement.
    let sqlite: StaticString
    /// The text for PostgreSQL, before it is rewritten. Its address identifies the statement.
    let postgresql: StaticString

    init(stringLiteral text: StaticString) {
        sqlite = text
        postgresql = text
    }

    init(sqlite: StaticString, postgresql: StaticString) {
        self.sqlite = sqlite
        self.postgresql = postgresql
    }
}
