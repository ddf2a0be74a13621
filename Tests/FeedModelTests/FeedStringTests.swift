import FeedModel
import Testing

/// The model is looked through from outside, so that a new member cannot be forgotten.
@Suite("Strings of a feed")
struct FeedStringTests {
    @Test("every string of a feed is visited, as what it is")
    func visited() {
        for feed in FullFeed.both("before") {
            var visited = feed
            visited.replaceStrings { kind, text in "\(text) \(kind.rawValue)" }
            for (path, text) in FullFeed.strings(of: visited) where path != "repairs.code" {
                #expect(text == "before \((FullFeed.kinds[path] ?? .words).rawValue)", "\(path)")
            }
        }
    }

    @Test("the feed that is looked through has every string that there can be")
    func full() {
        let strings = FullFeed.both("text").flatMap { FullFeed.strings(of: $0) }
        for (path, text) in strings { #expect(text == "text", "\(path)") }
        #expect(Set(FullFeed.kinds.keys).isSubset(of: strings.map(\.path)))
    }

    @Test("what is left alone stays as it is")
    func untouched() {
        for feed in FullFeed.both("text") {
            var visited = feed
            visited.replaceStrings { _, _ in nil }
            #expect(visited == feed)
        }
    }
}
