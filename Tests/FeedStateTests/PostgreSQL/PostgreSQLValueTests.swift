import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("values in PostgreSQL", .withPostgreSQL)
struct PostgreSQLValueTests {
    @Test("come back as they were stored, whatever a feed puts into them")
    func roundTrip() throws {
        let bench = try PostgreSQLTestBench()
        let connection = try PostgreSQLConnection(bench.place, isReadOnly: false)
        let texts = [
            "", "plain", "\u{0}", "a\u{0}b\u{0}", "\u{10FFFE}", "\u{10FFFE}0", "\u{0}\u{10FFFE}e", "\u{10FFFF}\u{FFFD}",
            "瓦版 'quoted' \\ \"x\" $1 ? 😀", String(repeating: "long ", count: 100_000),
        ]
        for text in texts {
            let read = try connection.first("SELECT ?", [.text(text)]) { $0.text(0) }
            #expect(read.map { Array($0.utf8) } == Array(text.utf8))
        }
        for bytes in [[], [0], [0, 255, 92, 39], [UInt8](repeating: 7, count: 3_000_000)] {
            #expect(try connection.first("SELECT ?", [.blob(bytes)]) { $0.blob(0) } == bytes)
        }
        for number in [Int64.min, -1, 0, 1, 4_294_967_296, .max] {
            #expect(try connection.first("SELECT ?", [.integer(number)]) { $0.integer(0) } == number)
        }
        for kind in [StateValue.Kind.integer, .text, .blob] {
            #expect(try connection.first("SELECT ?", [.null(kind)]) { $0.isNull(0) } == true)
        }
    }

    @Test("of every type that statements give are read as numbers, and sums of any size stay in bounds")
    func numbers() throws {
        let bench = try PostgreSQLTestBench()
        let connection = try PostgreSQLConnection(bench.place, isReadOnly: false)
        let row = try connection.first(
            """
            SELECT true, false, CAST(7 AS smallint), -8, CAST('12' AS text), CAST(3.9 AS double precision),
                CAST(123456789012 AS numeric), CAST(-10000 AS numeric), CAST(0.5 AS numeric),
                CAST(99999999999999999999 AS numeric), CAST('NaN' AS double precision), NULL
            """, []
        ) { row in (0...11).map { row.integer(Int32($0)) } }
        #expect(row == [1, 0, 7, -8, 12, 3, 123_456_789_012, -10_000, 0, .max, 0, 0])
    }

    @Test("come a few at a time where few are read, and statements may be run between them")
    func rows() throws {
        let bench = try PostgreSQLTestBench()
        let connection = try PostgreSQLConnection(bench.place, isReadOnly: false)
        for begin in ["SELECT 1", "BEGIN"] {
            try connection.runScript(begin)
            for wanted in [0, 1, 255, 256, 257, 700] {
                let read = try connection.rows("SELECT generate_series(1, ?)", [.integer(600)]) {
                    row throws(StageError) -> Int64? in
                    let number = row.integer(0)
                    guard number <= wanted else { return nil }
                    return try connection.first("SELECT ?", [.integer(number)]) { $0.integer(0) }
                }
                #expect(read == Array(1...600).prefix(wanted).map { Int64($0) })
            }
        }
        try connection.commit()
    }

    @Test("of a feed with NUL in every place are stored, and its entries known again")
    func nulInFeed() async throws {
        let bench = try PostgreSQLTestBench()
        let state = try await bench.open()
        let fetch = bench.fetch(["\u{0}", "a\u{0}b"], cursor: "page\u{0}2")
        #expect(try await state.completeFetches([fetch])[0].new == 2)
        #expect(try await state.completeFetches([fetch])[0].new == 0)
        #expect(try await state.known(PostgreSQLTestBench.key).cursor?.rawValue == "page\u{0}2")
        try await state.close()
    }

    @Test("are ordered by their bytes in a database of any language")
    func collation() throws {
        let server = try #require(PostgreSQLServer.shared)
        let database = try server.freshDatabase(
            "TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'sv' LOCALE 'C'")
        let bench = try PostgreSQLTestBench(database: database)
        try bench.open(with: .present)
        try bench.run("INSERT INTO server(name, not_before) VALUES ('b', 1), ('B', 1), ('ä', 1), ('a', 1)")
        #expect(try bench.run("SELECT string_agg(name, ' ' ORDER BY name) FROM server") == "B a b ä")
        #expect(
            try bench.run(
                """
                SELECT count(*) FROM information_schema.columns WHERE table_schema = '\(bench.schema)'
                    AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'
                """) == "0")
    }
}
