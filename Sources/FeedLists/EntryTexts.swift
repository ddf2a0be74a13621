import FeedModel
public import FeedParsing

/// Texts and addresses of services as an entry has them: bounded, and of the web.
public struct EntryTexts: Sendable {
    /// Against which addresses are resolved, or nil.
    public let base: String?
    /// What entries may have.
    public let limits: ParsingLimits

    /// Makes it for a document.
    public init(base: String?, limits: ParsingLimits) {
        self.base = base
        self.limits = limits
    }

    /// A text on one line, or nil if nothing is left of it.
    public func line(_ text: String) -> String? {
        let text = cut(text)
        if Self.isLine(text) { return text }
        let line = text.trimmedLine
        return line.isEmpty ? nil : line
    }

    /// Whether a text surely is one line as it stands: most are, and looking is faster than making it one.
    private static func isLine(_ text: String) -> Bool {
        var previous: UInt8 = 0x20
        for byte in text.utf8 {
            guard byte > 0x20 && byte < 0x7F || byte == 0x20 && previous != 0x20 else { return false }
            previous = byte
        }
        return previous != 0x20
    }

    /// An absolute address of the web, without user name and password, or nil: nothing else is opened from a digest. Tabs and
    /// line breaks in it are passed over, as browsers do (WHATWG URL §4.4).
    public func address(_ text: String) -> String? {
        let hasBreaks = text.utf8.contains { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        let whole = hasBreaks ? String(text.unicodeScalars.filter { !["\t", "\n", "\r"].contains($0) }) : text
        guard let text = line(whole) else { return nil }
        // Taking the base apart again and again is most of what an absolute address would cost.
        let isWhole = text.utf8.starts(with: "https://".utf8) || text.utf8.starts(with: "http://".utf8)
        guard let address = Address.resolve(text, against: isWhole ? nil : base), Address.isHTTP(address) else {
            return nil
        }
        return Address.withoutUserInfo(address) ?? address
    }

    /// At most as many bytes as a field may have, whole characters.
    public func cut(_ text: String) -> String {
        guard text.utf8.count > limits.field else { return text }
        let bytes = text.utf8.prefix(limits.field)
        let whole = bytes.lastIndex { $0 & 0xC0 != 0x80 }.map { text[..<$0] } ?? ""
        return String(whole)
    }
}
