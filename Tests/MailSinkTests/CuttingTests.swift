import FeedModel
import FeedRendering
import FeedStages
import FeedTesting
import Testing

@testable import MailSink

@Suite("Letters of many entries")
struct CuttingTests {
    private func digest(_ count: Int) -> Digest {
        var digest = Digest.letter((0..<count).map { "見出し\($0)は十分に長く、行をまたぐこともあります" })
        for index in 0..<count {
            digest.sections[0].entries[index].entry.summary = .plain("要約です。本文の始まりがここに入ります。\(index)")
            digest.sections[0].entries[index].entry.numbers = ["likes": index % 97]
        }
        digest.failedSources = [FailedSource(source: "x", title: "壊れたソース", code: "timeout", message: "応答なし")]
        return digest
    }

    @Test("each letter has at most 96,000 bytes of HTML; every entry is in one letter, once", arguments: [40, 1000])
    func parts(_ count: Int) throws {
        let digest = digest(count)
        let messages = try MailTestBench().sink([("brief_after", "1000")]).compose(digest, in: StubComposeContext())
        #expect(messages.count > count / 300)
        #expect(messages.flatMap(\.entries).count == count)
        #expect(Set(messages.flatMap(\.entries)).count == count)
        var options = LetterDigest.Options()
        options.page.briefAfter = 1000
        let layout = LetterDigest(digest, options: options)
        for (index, message) in messages.enumerated() {
            let first = digest.entries.firstIndex { $0.key == message.entries.first } ?? 0
            let letter = layout.letter(
                [PagePlan.Piece(block: 1, entries: first..<first + message.entries.count)],
                as: EditionPart(index + 1, of: messages.count))
            #expect(letter.html.count <= 96_000)
            #expect(letter.keys == message.entries)
            let text = String(decoding: letter.text, as: UTF8.self)
            let isLast = index == messages.count - 1
            #expect(text.contains("壊れたソース") == isLast)
            #expect(messages.count == 1 || text.contains("続きは次のメール（\(index + 2)/\(messages.count)）") != isLast)
            #expect(messages.count == 1 || text.hasPrefix("朝のまとめ (\(index + 1)/\(messages.count))\n"))
        }
    }

    @Test("leads stand in the first letter alone, and a section goes on under its heading")
    func sections() throws {
        var digest = digest(600)
        digest.ranking = "likes"
        let entries = digest.entries
        digest.sections = [
            DigestSection(title: "前半", entries: Array(entries[..<100])),
            DigestSection(title: "後半", entries: Array(entries[100...])),
        ]
        let layout = LetterDigest(digest)
        #expect(layout.blocks.map(\.entries.count).reduce(0, +) == 600)
        #expect(layout.blocks[0].entries.count > 0)
        let messages = try MailTestBench().sink().compose(digest, in: StubComposeContext())
        #expect(messages.count > 1)
        #expect(Set(messages.flatMap(\.entries)).count == 600)
        let second = layout.letter([PagePlan.Piece(block: 2, entries: 400..<410)], as: EditionPart(2, of: 2))
        let text = String(decoding: second.text, as: UTF8.self)
        #expect(text.contains("後半\n----"))
        #expect(!text.contains("前半 "))
    }

    @Test("a huge entry is shortened, and keeps its title and its link")
    func huge() throws {
        var digest = Digest.letter(["普通", "巨大"])
        digest.sections[0].entries[1].duplicates = (0..<10).map { number in
            Duplicate(
                key: "d\(number)", source: "s\(number)", sourceTitle: "S\(number)", title: "別の見出し",
                url: "https://example.com/" + String(repeating: "x", count: 20_000), numbers: [:])
        }
        let letter = LetterDigest(digest).letter([PagePlan.Piece(block: 1, entries: 0..<2)], as: .whole)
        #expect(letter.html.count < 20_000)
        let html = String(decoding: letter.html, as: UTF8.self)
        #expect(html.contains("href=\"https://example.com/2\""))
        digest.sections[0].entries[1].entry.url = "https://example.com/" + String(repeating: "&", count: 100_000)
        let messages = try MailTestBench().sink().compose(digest, in: StubComposeContext())
        #expect(messages.map(\.entries) == [["k0", "k1"]])
        #expect(messages[0].payload.count < 30_000)
    }

    @Test("X22: a letter with hostile words in every place has no markup but ours")
    func hostile() throws {
        let words = "\"><img src=x onerror=alert(1)>\r\n</style><script>\u{0}\u{202E}&amp;"
        var digest = Digest.letter([words, words])
        digest.title = words
        digest.sections[0].title = words
        digest.sections[0].entries[0].entry.authors = [Person(name: words)]
        digest.sections[0].entries[0].entry.image = "https://example.com/a.png\" onload=\"x"
        digest.sections[0].entries[0].sourceTitle = words
        digest.sections[0].entries[1].entry.url = "javascript:alert(1)"
        digest.failedSources = [FailedSource(source: "x", title: words, code: "x", message: words)]
        var options = LetterDigest.Options()
        options.hasPictures = true
        let letter = LetterDigest(digest, options: options)
            .letter([PagePlan.Piece(block: 1, entries: 0..<2)], as: .whole)
        let html = String(decoding: letter.html, as: UTF8.self)
        #expect(!html.contains("<script"))
        #expect(!html.contains("<img src=x"))
        #expect(!html.contains("onload=\"x"))
        #expect(!html.contains("javascript:"))
        #expect(!letter.html.contains(0))
        #expect(!html.unicodeScalars.contains("\u{202E}"))
        #expect(html.split(separator: "</style>").count == 3)
    }

    @Test("pictures are loaded only if that is wanted")
    func pictures() throws {
        var digest = Digest.letter(["一"])
        digest.sections[0].entries[0].entry.image = "https://example.com/a.png"
        func html(_ hasPictures: Bool) -> String {
            var options = LetterDigest.Options()
            options.hasPictures = hasPictures
            let letter = LetterDigest(digest, options: options)
                .letter([PagePlan.Piece(block: 1, entries: 0..<1)], as: .whole)
            return String(decoding: letter.html, as: UTF8.self)
        }
        #expect(!html(false).contains("<img"))
        #expect(html(true).contains("<img src=\"https://example.com/a.png\" alt=\"\""))
    }
}
