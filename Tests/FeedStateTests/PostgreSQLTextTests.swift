import Testing

@testable import FeedState

@Suite("texts of statements for PostgreSQL")
struct PostgreSQLTextTests {
    @Test("parameters get the numbers that SQLite gives them")
    func parameters() {
        #expect(PostgreSQLText.rewritten("SELECT ?, ?, ?") == "SELECT $1, $2, $3")
        #expect(PostgreSQLText.rewritten("SELECT ?2, ?1, ?2") == "SELECT $2, $1, $2")
        #expect(PostgreSQLText.rewritten("SELECT ?, ?, ?1, ?4, ?") == "SELECT $1, $2, $1, $4, $5")
        #expect(PostgreSQLText.rewritten("VALUES(?24),(?25)") == "VALUES($24),($25)")
    }

    @Test("a question mark in a literal is no parameter")
    func literals() {
        #expect(PostgreSQLText.rewritten("SELECT '?', 'it''s ?1', ?") == "SELECT '?', 'it''s ?1', $1")
        #expect(PostgreSQLText.rewritten("SELECT ' NOT INDEXED'") == "SELECT ' NOT INDEXED'")
    }

    @Test("hints for SQLite are left out, and nothing else is")
    func hints() {
        #expect(
            PostgreSQLText.rewritten("UPDATE entry INDEXED BY entry_by_document SET date = ? WHERE id = ?")
                == "UPDATE entry SET date = $1 WHERE id = $2")
        #expect(
            PostgreSQLText.rewritten("SELECT 1 FROM source NOT INDEXED WHERE key = ?")
                == "SELECT 1 FROM source WHERE key = $1")
        #expect(PostgreSQLText.rewritten("SELECT 1 FROM source\n    NOT INDEXED") == "SELECT 1 FROM source\n   ")
        #expect(PostgreSQLText.rewritten("SELECT x FROM y WHERE NOT x") == "SELECT x FROM y WHERE NOT x")
    }
}
