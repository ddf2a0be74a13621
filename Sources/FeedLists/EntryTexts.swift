import FeedModel
public import FeedParsing

/// Cleans values of a page or a JSON document for an entry: cuts long texts, and makes addresses absolute.
public struct EntryTexts: Sendable {
    /// The base of relative addresses, or nil.
    public let base: String?
    /// The limits of an entry.
    public let limits: ParsingLimits

    /// Creates the converter for one document.
    public init(base: String?, limits: ParsingLimits) {
        self.base = base
        self.limits = limits
    }

    /// Returns a text on one line, cut to the limit of a field; nil if nothing is left.
    public func line(_ text: String) -> String? {
        let text = cut(text)
        if Self.isLine(text) { return text }
        let line = text.trimmedLine
        return line.isEmpty ? nil : line
    }

    /// Whether a text certainly is one clean line. Most texts are, and this check is faster than cleaning them.
    private static func isLine(_ text: String) -> Bool {
        var previous: UInt8 = 0x20
        for byte in text.utf8 {
            guard byte > 0x20 && byte < 0x7F || byte == 0x20 && previous != 0x20 else { return false }
            previous = byte
        }
        return previous != 0x20
    }

    /// Returns an absolute `http` or `https` address without user name and password; nil for all others, because
    /// digests link to nothing else. Tabs and line breaks inside are removed as in browsers (WHATWG URL §4.4).
    public func address(_ text: String) -> String? {
        let hasBreaks = text.utf8.contains { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        let unbroken = hasBreaks ? String(text.unicodeScalars.filter { !["\t", "\n", "\r"].contains($0) }) : text
        guard let text = line(unbroken) else { return nil }
        // An absolute address needs no base. Parsing the base each time would be most of the cost.
        let isAbsolute = text.utf8.starts(with: "https://".utf8) || text.utf8.starts(with: "http://".utf8)
        guard let address = Address.resolve(text, against: isAbsolute ? nil : base), Address.isHTTP(address) else {
            return nil
        }
        return Address.withoutUserInfo(address) ?? address
    }

    /// Returns the first whole characters of a text, at most as many bytes as a field may have.
    public func cut(_ text: String) -> String {
        guard text.utf8.count > limits.field else { return text }
        let bytes = text.utf8.prefix(limits.field)
        let whole = bytes.lastIndex { $0 & 0xC0 != 0x80 }.map { text[..<$0] } ?? ""
        return String(whole)
    }
}
