import FeedStages

/// A table of a state that both databases have, as their own catalogues describe it.
struct StateTable: Hashable {
    let name: String
    let columns: [Column]
    /// The columns of the primary key.
    let key: [String]
    /// The column whose numbers are never given again, as PostgreSQL counts it; nil if there is none.
    let identity: String?
    /// Whether SQLite keeps the last number that it gave, too. Else it gives the one after the largest present one.
    let isCounted: Bool

    struct Column: Hashable {
        let name: String
        let kind: StateValue.Kind
    }

    /// The columns in their order, as SQL has them.
    var list: String { Self.list(columns.map(\.name)) }
    /// The columns of the key.
    var order: String { Self.list(key) }
    /// The name as SQL has it.
    var quoted: String { Self.quoted(name) }

    static func quoted(_ name: String) -> String { "\"\(name)\"" }
    private static func list(_ names: [String]) -> String { names.map(quoted).joined(separator: ", ") }

    /// Returns the tables of a state of the present version, in the order of their names. Throws `.internalError` unless
    /// both databases have them with the same columns.
    static func all(
        in sqlite: SQLiteConnection, and postgresql: PostgreSQLConnection, schema: String
    ) throws(StageError) -> [StateTable] {
        let here = try columns(of: sqlite) { fault($0, in: postgresql) }
        let names = Set(here.map(\.table))
        // Others are of the workers, or somebody's own.
        let there = try columns(of: postgresql, schema: schema).filter { names.contains($0.table) }
        if let odd = Set(here.map(\.name)).symmetricDifference(there.map(\.name)).min() {
            throw fault(odd, in: postgresql)
        }
        let counted = Set(
            try sqlite.all("SELECT name FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%'") { $0.text(0) })
        var tables: [StateTable] = []
        for (name, columns) in Dictionary(grouping: here, by: \.table).sorted(by: { $0.key < $1.key }) {
            if let odd = columns.first(where: { here in
                there.contains { $0.name == here.name && $0.kind != here.kind }
            }) {
                throw fault(odd.name, in: postgresql)
            }
            tables.append(
                StateTable(
                    name: name, columns: columns.map { Column(name: $0.column, kind: $0.kind) },
                    key: columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }.map(\.column),
                    identity: there.first { $0.table == name && $0.isIdentity }?.column,
                    isCounted: counted.contains(name)))
        }
        return tables
    }

    /// A column as a catalogue has it.
    private struct Listed {
        let table: String
        let column: String
        let kind: StateValue.Kind
        var keyPosition = 0
        var isIdentity = false
        var name: String { "\(table).\(column)" }
    }

    private static func columns(
        of sqlite: SQLiteConnection, fault: (String) -> StageError
    ) throws(StageError) -> [Listed] {
        try sqlite.all(
            """
            SELECT tables.name, columns.name, columns.type, columns.pk
            FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            ORDER BY tables.name, columns.cid
            """
        ) { row throws(StageError) in
            let kinds: [String: StateValue.Kind] = [
                // The text of a REAL column is a whole number everywhere.
                "INTEGER": .integer, "REAL": .integer, "TEXT": .text, "BLOB": .blob,
            ]
            guard let kind = kinds[row.text(2)] else { throw fault("\(row.text(0)).\(row.text(1))") }
            return Listed(table: row.text(0), column: row.text(1), kind: kind, keyPosition: row.int(3))
        }
    }

    private static func columns(
        of postgresql: PostgreSQLConnection, schema: String
    ) throws(StageError) -> [Listed] {
        try postgresql.all(
            """
            SELECT relname, attname, CAST(atttypid AS bigint), attidentity <> ''
            FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
            WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = ?) AND relkind IN ('r', 'p')
                AND attnum > 0 AND NOT attisdropped
            ORDER BY relname, attnum
            """, [.text(schema)]
        ) { row throws(StageError) in
            let kind: StateValue.Kind? =
                switch PostgreSQLType(rawValue: UInt32(clamping: row.integer(2))) {
                case .int8: .integer
                case .text: .text
                case .bytea: .blob
                default: nil
                }
            guard let kind else { throw fault("\(row.text(0)).\(row.text(1))", in: postgresql) }
            return Listed(table: row.text(0), column: row.text(1), kind: kind, isIdentity: row.flag(3))
        }
    }

    /// The error of a column that one of the databases lacks, or has with another type.
    private static func fault(_ column: String, in postgresql: PostgreSQLConnection) -> StageError {
        StageError(.internalError, subject: postgresql.name, facts: [.found: column])
    }
}
