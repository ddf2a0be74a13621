import FeedModel
import FeedStages
import FeedTesting

@testable import FeedState

/// States in SQLite whose every column has values of all kinds, and what is in them.
enum RichState {
    /// Makes a state at a path, and fills every table with rows. `seed` decides what they are.
    static func make(at path: String, rows: Int = 40, seed: UInt64 = 1, now: Timestamp) async throws {
        let state = try await StateDatabase.open(path: path, now: now)
        try await state.close()
        let connection = try SQLiteConnection(path: path)
        var random = SplitMix(seed: seed)
        try connection.run("BEGIN")
        for table in try tables(of: connection) {
            try fill(table, of: connection, rows: rows, &random)
        }
        // The last numbers that were given have no rows any more.
        try connection.runScript("DELETE FROM message WHERE id > \(rows - 3); DELETE FROM line WHERE id > \(rows - 5)")
        try connection.run("COMMIT")
    }

    struct Table {
        let name: String
        let columns: [(name: String, type: String, isRequired: Bool, isUnique: Bool)]
    }

    static func tables(of connection: SQLiteConnection) throws -> [Table] {
        // Columns of the primary key and of other rules that no two rows may share.
        let unique = try connection.all(
            """
            SELECT tables.name || '.' || columns.name FROM sqlite_schema AS tables, pragma_index_list(tables.name) AS lists,
                pragma_index_info(lists.name) AS columns WHERE tables.type = 'table' AND lists."unique"
            """
        ) { $0.text(0) }
        let columns = try connection.all(
            """
            SELECT tables.name, columns.name, columns.type, columns."notnull", columns.pk
            FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%' ORDER BY tables.name, columns.cid
            """
        ) { (table: $0.text(0), name: $0.text(1), type: $0.text(2), isRequired: $0.flag(3), isKey: $0.flag(4)) }
        return Dictionary(grouping: columns, by: \.table).sorted { $0.key < $1.key }.map { name, columns in
            Table(
                name: name,
                columns: columns.map {
                    ($0.name, $0.type, $0.isRequired || $0.isKey, $0.isKey || unique.contains("\(name).\($0.name)"))
                })
        }
    }

    private static func fill(
        _ table: Table, of connection: SQLiteConnection, rows: Int, _ random: inout SplitMix
    ) throws {
        let names = table.columns.map(\.name).joined(separator: ", ")
        let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
        let insertion = try SQLiteStatement("INSERT INTO \(table.name)(\(names)) VALUES(\(marks))", of: connection)
        for row in 1...rows {
            var lent: [UnsafeMutableRawBufferPointer] = []
            defer { lent.forEach { $0.deallocate() } }
            for (index, column) in table.columns.enumerated() {
                let position = Int32(index + 1)
                if !column.isRequired, Int.random(in: 0..<5, using: &random) == 0 {
                    insertion.bindNull(at: position)
                } else if column.type == "TEXT" {
                    let text = (column.isUnique ? texts.prefix(8) : texts[...]).randomElement(using: &random) ?? ""
                    try insertion.bind(column.isUnique ? "\(text)\(row)" : text, at: position)
                } else if column.type == "BLOB" {
                    // Keys are hashes.
                    let most = column.isUnique ? 40 : row == 7 ? 300_000 : 300
                    let length = Int.random(in: 0..<most, using: &random)
                    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* row) }
                    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: length + 8, alignment: 1)
                    lent.append(copy)
                    copy.copyBytes(from: bytes + Array("\(row)       ".utf8.prefix(8)))
                    let isLonger = column.isUnique ? 8 : 0
                    try insertion.bind(
                        lending: UnsafeRawBufferPointer(rebasing: copy[..<(length + isLonger)]), at: position)
                } else {
                    let number = numbers.randomElement(using: &random) ?? 0
                    insertion.bind(column.isUnique ? Int64(row) : number, at: position)
                }
            }
            try insertion.run()
        }
    }

    private static let texts = [
        "", "plain", "a\u{0}b", "\u{0}", "\u{10FFFE}", "\u{10FFFE}0e\u{0}", "日本語 🙂", "\u{FEFF}é\u{301}",
        String(repeating: "long, ", count: 400), "'; DROP TABLE entry; --", "\\N\t\n",
    ]
    private static let numbers: [Int64] = [0, 1, -1, 2, 3, 4, 1_795_176_000_000, .max, .min]

    /// All rows of the tables of a file, each as a text, but for those of `meta` that tell one state from another.
    static func content(of path: String) throws -> [String: [String]] {
        let connection = try SQLiteConnection(path: path, isReadOnly: true)
        var content: [String: [String]] = [:]
        for table in try tables(of: connection) {
            let row = table.columns.map { "typeof(\($0.name)) || hex(\($0.name))" }.joined(separator: " || ' ' || ")
            let rows = try SQLiteStatement("SELECT \(row) FROM \(table.name) ORDER BY 1", of: connection)
            var found: [String] = []
            while try rows.step() { found.append(String(decoding: rows.text(0), as: UTF8.self)) }
            content[table.name] = found
        }
        content["meta"] = try connection.all(
            """
            SELECT key || ' ' || hex(value) FROM meta WHERE key NOT IN (
                'instance', 'origin', 'generation', 'ancestry', 'path', 'system_start', 'last_run_at') ORDER BY key
            """
        ) { $0.text(0) }
        content["sqlite_sequence"] = try connection.all("SELECT name || seq FROM sqlite_sequence ORDER BY name") {
            $0.text(0)
        }
        return content
    }
}
