import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedState

@Suite("bytes of an entry that a damaged file gives back")
struct EntryReadingTests {
    private func sample() -> EntryCodec.Encoded {
        var entry = Entry()
        entry.guid = "瓦版"
        entry.title = "é\u{1F4F0}"
        entry.authors = [Person(name: "名", url: nil, email: "é")]
        entry.categories = [Category(term: "ß", scheme: nil, label: "語")]
        entry.rights = .plain("©")
        entry.extras = ["鍵": .text("値")]
        entry.content = .html(UntrustedHTML(markup: "<p>日本語</p>", base: "é"))
        return EntryCodec.encode(entry)
    }

    private func texts(_ entry: Entry) -> [String] {
        var texts = [entry.guid, entry.title].compactMap(\.self)
        for author in entry.authors { texts += [author.name, author.email].compactMap(\.self) }
        for category in entry.categories { texts += [category.term, category.label ?? ""] }
        for text in [entry.rights, entry.summary, entry.content] {
            switch text {
            case .plain(let plain): texts.append(plain)
            case .html(let html): texts += [html.markup, html.base ?? ""]
            case nil: break
            }
        }
        for extra in entry.extras { texts.append(extra.key) }
        return texts
    }

    private func isSound(_ text: String) -> Bool {
        var copy = text
        return copy.withUTF8 { UTF8Validation.isValid($0) }
    }

    @Test("never becomes a text that is no UTF-8, wherever lengths are wrong")
    func lengthsAreWrong() throws {
        let sample = sample()
        let body = try #require(sample.body)
        var tried = 0
        for isBody in [false, true] {
            let bytes = isBody ? body : sample.head
            // Lengths stand in bytes below 0x20 here: each pair of them is made a little wrong.
            let lengths = bytes.indices.filter { (1..<0x40).contains(bytes[$0]) }
            for first in lengths {
                for second in lengths where second >= first {
                    for delta in [-2, -1, 1, 2] {
                        var damaged = bytes
                        damaged[first] = UInt8(clamping: Int(damaged[first]) + delta)
                        if second != first { damaged[second] = UInt8(clamping: Int(damaged[second]) + delta) }
                        let entry = try? EntryCodec.decode(
                            EntryCodec.Encoded(head: isBody ? [] : damaged, body: isBody ? damaged : nil))
                        guard let entry else { continue }
                        tried += 1
                        #expect(texts(entry).allSatisfy(isSound))
                    }
                }
            }
        }
        #expect(tried > 1000)
    }

    @Test("is told to be damaged if it is no UTF-8, and read as far as it goes if it was cut")
    func isCut() throws {
        let sample = sample()
        for length in 0..<sample.head.count {
            let entry = try? EntryCodec.decode(EntryCodec.Encoded(head: Array(sample.head.prefix(length)), body: nil))
            if let entry { #expect(texts(entry).allSatisfy(isSound)) }
        }
        #expect(throws: StageError.self) {
            try EntryCodec.decode(EntryCodec.Encoded(head: [4, 1, 0, 0, 0, 0, 0xFF], body: nil))
        }
    }
}
