import FeedHTML
import FeedModel
import Glibc

/// Texts of fields, as plain text or as markup.
extension WireReader {
    /// A title or name on one line, as plain text; nil if empty.
    func plainText(_ index: Int) -> String? {
        let writing = writing(index)
        guard isWellFormed, !writing.isBase64 else {
            let isMarkup = writing.isBase64 ? writing.isHTML ?? false : writing.isHTML
            return text(index, writing).flatMap { OneLine.text($0, isMarkup: isMarkup) }
        }
        return OneLine.text(textBytes(index), isMarkup: writing.isHTML)
    }

    /// A body or description, as HTML or plain text; nil if empty.
    func content(_ index: Int, isAtom: Bool) -> TextContent? {
        let writing = writing(index)
        guard let raw = text(index, writing) else { return nil }
        var isHTML = writing.isHTML(raw, usually: isAtom ? nil : true)
        if !isHTML, isBodyOfUnknownType(index) { isHTML = HTMLGuess.isHTML(raw) }
        return isHTML ? .html(UntrustedHTML(markup: raw, base: base(index))) : .plain(raw)
    }

    /// Whether the type is `application/octet-stream`. Feeds write that for HTML, so the text decides.
    private func isBodyOfUnknownType(_ index: Int) -> Bool {
        let name = scope.fields[index].name
        return hasAttributes(index) && (name == .content || name == .summary)
            && keyword(.type, index) == "application/octet-stream"
    }

    private func text(_ index: Int, _ writing: Writing) -> String? {
        guard writing.isBase64 else { return text(index) }
        return Base64.decode(textBytes(index)).map { String(decoding: $0, as: UTF8.self) } ?? text(index)
    }

    private func writing(_ index: Int) -> Writing {
        let field = scope.fields[index]
        if field.isMarkup || field.isXHTML {
            return Writing(isHTML: true, isBase64: !field.isMarkup && isBase64(keyword(.type, index)))
        }
        guard hasAttributes(index) else { return Writing() }
        let type = keyword(.type, index)
        let isBase64 = isBase64(type) || keyword(.mode, index) == "base64"
        return Writing(isHTML: type.flatMap(Writing.isHTML), isBase64: isBase64)
    }

    /// Whether content of a media type is Base64: neither text nor XML (RFC 4287 §4.1.3.3).
    private func isBase64(_ type: String?) -> Bool {
        guard let type, type.utf8.contains(UInt8(ascii: "/")) else { return false }
        return !type.hasPrefix("text/") && !type.hasSuffix("/xml") && !type.hasSuffix("+xml")
    }
}

/// The form of a text as its source declares it: Atom's `type` and `mode`.
struct Writing {
    /// Whether the text is HTML; nil if the source does not say.
    var isHTML: Bool?
    var isBase64 = false

    /// Whether `text` is HTML. Without a declaration, `usually` decides; if that is nil, a guess.
    func isHTML(_ text: String, usually: Bool?) -> Bool {
        if let isHTML { return isHTML }
        return !isBase64 && (usually ?? HTMLGuess.isHTML(text))
    }

    /// Whether a `type` (lower case) means HTML or XML; nil if the type is unknown.
    static func isHTML(_ type: String) -> Bool? {
        switch type {
        case "text", "plain", "text/plain": return false
        case "html", "xhtml", "escaped", "text/html", "application/xhtml+xml", "application/xml", "text/xml":
            return true
        default:
            guard type.utf8.contains(UInt8(ascii: "/")) else { return nil }
            return type.hasPrefix("text/html") || type.hasSuffix("+xml") || type.hasSuffix("/xml")
        }
    }
}

/// Guesses whether a text is HTML.
enum HTMLGuess {
    /// True if the text holds a tag of a known element, a CDATA section, or a named or numbered character reference.
    static func isHTML(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { isHTML($0) }
    }

    static func isHTML(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        finds(UInt8(ascii: "&"), in: bytes) { isReference(bytes, $0 + 1) }
            || finds(UInt8(ascii: "<"), in: bytes) { isTag(bytes, $0 + 1) }
    }

