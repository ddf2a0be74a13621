import FeedConfiguration
import FeedModel
import FeedPrograms
import FeedRendering
import FeedStages
import FeedSystem
import FeedTesting
import Testing

@testable import MailSink

@Suite("Letters")
struct LetterTests {
    private static let python = "/usr/bin/python3"
    private static let parser =
        #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Fixtures/parse_letters.py"

    /// Titles as feeds have them, and as nobody should.
    private static let titles = [
        "Swift 6.3がリリースされました", "A plain title", "RFC 2047 =?utf-8?b?44GC?= in a title", "日本語🎉絵文字👨‍👩‍👧‍👦の家族",
        "a\r\nBcc: evil@example.com\r\n\r\n<script>alert(1)</script>", "NUL \u{0} in it",
        "line\u{2028}separator\u{2029}",
        "\u{202E}overturned\u{2066}", "From the start of a line", ".", "tab\tand  two   spaces ", "=3D is no equals",
        "ｶﾞｷﾞｸﾞ゛combining か\u{3099}", "مرحبا بالعالم", "\u{FEFF}mark", "trailing\\", "\"quoted\" <angle>",
        String(repeating: "長い", count: 300), String(repeating: "x", count: 2000),
        "z" + String(repeating: "\u{0301}", count: 500), "$(reboot)`reboot`", "%s%n%d",
    ]

    private func digest(_ number: Int) -> Digest {
        var random = SplitMix(seed: UInt64(number))
        let count = Int.random(in: 1...40, using: &random)
        let isEnglish = Bool.random(using: &random)
        let pool = isEnglish ? Self.titles.filter { $0.utf8.count == $0.unicodeScalars.count } : Self.titles
        var digest = Digest.letter(
            (0..<count).map { "\(pool[Int.random(in: pool.indices, using: &random)]) \($0)" },
            locale: isEnglish ? .en : .ja)
        if number % 3 == 0 { digest.title = Self.titles[number % Self.titles.count] }
        for index in digest.sections[0].entries.indices {
            if Bool.random(using: &random) {
                digest.sections[0].entries[index].entry.summary = .plain(
                    pool[Int.random(in: pool.indices, using: &random)] + "\nFrom here on, a text that goes on. そして続く。")
            }
            digest.sections[0].entries[index].sourceTitle = pool[Int.random(in: pool.indices, using: &random)]
        }
        if number % 5 == 0 {
            digest.failedSources = [
                FailedSource(source: "x", title: pool[0], code: "timeout", message: "no\r\nanswer\u{0}")
            ]
        }
        return digest
    }

    @Test(
        "200 digests are what they were when Python parses their letters: subject, recipients, text and HTML",
        .enabled(if: access(python)))
    func parsedBack() async throws {
        let folder = try TemporaryFolder()
        let names = ["花子", "O'Neil, Mary", "=?utf-8?q?x?=", "\"q\" \\", String(repeating: "寿限無", count: 60)]
        for number in 0..<200 {
            var bench = MailTestBench()
            let digest = digest(number)
            bench.locale = digest.locale
            let to = (0...number % 3).map {
                MailAddress(name: names[(number + $0) % names.count], address: "a\($0)@b.jp")
            }
            let sink = try bench.sink(
                to: Node(.list(to.map { .quoted("\(quoted($0.name)) <\($0.address)>") }), at: .testing))
            let messages = sink.compose(digest, in: StubComposeContext())
            #expect(messages.count == 1)
            let letter = LetterDigest(digest).letter(Self.pieces(of: digest), as: .whole)
            let template = try SubjectTemplate(SubjectTemplate.standard(in: digest.locale))
            let message = bench.message(messages[0])
            _ = try await sink.deliver(message)
            try folder.write(bench.mail.letters[0].bytes, to: "\(number).eml")
            let wanted: [(String, String)] = [
                ("subject", Self.json(template.subject(of: letter, .whole, of: digest))),
                (
                    "to",
                    "[" + to.map { "[\(Self.json($0.name ?? "")),\(Self.json($0.address))]" }.joined(separator: ",")
                        + "]"
                ),
                ("id", Self.json("<\(message.id)@example.jp>")), ("text", Self.json(Base64.encode(letter.text))),
                ("html", Self.json(Base64.encode(letter.html))),
            ]
            try folder.write(
                "{" + wanted.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}", to: "\(number).json")
        }
        let outcome = await Programs().run(
            Program([Self.python, Self.parser, folder.path], in: folder.path, variables: ["PATH": "/usr/bin"]))
        #expect(outcome.ending == .exited(0), "\(outcome.messages)")
        #expect(String(decoding: outcome.output, as: UTF8.self) == "200 letters, 0 differences\n")
    }

