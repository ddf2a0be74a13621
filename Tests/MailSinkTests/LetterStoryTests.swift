import FeedModel
import FeedRendering
import FeedStages
import FeedTesting
import Testing

@testable import MailSink

/// What letters show of stories, of what is talked about, and of the best entries of a time.
@Suite("Letters of stories")
struct LetterStoryTests {
    /// A digest of stories with these numbers of entries, each of a publisher of its own.
    private func digest(_ sizes: [Int], isGrouped: Bool = false, tail: String = "", locale: DigestLocale = .ja)
        -> Digest
    {
        let total = sizes.reduce(0, +)
        var digest = Digest.letter((0..<total).map { "見出し\($0)番" }, locale: locale)
        var sections: [DigestSection] = []
        var first = 0
        for size in sizes {
            for index in first..<first + size {
                digest.sections[0].entries[index].entry.url = "https://\(index).example/" + tail
                digest.sections[0].entries[index].entry.publisher = Publisher(name: "媒体\(index)")
                digest.sections[0].entries[index].entry.summary = .plain("要約です。本文の始まりがここに入ります。\(index)")
                guard size > 1 else { continue }
                digest.sections[0].entries[index].story = StoryPart(
                    story: "k\(first)", role: index == first ? .head : .member)
                digest.sections[0].entries[index].story?.follows = index == first ? nil : "k\(first)"
            }
            let entries = Array(digest.sections[0].entries[first..<first + size])
            sections.append(DigestSection(title: "見出し\(first)番", entries: entries, kind: .story))
            first += size
        }
        if isGrouped { digest.sections = sections }
        return digest
    }

    private func letters(of digest: Digest) throws -> [(keys: [String], text: String, html: String)] {
        let messages = try MailTestBench().sink().compose(digest, in: StubComposeContext())
        let layout = LetterDigest(digest)
        var pieces = layout.blocks.enumerated().flatMap { block in
            block.element.entries.indices.map { PagePlan.Piece(block: block.offset, entries: $0..<$0 + 1) }
        }
        return messages.enumerated().map { index, message in
            var part: [PagePlan.Piece] = []
            var keys: [String] = []
            while keys.count < message.entries.count, !pieces.isEmpty {
                let piece = pieces.removeFirst()
                keys += layout.letter([piece], as: .whole).keys
                if let last = part.last, last.block == piece.block {
                    part[part.count - 1] = PagePlan.Piece(
                        block: last.block, entries: last.entries.lowerBound..<piece.entries.upperBound)
                } else {
                    part.append(piece)
                }
            }
            let letter = layout.letter(part, as: EditionPart(index + 1, of: messages.count))
            #expect(letter.keys == message.entries)
            #expect(letter.html.count <= 96_000)
            return (
                letter.keys, String(decoding: letter.text, as: UTF8.self), String(decoding: letter.html, as: UTF8.self)
            )
        }
    }

    private func whole(_ digest: Digest) -> (text: String, html: String) {
        let layout = LetterDigest(digest)
        let pieces = layout.blocks.enumerated().filter { !$0.element.entries.isEmpty }
            .map { PagePlan.Piece(block: $0.offset, entries: $0.element.entries.indices) }
        let letter = layout.letter(pieces, as: .whole)
        return (String(decoding: letter.text, as: UTF8.self), String(decoding: letter.html, as: UTF8.self))
    }

    @Test("one line names the other publishers of a story, each a link, in both forms; the message has all entries")
    func line() throws {
        let digest = digest([4, 1])
        let (text, html) = whole(digest)
        #expect(text.contains("  ほか3サイト:\n    媒体1: 見出し1番\n    https://1.example/\n"))
        #expect(html.contains(">ほか3サイト: <span dir=\"auto\"><a href=\"https://1.example/\" class=\"s\""))
        for index in 0..<5 {
            #expect(text.contains("https://\(index).example/\n"))
            #expect(html.count(of: "<a href=\"https://\(index).example/\"") == 1)
        }
        let messages = try MailTestBench().sink().compose(digest, in: StubComposeContext())
        #expect(messages.map { $0.entries.sorted() } == [["k0", "k1", "k2", "k3", "k4"]])
    }

    @Test("the section of a story has the others below its first entry, and no heading that says its title twice")
    func sections() throws {
        let digest = digest([3, 2], isGrouped: true)
        let (text, html) = whole(digest)
        #expect(html.count(of: "見出し0番</a></h2>") == 1)
        #expect(!text.contains("見出し0番\n----"))
        // Nor does the line that says what there is.
        #expect(!html.contains("見出し0番 1"))
        #expect(html.count(of: "<p dir=\"auto\" style=\"clear:both;margin:10px 0 0 14px;") == 3)
        for index in 0..<5 {
            #expect(text.contains("https://\(index).example/\n"))
            #expect(html.count(of: "<a href=\"https://\(index).example/\"") == 1)
        }
        let messages = try MailTestBench().sink().compose(digest, in: StubComposeContext())
        #expect(messages.map { $0.entries.sorted() } == [["k0", "k1", "k2", "k3", "k4"]])
    }