    private static func finds(
        _ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, where isMarkup: (Int) -> Bool
    ) -> Bool {
        guard let start = bytes.baseAddress else { return false }
        var index = 0
        while let found = memchr(start + index, Int32(byte), bytes.count - index) {
            let place = UnsafeRawPointer(found) - UnsafeRawPointer(start)
            if isMarkup(place) { return true }
            index = place + 1
        }
        return false
    }

    private static func isReference(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
        var index = start
        if index < bytes.count, bytes[index] == UInt8(ascii: "#") { index += 1 }
        let first = index
        while index < bytes.count, index - start < 32, isLetterOrDigit(bytes[index]) { index += 1 }
        return index > first && index < bytes.count && bytes[index] == UInt8(ascii: ";")
    }

    private static func isTag(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
        if UnsafeBufferPointer(rebasing: bytes[start...]).starts(with: "![CDATA[".utf8) { return true }
        var index = start
        if index < bytes.count, bytes[index] == UInt8(ascii: "/") { index += 1 }
        let first = index
        while index < bytes.count, index - first < 12, isLetterOrDigit(bytes[index]) { index += 1 }
        guard index > first, index < bytes.count else { return false }
        let name = String(decoding: UnsafeBufferPointer(rebasing: bytes[first..<index]), as: UTF8.self).lowercased()
        let follows = bytes[index]
        let ends = follows <= 0x20 || follows == UInt8(ascii: ">") || follows == UInt8(ascii: "/")
        return ends && known.contains(name)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool { byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 }

    private static let known: Set<String> = [
        "a", "abbr", "acronym", "address", "article", "aside", "audio", "b", "bdi", "bdo", "big", "blockquote", "body",
        "br", "button", "caption", "center", "cite", "code", "col", "dd", "del", "details", "dfn", "dir", "div", "dl",
        "dt", "em", "embed", "fieldset", "figcaption", "figure", "font", "footer", "form", "h1", "h2", "h3", "h4",
        "h5", "h6", "head", "header", "hr", "html", "i", "iframe", "img", "input", "ins", "kbd", "label", "li", "link",
        "main", "map", "mark", "meta", "nav", "noscript", "object", "ol", "option", "p", "picture", "pre", "q", "rp",
        "rt", "ruby", "s", "samp", "script", "section", "select", "small", "source", "span", "strike", "strong",
        "style", "sub", "summary", "sup", "svg", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "time",
        "title", "tr", "tt", "u", "ul", "var", "video", "wbr",
    ]
}

/// Titles and names: one line, with single blanks; nil if empty.
enum OneLine {
    static func text(_ text: String) -> String? { self.text(text, isMarkup: false) }

    /// - Parameter isMarkup: whether `text` is HTML; nil to guess.
    static func text(_ text: String, isMarkup: Bool?) -> String? {
        let line = HTMLText.line(text, isMarkup: isMarkup ?? HTMLGuess.isHTML(text))
        return line.isEmpty ? nil : line
    }

    /// The same for bytes that are valid UTF-8.
    static func text(_ bytes: UnsafeBufferPointer<UInt8>, isMarkup: Bool?) -> String? {
        guard !bytes.isEmpty else { return nil }
        let line = HTMLText.line(bytes, isMarkup: isMarkup ?? HTMLGuess.isHTML(bytes))
        return line.isEmpty ? nil : line
    }
}

/// Decodes Base64 (RFC 4648 §4 and §5), with or without line breaks and padding.
enum Base64 {
    static func decode(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        var (buffer, bits) = (0, 0)
        for byte in bytes where byte > 0x20 && byte != UInt8(ascii: "=") {
            guard let value = value(byte) else { return nil }
            buffer = (buffer << 6 | value) & 0xFFFFFF
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            output.append(UInt8(truncatingIfNeeded: buffer >> bits))
        }
        return output.isEmpty ? nil : output
    }

    private static func value(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 0x41
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 0x61 + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