    private static func pieces(of digest: Digest) -> [PagePlan.Piece] {
        LetterDigest(digest).blocks.enumerated().filter { !$0.element.entries.isEmpty }
            .map { PagePlan.Piece(block: $0.offset, entries: $0.element.entries.indices) }
    }

    private func quoted(_ name: String?) -> String {
        "\"" + (name ?? "").flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }.map(String.init).joined() + "\""
    }

    private static func json(_ text: String) -> String {
        var result = "\""
        for unit in text.utf16 {
            let digits = String(unit, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return result + "\""
    }

    private static func access(_ path: String) -> Bool { ProgramFile.path(of: path, in: "/", searching: nil) != nil }

    @Test("the same digest gives the same bytes, and each attempt has the id of its message")
    func sameBytes() throws {
        let sink = try MailTestBench().sink()
        let first = sink.compose(.letter(["一", "二"]), in: StubComposeContext())
        let second = sink.compose(.letter(["一", "二"]), in: StubComposeContext())
        #expect(first.map(\.payload) == second.map(\.payload))
        let named = LetterBytes.named(first[0].payload, "msg_abc")
        #expect(
            named.starts(with: "Message-ID: <msg_abc@example.jp>\r\nDate: Fri, 20 Nov 2026 07:00:00 +0900\r\n".utf8))
        #expect(LetterBytes.named(named, "msg_other") == named)
        #expect(LetterBytes.named(first[0].payload, "a>\r\nBcc: x").starts(with: "Message-ID: <aBccx@".utf8))
    }

    @Test("the subject has the title, the date, the number and the first title; the letter has the list and the reason")
    func header() throws {
        let sink = try MailTestBench().sink([("unsubscribe", .quoted("mailto:news@example.jp?subject=no"))])
        let payload = sink.compose(.letter(["見出し", "二番目"]), in: StubComposeContext())[0].payload
        let head = String(decoding: payload, as: UTF8.self).split(separator: "\r\n\r\n").first ?? ""
        let subject = "朝のまとめ 11/20（金）2件: 見出し"
        let words = EncodedWords.words(of: subject, first: 67)
        #expect(head.contains("\r\nSubject: " + words.joined(separator: "\r\n ") + "\r\n"))
        #expect(head.contains("\r\nList-Id: <morning.kawaraban.example.jp>\r\n"))
        #expect(head.contains("\r\nList-Unsubscribe: <mailto:news@example.jp?subject=no>\r\n"))
        #expect(head.contains("\r\nAuto-Submitted: auto-generated\r\n"))
    }

    @Test("X22: titles of 100 KB make no long line, no long subject and no further field")
    func longTitles() throws {
        let long = String(repeating: "長い見出し\r\nBcc: x@example.com ", count: 3000)
        var digest = Digest.letter([long, long])
        digest.title = long
        digest.pipeline = "morning"
        let sink = try MailTestBench().sink([("subject", .quoted("{{title}}{{headline}}{{title}}{{title}}"))])
        let payload = sink.compose(digest, in: StubComposeContext())[0].payload
        #expect(payload.count < 20_000)
        let head = String(decoding: payload, as: UTF8.self).split(separator: "\r\n\r\n").first ?? ""
        let lines = head.split(separator: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
        #expect(!lines.contains { $0.hasPrefix("Bcc") })
        #expect(lines.filter { !$0.hasPrefix(" ") }.count == 11)
    }

    @Test("a subject of one's own, with nothing left open by an empty digest")
    func ownSubject() throws {
        let digest = Digest.letter([], locale: .en)
        let layout = LetterDigest(digest)
        let letter = layout.letter([], as: .whole)
        let template = try SubjectTemplate("[{{ pipeline }}] {{date}} {{time}} {{count}}: {{headline}}")
        #expect(template.subject(of: letter, .whole, of: digest) == "[morning] Fri 20 Nov 07:00 0 entries")
        #expect(template.subject(of: letter, EditionPart(1, of: 2), of: digest).hasSuffix("0 entries (1/2)"))
        #expect(throws: (any Error).self) { try SubjectTemplate("{{titel}}") }
    }
}
