import Testing

@testable import FeedTransport

@Suite("ConnectionBudget")
struct ConnectionBudgetTests {
    @Test("connections stay open while there is room, and always while others wait for the host")
    func room() {
        var budget = ConnectionBudget(most: 4)
        let kept = [("a", false), ("b", false), ("c", false), ("d", true), ("a", false)].map { host, hasMore in
            budget.keeps(host, hasMore: hasMore)
        }
        #expect(kept == [true, true, false, true, true])
    }

    @Test("a host that is asked again keeps its connection beyond the others' share")
    func again() {
        var budget = ConnectionBudget(most: 4)
        let first = ["a", "b", "c", "d", "e"].map { budget.keeps($0, hasMore: false) }
        let again = ["c", "d", "e"].map { budget.keeps($0, hasMore: false) }
        #expect(first == [true, true, false, false, false])
        #expect(again == [true, true, false])
    }

    @Test("names are remembered until there are too many")
    func names() {
        var budget = ConnectionBudget(most: 4)
        for number in 1...ConnectionBudget.mostNames { _ = budget.keeps("\(number)", hasMore: false) }
        #expect(budget.remembersNames)
        _ = budget.keeps("one more", hasMore: false)
        #expect(!budget.remembersNames)
    }
}
