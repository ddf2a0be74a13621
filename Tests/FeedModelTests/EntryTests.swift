import FeedModel
import Testing

@Suite("An entry")
struct EntryTests {
    @Test("is equal to one whose rare parts were written and taken away again")
    func rareParts() {
        var entry = Entry()
        entry.license = "https://licences.example/by"
        entry.contributors = [Person(name: "Ni")]
        entry.extras["episode_type"] = .text("trailer")
        #expect(entry != Entry())
        let copy = entry
        entry.license = nil
        entry.contributors = []
        entry.extras = [:]
        #expect(entry == Entry())
        #expect(copy.license == "https://licences.example/by")
        #expect(copy.extras == ["episode_type": .text("trailer")])
    }

    @Test("is small enough to be moved about")
    func size() { #expect(MemoryLayout<Entry>.stride <= 336) }
}
