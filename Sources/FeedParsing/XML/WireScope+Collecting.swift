import FeedModel
import Glibc

extension ElementName {
    /// Whether text directly inside this element is kept.
    var collectsText: Bool {
        switch self {
        case .rss, .rdf, .feed, .channel, .item, .entry, .textInput, .mediaGroup, .mediaContent, .itunesOwner,
            .itunesCategory:
            false
        default: true
        }
    }
}

extension WireScope {
    /// Adds an element with its known attributes. Returns its index.
    mutating func add(
        _ name: ElementName, _ element: XMLElement, parent: Int32, base: Int32, language: Int32,
        _ names: inout NameCache
    ) -> Int32 {
        let firstAttribute = attributes.count
        var isXHTML = name == .body
        var isHTML = false
        var isEncoded = false
        for attribute in element.attributes {
            let known = names.attribute(attribute.local, attribute.prefix)
            guard known != .other else { continue }
            let start = bytes.count
            if attribute.hasReferences { bytes.append(attribute.text) } else { bytes.append(attribute.value) }
            attributes.append(WireAttribute(name: known, start: Self.index(start), end: Self.index(bytes.count)))
            if known == .type {
                isXHTML = isXHTML || Self.isXHTML(attribute.value)
                isHTML = attribute.value.elementsEqual("html".utf8)
            } else if known == .mode {
                // In Atom 0.3 XHTML can be written as escaped text.
                isEncoded = !attribute.value.elementsEqual("xml".utf8)
            }
        }
        isXHTML = isXHTML && !isEncoded
        let start = Self.index(bytes.count)
        fields.append(
            WireField(
                name: name, parent: parent, textStart: start, textEnd: start,
                attributesStart: Self.index(firstAttribute),
                attributeCount: Self.index(attributes.count - firstAttribute), base: base, language: language,
                isXHTML: isXHTML, isHTML: isHTML, escapesText: isXHTML))
        return Self.index(fields.count - 1)
    }

    /// Appends text between tags to a field that collects text. Returns false if some was cut.
    mutating func appendText(_ text: UnsafeBufferPointer<UInt8>, to index: Int, limit: Int) -> Bool {
        let field = fields[index]
        guard field.name.collectsText else {
            // Programs that take RSS for HTML write `<link/>`, with the address behind it.
            guard fields[fields.count - 1].name == .link, isLinkBehindTag(text, in: index) else { return true }
            return append(text, to: fields.count - 1, escaped: false, limit: limit)
        }
        if let character = WindowsCharacter.meant(by: text) { return append(character, to: index, limit: limit) }
        return append(text, to: index, escaped: field.escapesText, limit: limit)
    }

    /// Appends text to a field, up to `limit` bytes in total. Returns false if some was cut.
    private mutating func append(
        _ text: UnsafeBufferPointer<UInt8>, to index: Int, escaped: Bool, limit: Int
    ) -> Bool {
        guard let room = makeRoom(in: index, limit: limit) else { return true }
        let whole = text.count <= room ? text : Self.prefix(text, room)
        if escaped {
            appendEscaped(whole)
        } else {
            bytes.append(whole)
        }
        fields[index].textEnd = Self.index(bytes.count)
        return text.count <= room
    }

    /// The whole characters in the first `length` bytes.
    private static func prefix(_ text: UnsafeBufferPointer<UInt8>, _ length: Int) -> UnsafeBufferPointer<UInt8> {
        var end = max(0, length)
        while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        return UnsafeBufferPointer(rebasing: text[..<end])
    }

    /// Appends a character that needs no escaping. Returns false if the field is full.
    private mutating func append(_ character: Unicode.Scalar, to index: Int, limit: Int) -> Bool {
        guard let room = makeRoom(in: index, limit: limit) else { return true }
        guard room >= 4 else { return false }
        bytes.append(character)
        fields[index].textEnd = Self.index(bytes.count)
        return true
    }

    /// Appends a start tag to a field as HTML. Returns false if the field is full.
    mutating func appendStart(
        of element: XMLElement, hasPrefix: Bool, to index: Int, base: DocumentBase?, limit: Int
    ) -> Bool {
        guard let room = makeRoom(in: index, limit: limit), room > 64 else { return false }
        fields[index].isMarkup = true
        fields[index].escapesText = !fields[index].isHTML
        bytes.append(UInt8(ascii: "<"))
        appendName(of: element, hasPrefix: hasPrefix)
        for attribute in element.attributes {
            guard attribute.value.count <= room else { continue }
            appendAttribute(attribute, base: base)
        }
        bytes.append(UInt8(ascii: ">"))
        fields[index].textEnd = Self.index(bytes.count)
        return true
    }

