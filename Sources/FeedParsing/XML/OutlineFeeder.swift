import CLibXML2
import Glibc

/// Feeds a document to libxml2 without its long texts. They are most of a feed and cost libxml2 the most time.
///
/// A processing instruction replaces each text. When libxml2 reports it, the text comes from `Excerpts`. Only certainly
/// well-formed texts between tags are replaced. Up to the first error this reads the document as libxml2 does, and the
/// error itself reaches libxml2 unchanged, so libxml2 reaches the same verdict as on the whole document.
struct OutlineFeeder: ~Copyable {
    /// The target of the processing instruction. A document that has one itself is fed unchanged from there on.
    private static let target: StaticString = "kawaraban-excerpt"
    private static let instruction: StaticString = "<?kawaraban-excerpt?>"
    /// Bytes of a text that is worth replacing, at least.
    private static let shortest = 48
    private static let chunk = 32 << 10

    private let document: UnsafeBufferPointer<UInt8>
    private let start: UnsafePointer<UInt8>
    private let context: xmlParserCtxtPtr
    private var outline = ByteBuffer(capacity: 2 * chunk)
    /// The position up to which the document was fed or replaced.
    private var done = 0
    private var depth = 0
    private var takesOut: Bool
    private var isDeaf = false

    /// Nil for an empty document. Without `takesOut` the document is fed unchanged.
    init?(_ document: UnsafeBufferPointer<UInt8>, to context: xmlParserCtxtPtr, takesOut: Bool) {
        guard let start = document.baseAddress, !document.isEmpty else { return nil }
        self.document = document
        self.start = start
        self.context = context
        self.takesOut = takesOut
    }

    /// Whether a processing instruction is ours, by its target.
    static func isTarget(_ name: UnsafePointer<UInt8>) -> Bool {
        let length = target.utf8CodeUnitCount
        return memcmp(name, target.utf8Start, min(strnlen(name, length + 1), length)) == 0
            && strnlen(name, length + 1) == length
    }

    /// Feeds the whole document; long texts go to `excerpts`.
    mutating func feed(_ excerpts: UnsafeMutablePointer<Excerpts>) {
        var index = 0
        while takesOut, !isDeaf, index < document.count {
            let tag = find(UInt8(ascii: "<"), from: index) ?? document.count
            if isWorthIt(index..<tag), excerpts.pointee.takeText(index..<tag) { replace(index..<tag) }
            guard tag + 1 < document.count else { break }
            index = markup(at: tag, excerpts)
            if index - done >= Self.chunk || outline.count >= Self.chunk { push(upTo: min(index, document.count)) }
        }
        push(upTo: document.count)
        if !isDeaf { xmlParseChunk(context, nil, 0, 1) }
    }

    private func isWorthIt(_ range: Range<Int>) -> Bool { depth > 0 && range.count >= Self.shortest }

    /// Skips the markup whose `<` is at `place`. Returns the position behind it.
    private mutating func markup(at place: Int, _ excerpts: UnsafeMutablePointer<Excerpts>) -> Int {
        switch document[place + 1] {
        case UInt8(ascii: "/"):
            depth -= 1
            return end(of: find(UInt8(ascii: ">"), from: place + 2))
        case UInt8(ascii: "?"):
            if starts(with: Self.target, at: place + 2) { takesOut = false }
            return find("?>", from: place + 2)
        case UInt8(ascii: "!"):
            if starts(with: "<![CDATA[", at: place) { return section(at: place, excerpts) }
            if starts(with: "<!--", at: place) { return find("-->", from: place + 4) }
            // A document type with an internal subset can declare entities, which change the meaning of texts.
            let end = end(of: closing(from: place + 2))
            if memchr(start + place, Int32(UInt8(ascii: "[")), end - place) != nil { takesOut = false }
            return end
        default: return startTag(at: place)
        }
    }

    private mutating func section(at place: Int, _ excerpts: UnsafeMutablePointer<Excerpts>) -> Int {
        let content = place + 9
        let end = find("]]>", from: content)
        guard end < document.count || ends(with: "]]>"), end - 3 >= content, depth > 0,
            isWorthIt(content..<end - 3) || hasCarriageReturn(content..<end - 3),
            excerpts.pointee.takeSection(content..<end - 3)
        else { return end }
        replace(place..<end)
        return end
    }

    /// libxml2 keeps carriage returns in CDATA sections, against XML 1.0 §2.11.
    private func hasCarriageReturn(_ range: Range<Int>) -> Bool {
        memchr(start + range.lowerBound, 0x0D, range.count) != nil
    }

    private mutating func startTag(at place: Int) -> Int {
        guard let close = closing(from: place + 1) else { return document.count }
        if document[close - 1] != UInt8(ascii: "/") { depth += 1 }
        return close + 1
    }

    /// The `>` that ends the tag around `index`. A `>` inside an attribute value is skipped.
    private func closing(from index: Int) -> Int? {
        var index = index
        while index < document.count {
            switch start[index] {
            case UInt8(ascii: ">"): return index
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = find(start[index], from: index &+ 1) else { return nil }
                index = end &+ 1
            default: index &+= 1
            }
        }
        return nil
    }

    /// Replaces a text by the instruction.
    private mutating func replace(_ range: Range<Int>) {
        copy(upTo: range.lowerBound)
        outline.append(Self.instruction)
        done = range.upperBound
    }

    private mutating func copy(upTo end: Int) {
        if end - done > Self.chunk { return push(upTo: end) }
        outline.append(UnsafeBufferPointer(start: start + done, count: end - done))
        done = end
    }

    private mutating func push(upTo end: Int) {
        push(outline.bytes)
        outline.removeAll()
        while done < end {
            let count = min(end - done, 2 * Self.chunk)
            push(UnsafeBufferPointer(start: start + done, count: count))
            done += count
        }
    }

    private mutating func push(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !isDeaf, !bytes.isEmpty else { return }
        let status = bytes.withMemoryRebound(to: CChar.self) {
            xmlParseChunk(context, $0.baseAddress, Int32($0.count), 0)
        }
        isDeaf = status != 0 && context.pointee.disableSAX != 0
    }

    // MARK: Looking for bytes

    private func find(_ byte: UInt8, from index: Int) -> Int? {
        guard index < document.count, let found = memchr(start + index, Int32(byte), document.count - index) else {
            return nil
        }
        return UnsafeRawPointer(found) - UnsafeRawPointer(start)
    }

    private func end(of place: Int?) -> Int { place.map { $0 + 1 } ?? document.count }

    /// The position behind `word`, or the document's end if there is none.
    private func find(_ word: StaticString, from index: Int) -> Int {
        var index = index
        while let place = find(word.utf8Start[0], from: index) {
            if starts(with: word, at: place) { return place + word.utf8CodeUnitCount }
            index = place + 1
        }
        return document.count
    }

    private func starts(with word: StaticString, at place: Int) -> Bool {
        let length = word.utf8CodeUnitCount
        return place + length <= document.count && memcmp(start + place, word.utf8Start, length) == 0
    }

    private func ends(with word: StaticString) -> Bool {
        starts(with: word, at: max(0, document.count - word.utf8CodeUnitCount))
    }
}
