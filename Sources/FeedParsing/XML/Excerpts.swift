/// Long texts that bypass libxml2. They are taken from the document and delivered in the same order.
struct Excerpts: ~Copyable {
    private struct Excerpt {
        var start: Int
        var count: Int
        /// Whether the text is in `decoded` instead of the document.
        var isDecoded: Bool
    }

    private let document: UnsafeBufferPointer<UInt8>
    private var decoded = ByteBuffer()
    private var waiting: [Excerpt] = []
    private var next = 0

    init(document: UnsafeBufferPointer<UInt8>) { self.document = document }

    /// The first text that is not yet delivered, or nil.
    mutating func removeFirst() -> UnsafeBufferPointer<UInt8>? {
        guard next < waiting.count else { return nil }
        let excerpt = waiting[next]
        next += 1
        let source = excerpt.isDecoded ? decoded.bytes : document
        return UnsafeBufferPointer(rebasing: source[excerpt.start..<excerpt.start + excerpt.count])
    }

    /// Takes the content of a CDATA section. Returns false if libxml2 must parse it.
    mutating func takeSection(_ range: Range<Int>) -> Bool { take(range, hasReferences: false) }

    /// Takes the text between two tags. Returns false if libxml2 must parse it.
    mutating func takeText(_ range: Range<Int>) -> Bool { take(range, hasReferences: true) }

    private mutating func take(_ range: Range<Int>, hasReferences: Bool) -> Bool {
        if next == waiting.count, next > 0 {
            waiting.removeAll(keepingCapacity: true)
            decoded.removeAll()
            next = 0
        }
        guard let base = document.baseAddress else { return false }
        let start = decoded.count
        var copied = range.lowerBound
        var places = SpecialBytes(document, range, hasReferences: hasReferences)
        while let place = places.next() {
            var (length, character): (Int, Unicode.Scalar) = (1, "\n")
            switch document[place] {
            case 0x0D:
                // XML 1.0 §2.11: a parser delivers every line end as one line feed.
                if place + 1 < range.upperBound, document[place + 1] == 0x0A { length = 2 }
            case UInt8(ascii: "&"):
                guard let reference = XMLReference(document, at: place, before: range.upperBound) else {
                    decoded.shorten(to: start)
                    return false
                }
                (length, character) = (reference.length, reference.character)
            case UInt8(ascii: "]") where !isSectionEnd(place, before: range.upperBound): continue
            case 0xEF where !isNoncharacter(place, before: range.upperBound): continue
            default:
                decoded.shorten(to: start)
                return false
            }
            decoded.append(base + copied, count: place - copied)
            decoded.append(character)
            copied = place + length
            places.skip(to: copied)
        }
        if copied == range.lowerBound {
            waiting.append(Excerpt(start: copied, count: range.count, isDecoded: false))
        } else {
            decoded.append(base + copied, count: range.upperBound - copied)
            waiting.append(Excerpt(start: start, count: decoded.count - start, isDecoded: true))
        }
        return true
    }

    /// `]]>`, which may not stand in a text (XML 1.0 §2.4).
    private func isSectionEnd(_ place: Int, before end: Int) -> Bool {
        place + 2 < end && document[place + 1] == UInt8(ascii: "]") && document[place + 2] == UInt8(ascii: ">")
    }

    /// U+FFFE and U+FFFF, which are no XML characters (XML 1.0 §2.2).
    private func isNoncharacter(_ place: Int, before end: Int) -> Bool {
        place + 2 < end && document[place + 1] == 0xBF && document[place + 2] >= 0xBE
    }
}
