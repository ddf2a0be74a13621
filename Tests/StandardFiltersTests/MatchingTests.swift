import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Glibc
import MachineLaboratory
import Testing

@testable import StandardFilters

/// A line of `Fixtures/matching.txt`.
struct MatchingPair: Sendable, CustomTestStringConvertible {
    let rule: String
    let line: Int
    let test: String
    let options: [String]
    let word: String
    let text: String
    let holds: Bool

    var testDescription: String { "\(line) \(rule): \(test) \(word) in \(text)" }

    static let all: [MatchingPair] = {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        guard let file = fopen("/\(folder)/Fixtures/matching.txt", "rb") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 17)
        let count = fread(&bytes, 1, bytes.count, file)
        var rule = ""
        var pairs: [MatchingPair] = []
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("## ") { rule = String(line.dropFirst(3)) }
            let parts = line.components(" | ")
            guard !line.hasPrefix("#"), parts.count == 4 else { continue }
            let test = parts[0].components("+")
            pairs.append(
                MatchingPair(
                    rule: rule, line: index + 1, test: test[0], options: Array(test.dropFirst()),
                    word: decoded(parts[1]), text: decoded(parts[2]), holds: parts[3] == "yes"))
        }
        return pairs
    }()

    /// Reads `\u{…}`.
    private static func decoded(_ text: String) -> String {
        var parts = text.components("\\u{")
        var decoded = parts.removeFirst()
        for part in parts {
            let code = part.prefix { $0 != "}" }
            if let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) {
                decoded.unicodeScalars.append(scalar)
            }
            decoded += part.dropFirst(code.count + 1)
        }
        return decoded
    }

    var condition: Node {
        var tests: [Node.Pair] = [Node.Pair(key: test, place: .testing, value: .text(word))]
        if options.contains("kana") { tests.append(Node.Pair(key: "fold", place: .testing, value: "kana")) }
        if options.contains("exact") { tests.append(Node.Pair(key: "case", place: .testing, value: "exact")) }
        return ["title": Node(.map(tests), at: .testing)]
    }
}

extension StringProtocol {
    /// The parts between separators, by scalars: a mark at the start of a part stays there.
    fileprivate func components(_ separator: String) -> [String] {
        var parts: [String.UnicodeScalarView] = [String.UnicodeScalarView()]
        var rest = Array(unicodeScalars)[...]
        let wanted = Array(separator.unicodeScalars)
        while let first = rest.first {
            if rest.starts(with: wanted) {
                rest = rest.dropFirst(wanted.count)
                parts.append(String.UnicodeScalarView())
            } else {
                parts[parts.count - 1].append(first)
                rest = rest.dropFirst()
            }
        }
        return parts.map(String.init)
    }
}

@Suite("matching of Japanese and English")
struct MatchingTests {
    @Test("U10: there are 300 pairs, and each rule has some that match and some that do not")
    func enough() {
        #expect(MatchingPair.all.count >= 300)
        for (rule, pairs) in Dictionary(grouping: MatchingPair.all, by: \.rule) {
            #expect(pairs.contains(where: \.holds) && !pairs.allSatisfy(\.holds), "\(rule)")
        }
    }

    @Test("U10: each pair matches, or does not, as its rule says", arguments: MatchingPair.all)
    func pair(pair: MatchingPair) throws {
        #expect(try keeps(pair.condition, .with(pair.text)) == pair.holds)
    }

    @Test("U10: a title that was delivered under an earlier rule is not delivered again, and its spellings neither")
    func formerTitles() async throws {
        // The keys as version 0.1.0 stored them: width and case only.
        let stored = ["サーバーの髙橋さん", "①はじめに", "ユーザー会のお知らせ", "i\u{307}"]
        var context = StubFilterContext()
        for key in stored {
            context.earlier[Fingerprint(kind: "title", text: key)] = KeptEntry(key: "old", source: "a")
        }
        let titles = ["ｻｰﾊﾞｰの髙橋さん", "①はじめに", "ユーザー会の　お知らせ", "ユーザー会のお知らせ", "別の記事"]
        var batch = Batch(titles.enumerated().map { .with($1, key: "k\($0)") })
        try await DeduplicateFilter.configured(["by": "title"]).stage.apply(to: &batch, context)
        #expect(batch.keptTitles == ["ユーザー会の　お知らせ", "別の記事"])
    }

