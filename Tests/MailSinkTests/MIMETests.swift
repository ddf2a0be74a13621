import FeedModel
import FeedStages
import FeedSystem
import FeedTesting
import Testing

@testable import MailSink

@Suite("The letter's form")
struct MIMETests {
    @Test("words of a header have at most 75 bytes, and no character is divided")
    func encodedWords() {
        let text = String(repeating: "家族👨‍👩‍👧‍👦が", count: 40)
        let words = EncodedWords.words(of: text, first: 60)
        #expect(words[0].utf8.count <= 60)
        #expect(words.allSatisfy { $0.utf8.count <= 75 })
        let parts = words.map { word in
            String(decoding: Base64.decode(String(word.dropFirst(10).dropLast(2))) ?? [], as: UTF8.self)
        }
        #expect(parts.joined() == text)
        #expect(parts.reduce(0) { $0 + $1.count } == text.count)
        let marks = "z" + String(repeating: "\u{0301}", count: 300)
        #expect(EncodedWords.words(of: marks, first: 60).allSatisfy { $0.utf8.count <= 75 })
    }

    @Test(
        "what a reader would decode, or a header cannot have, is encoded",
        arguments: ["=?utf-8?b?44GC?=", "日本", "a\u{7F}", "a\tb", "a\nb"])
    func isNotPlain(_ text: String) { #expect(!EncodedWords.isPlain(text)) }

    @Test("a long plain subject is folded between its words, and one long word is encoded")
    func folding() {
        var header = MailHeader()
        header.text("Subject", String(repeating: "word ", count: 40) + "end")
        header.text("Subject", String(repeating: "x", count: 200))
        let lines = String(decoding: header.bytes, as: UTF8.self).split(separator: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
        #expect(lines.filter { $0.hasPrefix("Subject: ") }.count == 2)
        #expect(lines.count == lines.filter { $0.hasPrefix("Subject: ") || $0.hasPrefix(" ") }.count)
    }

    @Test("text is quoted or in base64, whichever is shorter, and never breaks a line of its own")
    func encodings() {
        #expect(TransferEncoding(for: Array("plain text".utf8)) == .quotedPrintable)
        #expect(TransferEncoding(for: Array("日本語".utf8)) == .base64)
        #expect(TransferEncoding(for: []) == .quotedPrintable)
        func quoted(_ text: String) -> String {
            var bytes: [UInt8] = []
            TransferEncoding.quotedPrintable.append(Array(text.utf8), to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(quoted("a=b \n.\nFrom x\n\u{E9}\t") == "a=3Db=20\r\n=2E\r\n=46rom x\r\n=C3=A9=09\r\n")
        #expect(quoted("") == "\r\n")
        for length in 70...80 {
            let lines = quoted(String(repeating: "x", count: length) + ".From here").split(separator: "\r\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 76 && !$0.hasPrefix(".") && !$0.hasPrefix("From ") })
        }
    }

    @Test("a dry run shows what a reader sees", arguments: [DigestLocale.en, .ja])
    func preview(_ locale: DigestLocale) throws {
        var bench = MailTestBench()
        bench.locale = locale
        let sink = try bench.sink()
        let digest = Digest.letter(
            ["見出し", "A = B, a long title that goes on beyond the end of a line of mail"], locale: locale)
        let message = bench.message(sink.compose(digest, in: StubComposeContext())[0])
        let shown = String(decoding: sink.preview(of: message), as: UTF8.self)
        #expect(shown.hasPrefix("From: Kawaraban <news@example.jp>\nTo: 花子 <hanako@example.jp>\nSubject: "))
        #expect(shown.contains(locale == .ja ? "朝のまとめ 11/20（金）2件: 見出し\n\n" : "Morning, Fri 20 Nov, 2 entries: 見出し\n\n"))
        #expect(shown.contains("A = B, a long title that goes on beyond"))
        #expect(LetterPreview.text(of: Array("no letter".utf8)) == nil)
    }

    @Test("a pipeline has a name in the list of letters that any host could have")
    func listID() {
        #expect(ListID.text(pipeline: "morning", domain: "example.jp") == "morning.kawaraban.example.jp")
        #expect(ListID.text(pipeline: "朝", domain: "example.jp").utf8.allSatisfy { $0 < 0x80 })
        #expect(ListID.text(pipeline: "a\r\nBcc: b", domain: "[127.0.0.1]").hasSuffix(".kawaraban.localhost"))
        #expect(!ListID.text(pipeline: "a\r\nBcc: b", domain: "x").contains("Bcc"))
    }
}