    /// Appends an end tag to a field as HTML, except for void elements. Returns false if the field is full.
    mutating func appendEnd(of element: XMLElement, hasPrefix: Bool, to index: Int, limit: Int) -> Bool {
        guard !Self.isVoid(element), let room = makeRoom(in: index, limit: limit) else { return true }
        guard room > 64 else { return false }
        bytes.append("</" as StaticString)
        appendName(of: element, hasPrefix: hasPrefix)
        bytes.append(UInt8(ascii: ">"))
        fields[index].textEnd = Self.index(bytes.count)
        return true
    }

    /// The bytes that a field can still take; nil if another field has followed and the text is finished.
    private mutating func makeRoom(in index: Int, limit: Int) -> Int? {
        guard !fields[index].isFinished else { return nil }
        let (start, end) = (Int(fields[index].textStart), Int(fields[index].textEnd))
        if end != bytes.count {
            // Blanks between a tag and the first element inside it are not text.
            guard bytes.bytes[start..<end].allSatisfy({ $0 <= 0x20 }) else {
                fields[index].isFinished = true
                return nil
            }
            fields[index].textStart = Self.index(bytes.count)
            fields[index].textEnd = fields[index].textStart
            return limit
        }
        return limit - (end - start)
    }

    private mutating func appendEscaped(_ text: String) {
        var text = text
        text.withUTF8 { appendEscaped($0) }
    }

    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        guard let base = text.baseAddress else { return }
        var (start, index) = (0, 0)
        while index < text.count {
            // Most bytes of a text are letters.
            if text[index] > UInt8(ascii: ">") {
                index &+= 1
                continue
            }
            let replacement: StaticString
            switch text[index] {
            case UInt8(ascii: "&"): replacement = "&amp;"
            case UInt8(ascii: "<"): replacement = "&lt;"
            case UInt8(ascii: ">"): replacement = "&gt;"
            case UInt8(ascii: "\""): replacement = "&quot;"
            default:
                index &+= 1
                continue
            }
            bytes.append(base + start, count: index - start)
            bytes.append(replacement)
            index &+= 1
            start = index
        }
        bytes.append(base + start, count: text.count - start)
    }

    private mutating func appendName(of element: XMLElement, hasPrefix: Bool) {
        if hasPrefix, let prefix = element.prefix {
            bytes.append(prefix, count: strlen(prefix))
            bytes.append(UInt8(ascii: ":"))
        }
        bytes.append(element.local, count: strlen(element.local))
    }

    private mutating func appendAttribute(_ attribute: XMLAttributeEvent, base: DocumentBase?) {
        guard attribute.prefix == nil else { return }
        bytes.append(UInt8(ascii: " "))
        bytes.append(attribute.local, count: strlen(attribute.local))
        bytes.append("=\"" as StaticString)
        if let resolved = base.flatMap({ Self.resolve(attribute, against: $0) }) {
            appendEscaped(resolved)
        } else if attribute.hasReferences {
            appendEscaped(attribute.text)
        } else {
            appendEscaped(attribute.value)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func resolve(_ attribute: XMLAttributeEvent, against base: DocumentBase) -> String? {
        let isAddress = addressAttributes.contains(NameCache.text(attribute.local).lowercased())
        return isAddress ? base.resolve(attribute.text) : nil
    }

    private static let addressAttributes: Set<String> = ["href", "src", "cite", "longdesc", "poster", "background"]

    private static let voidElements: [StaticString] = [
        "br", "img", "hr", "area", "base", "col", "embed", "input", "link", "meta", "param", "source", "track", "wbr",
    ]

    private static func isVoid(_ element: XMLElement) -> Bool {
        let length = strnlen(element.local, 7)
        guard length < 7 else { return false }
        return voidElements.contains {
            $0.utf8CodeUnitCount == length && strncasecmp($0.utf8Start, element.local, length) == 0
        }
    }

    private static func isXHTML(_ type: UnsafeBufferPointer<UInt8>) -> Bool {
        type.elementsEqual("xhtml".utf8) || type.elementsEqual("application/xhtml+xml".utf8)
    }

    /// Indices fit into 32 bits: documents over 512 MiB never come here.
    private static func index(_ number: Int) -> Int32 { Int32(truncatingIfNeeded: number) }
}