    @Test("U10: titles that differ in width, old forms or long vowels are one story")
    func sameTitles() async throws {
        let titles = [
            "髙島屋、サーバーを刷新", "高島屋、サーバを刷新", "高島屋、ｻｰﾊﾞｰを刷新", "第①回 会議", "第1回　会議", "ドラマ", "ドラマー",
        ]
        var batch = Batch(titles.enumerated().map { .with($1, key: "k\($0)", order: $0) })
        try await DeduplicateFilter.configured(["by": "title"]).stage.apply(to: &batch, StubFilterContext())
        #expect(batch.keptTitles == ["髙島屋、サーバーを刷新", "第①回 会議", "ドラマ", "ドラマー"])
    }

    @Test("U10: a word that is empty, too long or one of too many is told")
    func badWords() {
        func messages(_ node: Node) -> [String] { KeepFilter.diagnostics(of: ["title": node]).map(\.message) }
        for kind in ["contains", "word", "equals", "starts_with"] {
            #expect(messages(Node.map(kind, .text(""))) == ["testing.title: the word is empty"])
            #expect(messages(Node.map(kind, .text("\u{200B}\u{AD}"))) == ["testing.title: the word is empty"])
        }
        #expect(
            messages(["word": .text(String(repeating: "語", count: 34_000))])
                == ["testing.title: a word may have 8192 bytes at most"])
        let many = (0..<1001).map { Node.text("w\($0)") }
        #expect(
            messages(["word": Node(.list(many), at: .testing)]) == ["testing.title: a test may have 1000 words at most"]
        )
        #expect(messages(["word": "x", "fold": "case"]) == ["testing.title: `fold` can only be `kana`"])
    }

    @Test("U10: a thousand words are looked for in a long text in bounded time")
    func manyWords() throws {
        let words = (0..<1000).map { Node.text("言葉\($0)語") }
        let text = String(repeating: "言葉と単語の話。", count: 2000)
        let (filter, _) = try KeepFilter.configured(["title": ["word": Node(.list(words), at: .testing)]])
        let time = processorTime { #expect(filter.verdict(on: .with(text), StubFilterContext()) != .keep) }
        #expect(time < .seconds(60))
    }

    @Test("U10: a member of a class that no text can match is told, and so is a pattern that grows too long")
    func unfoldable() {
        let unit = KeepFilter.diagnostics(of: ["title": ["matches": "[㌔㌘a]"]])
        #expect(unit.map(\.severity) == [.warning, .warning])
        #expect(
            unit.first?.message
                == "testing.title: `㌔` never matches in a character class, because it is not folded to one letter")
        #expect(unit.first?.suggestion == "write it outside of the class: `(?:[…]|㌔)`")
        for pattern in [String(repeating: #"\b."#, count: 1000), #"[\Qａ]\E]"#, "(?x)a # [１\n"] {
            #expect(
                KeepFilter.diagnostics(of: ["title": ["matches": .text(pattern)]]).map(\.message) == [
                    #"testing.title: the pattern is compared as written: its folded form is too long, or it has \Q in a"#
                        + " character class"
                ])
        }
        #expect(KeepFilter.diagnostics(of: ["title": ["matches": "[ａ-ｚ０-９]+"]]).isEmpty)
    }

    @Test(
        "U10: hostile patterns are refused or decided, and nothing traps",
        arguments: [
            "[]", "[^]", "[", "\\", "\\Q", "\\x{", "\\x{110000}", "[\\x{ff21}-", "(?#", "[[:", "＋", "＊＊", "（", "［", "＼",
            "ｶﾞ?", "\u{301}", "\u{200B}*", "[\u{200B}]", "[^㌔]", "[\u{0}-\u{10FFFF}]", "a｛２｝", "\\１", "[ー-ァ]", "\\c",
            "(?<名>x)\\k<名>",
            "\\N{U+3042}", "[\\b]", "\\b+", "(?x) ａ　ｂ ＃", "[！-～]", "[\\]-ａ]", "\\p{Han", "[[:alpha:]ｱ]", "[a-\\d]",
        ])
    func hostile(pattern: String) throws {
        for kana in [false, true] {
            var tests: [Node.Pair] = [Node.Pair(key: "matches", place: .testing, value: .text(pattern))]
            if kana { tests.append(Node.Pair(key: "fold", place: .testing, value: "kana")) }
            let condition: Node = ["title": Node(.map(tests), at: .testing)]
            if KeepFilter.diagnostics(of: condition).contains(where: { $0.severity == .error }) { continue }
            for text in ["", pattern, "ａｂ（＋＊", "カﾞa{2}"] {
                let (filter, _) = try KeepFilter.configured(condition)
                _ = filter.verdict(on: .with(text), StubFilterContext())
            }
        }
    }
}
