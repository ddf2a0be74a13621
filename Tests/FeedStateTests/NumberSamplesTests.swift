import FeedModel
import FeedTesting
import Testing

@testable import FeedState

@Suite("the numbers of an entry by its age")
struct NumberSamplesTests {
    private func age(_ place: Int) -> AgeBucket { AgeBucket.allCases[place] }

    /// Records numbers, a set of them for each age.
    private func samples(_ steps: (Int, [String: Int])...) -> NumberSamples {
        var samples = NumberSamples()
        for (place, numbers) in steps { _ = samples.record(SampledNumber.chosen(of: numbers), at: age(place)) }
        return samples
    }

    private func values(_ name: String, _ samples: NumberSamples) -> [Int: Int] {
        let points = samples.tracks.first { $0.name == name }?.points ?? []
        return Dictionary(points.map { ($0.bucket.rawValue, $0.value) }) { first, _ in first }
    }

    private func read(_ bytes: [UInt8]) -> NumberSamples? {
        bytes.withUnsafeBufferPointer { NumberSamples(bytes: $0) }
    }

    @Test("the last value at an age counts, also one that is smaller than before")
    func last() {
        let samples = samples((0, ["likes": 2]), (0, ["likes": 5]), (3, ["likes": 4]), (3, ["likes": -1]))
        #expect(values("likes", samples) == [0: 5, 3: -1])
    }

    @Test("what does not change the last value changes nothing, so that nothing is written")
    func unchanged() {
        var samples = samples((0, ["likes": 2]))
        let changes = [(2, 0), (2, 1), (2, 1), (3, 1)].map { likes, place in
            samples.record(SampledNumber.chosen(of: ["likes": likes]), at: age(place))
        }
        #expect(changes == [false, true, false, true])
        let isChanged = samples.record([], at: age(2))
        #expect(!isChanged)
    }

    @Test("a younger age than that of the last value is ignored, since an entry grows no younger")
    func backwards() {
        var samples = samples((0, ["likes": 2]), (5, ["likes": 9]))
        let isChanged = samples.record(SampledNumber.chosen(of: ["likes": 3]), at: age(1))
        #expect(!isChanged)
        #expect(values("likes", samples) == [0: 2, 5: 9])
        let removed = samples.forget(after: age(2))
        #expect(removed)
        #expect(values("likes", samples) == [0: 2])
    }

    @Test("a number that a source does not tell any more keeps what it was")
    func gone() {
        let samples = samples((0, ["likes": 2, "bookmarks": 1]), (1, ["likes": 3]))
        #expect(values("bookmarks", samples) == [0: 1])
    }

    @Test("every number can be stored, the greatest and the least, under any name of up to 64 bytes")
    func roundTrip() throws {
        var chance = SplitMix(seed: 7)
        for _ in 0..<500 {
            var samples = NumberSamples()
            for place in 0..<8 where Int.random(in: 0..<3, using: &chance) > 0 {
                var numbers: [String: Int] = [:]
                for name in ["likes", "points", "瓦版", "\u{0}\u{202E}", String(repeating: "x", count: 64)] {
                    let value = [0, 1, -1, 63, 64, -65, .max, .min, Int(truncatingIfNeeded: chance.next())]
                    numbers[name] = value.randomElement(using: &chance)
                }
                _ = samples.record(SampledNumber.chosen(of: numbers), at: age(place))
            }
            #expect(try #require(read(samples.bytes)) == samples)
        }
    }

    @Test("of a thousand names those of readers stay, and eight others; a name of 64 KB is left out")
    func manyNames() {
        var numbers = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("a\($0 + 1000)", $0) })
        numbers["likes"] = 1
        numbers["bookmarks"] = 2
        numbers[String(repeating: "n", count: 65_536)] = 3
        numbers[""] = 4
        var samples = samples((0, numbers))
        #expect(samples.tracks.map(\.name) == ["likes", "bookmarks"] + (1000..<1008).map { "a\($0)" })
        // Others at the next fetch find no room, and those of readers do.
        _ = samples.record(SampledNumber.chosen(of: ["b": 1, "stocks": 1]), at: age(1))
        #expect(samples.tracks.map(\.name).last == "stocks")
        #expect(samples.tracks.count == 11)
    }

    @Test("however hostile the numbers are, an entry takes less than 2 KB; an ordinary one takes less than 60 bytes")
    func size() {
        var numbers = Dictionary(
            uniqueKeysWithValues: NumberSamples.standardNames.map { ($0, Int.min) })
        for place in 0..<8 { numbers[String(repeating: "x", count: 63) + "\(place)"] = .min }
        var hostile = NumberSamples()
        var ordinary = NumberSamples()
        for place in 0..<8 {
            _ = hostile.record(SampledNumber.chosen(of: numbers), at: age(place))
            _ = ordinary.record(
                SampledNumber.chosen(of: ["likes": 30 * place, "stocks": 10 * place, "comments": place]), at: age(place)
            )
        }
        #expect(hostile.tracks.count == 14)
        #expect(hostile.bytes.count < 2048)
        #expect(ordinary.bytes.count < 60)
    }

    @Test("damaged bytes are no samples, and never more than was stored")
    func damage() {
        let bytes = samples((0, ["likes": 200, "瓦版": 7]), (4, ["likes": Int.max, "瓦版": -7])).bytes
        var chance = SplitMix(seed: 11)
        var refused = 0
        for _ in 0..<20_000 {
            var damaged = bytes
            for _ in 0...Int.random(in: 0..<3, using: &chance) {
                damaged[Int.random(in: 0..<damaged.count, using: &chance)] = UInt8(truncatingIfNeeded: chance.next())
            }
            damaged.removeLast(Int.random(in: 0..<4, using: &chance))
            guard let samples = read(damaged) else {
                refused += 1
                continue
            }
            #expect(samples.tracks.allSatisfy { (1...8).contains($0.points.count) })
        }
        #expect(refused > 1000)
    }
}
