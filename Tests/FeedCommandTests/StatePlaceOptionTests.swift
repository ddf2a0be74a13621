import Testing

@testable import FeedCommand

@Suite("places of a state on the command line")
struct StatePlaceOptionTests {
    private func isAddress(_ text: String) -> Bool {
        if case .address? = StatePlaceOption(argument: text) { return true }
        return false
    }

    @Test("are addresses in both forms of PostgreSQL, so that no password in them becomes the name of a file")
    func addresses() {
        #expect(isAddress("postgresql://news@db/news") && isAddress("postgres://db"))
        #expect(isAddress("host=db dbname=news password=secret") && isAddress(" dbname = news"))
    }

    @Test("are files whatever else they are called")
    func files() {
        for path in ["state.sqlite", "/srv/a=b/state.sqlite", "./host=x", "day=1.sqlite"] {
            #expect(!isAddress(path))
        }
    }
}