    @Test("where stories come in several letters, each story is whole, and no entry is lost", arguments: [false, true])
    func cut(_ isGrouped: Bool) throws {
        var sizes: [Int] = []
        for number in 0..<120 { sizes.append([1, 2, 7, 1, 12, 3][number % 6]) }
        sizes[60] = 50
        let digest = digest(sizes, isGrouped: isGrouped)
        let letters = try letters(of: digest)
        #expect(letters.count > 1)
        let keys = letters.flatMap(\.keys)
        #expect(keys.count == digest.entries.count)
        #expect(Set(keys) == Set(digest.entries.map(\.key)))
        for letter in letters {
            for entry in digest.entries where letter.keys.contains(entry.key) {
                let address = entry.entry.url ?? ""
                #expect(letter.text.contains(address + "\n"))
                #expect(letter.html.contains("\"\(address)\""))
                if let head = entry.story?.follows { #expect(letter.keys.contains(head)) }
            }
        }
    }

    @Test("a story that is larger than a letter comes entry by entry, each with its link", arguments: [false, true])
    func large(_ isGrouped: Bool) throws {
        let digest = digest([1, 50, 1], isGrouped: isGrouped, tail: String(repeating: "x", count: 3000))
        let letters = try letters(of: digest)
        #expect(letters.count > 1)
        #expect(letters.flatMap(\.keys).sorted() == digest.entries.map(\.key).sorted())
        for entry in digest.entries {
            let letter = try #require(letters.first { $0.keys.contains(entry.key) })
            let address = entry.entry.url ?? ""
            #expect(letter.text.contains(address + "\n"))
            #expect(letter.html.contains("<a href=\"\(address)\""))
        }
        // The rest of the story says in its letter what it belongs to.
        if isGrouped {
            let text = try #require(letters.last).text
            #expect(text.contains("見出し1番\n----"))
        }
    }

    @Test("what came after its story was delivered has a remark, below the last heading")
    func earlier() {
        var digest = digest([1, 1])
        var late = digest.sections[0].entries.removeLast()
        late.story = StoryPart(
            story: "old", role: .later, headline: "<昨日>の話", toldAt: digest.to - .seconds(86_400))
        digest.sections.append(DigestSection(title: "既報の話題", entries: [late], kind: .earlierStories))
        let (text, html) = whole(digest)
        #expect(text.contains("既報: <昨日>の話（11/19 朝のまとめ）"))
        #expect(html.contains("既報: &lt;昨日&gt;の話（11/19 朝のまとめ）"))
        #expect(html.contains("既報の話題</h2>"))
    }

    /// What is measured of an entry with more bookmarks than `below` of 200 others.
    private func buzz(_ value: Int, above below: Int) -> Buzz {
        let standing = NumberStanding(below: below, notAbove: below + 1, count: 200)
        return Buzz(
            numbers: [
                Buzz.ComparedNumber(
                    name: "bookmarks", source: "some", value: value, standing: standing, isOfSelection: false, weight: 1
                )
            ], publishers: 3)
    }

    @Test("how much an entry is talked about stands in its line, and each letter says what a share is compared with")
    func talkedAbout() throws {
        var digest = digest(Array(repeating: 1, count: 300))
        for index in digest.sections[0].entries.indices {
            digest.sections[0].entries[index].entry.numbers = ["bookmarks": 312]
            digest.sections[0].entries[index].buzz = buzz(312, above: 199)
        }
        let letters = try letters(of: digest)
        #expect(letters.count > 1)
        for letter in letters {
            #expect(letter.text.contains("はてブ 312（上位1%） · 3サイト"))
            #expect(letter.html.contains(">はてブ 312（上位1%）</span>"))
            for form in [letter.text, letter.html] {
                let words = form.filter { !$0.isWhitespace }
                #expect(words.contains("上位%は、同じフィードの過去30日・同じ経過時間の記事との比較です。"))
            }
        }
    }

    @Test("of the best entries of a time, the last letter says what competed; no letter promises a next edition")
    func catchUp() throws {
        var digest = digest(Array(repeating: 1, count: 300))
        digest.next = digest.to + .seconds(86_400)
        digest.catchUp = CatchUp(offered: 412, passedOver: 5, undecided: 2, order: .buzz)
        let letters = try letters(of: digest)
        #expect(letters.count > 1)
        for (index, letter) in letters.enumerated() {
            let isLast = index == letters.count - 1
            for form in [letter.text, letter.html] {
                let words = form.filter { !$0.isWhitespace }
                #expect(words.contains("300件（412件から、約"))
                #expect(words.contains("112件は") == isLast)
                #expect(words.contains("続きは次のメール") != isLast)
                #expect(!words.contains("次は明日"))
            }
        }
    }
}

extension String {
    fileprivate func count(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
