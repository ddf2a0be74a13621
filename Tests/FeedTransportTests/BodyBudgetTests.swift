import Testing

@testable import FeedTransport

@Suite("the memory of bodies")
struct BodyBudgetTests {
    @Test("N12 is spent while bodies are held, and there again when they are let go")
    func isGivenBack() {
        let budget = BodyBudget(most: 100)
        var leases = [BodyLease(from: budget), BodyLease(from: budget)]
        leases[0].hold(60)
        #expect(!budget.isSpent)
        leases[1].hold(40)
        #expect(budget.isSpent)
        leases[1].hold(30)
        #expect(!budget.isSpent)
        leases[1].hold(80)
        #expect(budget.isSpent)
        leases.removeFirst()
        #expect(!budget.isSpent)
    }
}
