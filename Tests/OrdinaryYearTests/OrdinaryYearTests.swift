import FeedTesting
import OrdinaryYear
import Testing

@Suite("an ordinary configuration")
struct OrdinaryYearTests {
    @Test("a day of forty sources every quarter of an hour: each entry comes at once, and once, and no mail comes")
    func day() async throws {
        let folder = try TemporaryFolder()
        let year = OrdinaryYear(days: 1, seed: 1, in: folder.path, isOwnDisk: false, isFaultless: true)
        let verdict = try await year.run()
        #expect(verdict.isGood, "\(verdict.text)")
        #expect(verdict.mails == 0, "\(verdict.text)")
        #expect(verdict.late == 0, "\(verdict.text)")
        #expect(verdict.delivered > 1500)
    }
}
