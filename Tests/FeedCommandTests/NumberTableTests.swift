import FeedMessages
import FeedModel
import FeedRendering
import Testing

@testable import FeedCommand

@Suite("the history of numbers in `show`")
struct NumberTableTests {
    private static func track(_ name: String, _ values: [Int: Int]) -> NumberTrack {
        NumberTrack(
            name: name,
            points: values.sorted { $0.key < $1.key }.map {
                NumberTrack.Point(bucket: AgeBucket.allCases[$0.key], value: $0.value)
            })
    }

    private static let tracks = [
        track("stocks", [1: 1, 3: 4, 5: 9]), track("likes", [0: 2, 1: 8, 3: 31, 5: 1045, 7: 1044]),
    ]

    private func lines(_ tracks: [NumberTrack], _ locale: DigestLocale, columns: Int) -> [String] {
        NumberTable(tracks: tracks, words: DigestWords(locale), localized: Localizer(locale))
            .lines(columns: columns)
    }

    @Test("U09 is a row a number and a column an age, in the order of pages")
    func table() {
        #expect(
            lines(Self.tracks, .en, columns: 66) == [
                "        1 h  2 h  8 h   32 h  older",
                "likes     2    8   31  1,045  1,044",
                "stocks    -    1    4      9      -",
            ])
        #expect(
            lines(Self.tracks, .ja, columns: 66) == [
                "          1時間  2時間  8時間  32時間   以降",
                "いいね        2      8     31   1,045  1,044",
                "ストック      -      1      4       9      -",
            ])
    }

    @Test("U09 is a sentence a number where it is too wide for that, at any width", arguments: [DigestLocale.en, .ja])
    func narrow(locale: DigestLocale) {
        let wide = Self.track("likes", Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, 1_234_567 + $0) }))
        for columns in [26, 40, 66, 86] {
            let lines = lines([wide] + Self.tracks, locale, columns: columns)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns }, "\(lines)")
            let text = lines.joined(separator: "\n")
            for value in ["1,234,567", "1,234,574", "1,045"] { #expect(text.contains(value)) }
        }
        #expect(
            self.lines(Self.tracks, .en, columns: 26) == [
                "likes  2 (1 h) → 8 (2 h)", "  → 31 (8 h)", "  → 1,045 (32 h)", "  → 1,044 (older)",
                "stocks  1 (2 h) → 4 (8 h)", "  → 9 (32 h)",
            ])
    }

    @Test("a name that a feed made up is one line of visible letters, and no wider than others")
    func hostile() {
        let names = ["\u{1B}[31mred\u{202E}\n\u{0}", String(repeating: "wide", count: 1000), "瓦版"]
        let lines = lines(names.map { Self.track($0, [0: .min, 7: .max]) }, .en, columns: 86)
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { line in !line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E } })
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= 86 }, "\(lines)")
    }

    @Test("there is none without a value")
    func empty() {
        #expect(lines([], .en, columns: 80) == [])
        #expect(lines([Self.track("likes", [:])], .en, columns: 80) == [])
    }
}
