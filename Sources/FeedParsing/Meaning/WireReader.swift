import FeedHTML
import FeedModel

/// Gives the fields of a scope as values: texts, addresses, persons, dates.
struct WireReader {
    let scope: WireScope
    let bases: [DocumentBase]
    let languages: [String?]
    let limits: ParsingLimits

    /// Indices of the fields directly inside one.
    func children(of parent: Int) -> [Int] {
        // Whatever is inside a field follows it and has it or something inside it as parent.
        let inside = scope.fields.indices[(parent + 1)...].prefix { scope.fields[$0].parent >= Int32(parent) }
        return inside.filter { scope.fields[$0].parent == Int32(parent) }
    }

    /// The first child with a name.
    func child(_ name: ElementName, of parent: Int) -> Int? {
        children(of: parent).first { scope.fields[$0].name == name }
    }

    func base(_ index: Int) -> String? { bases[Int(scope.fields[index].base)].address }

    func language(_ index: Int) -> String? {
        languages[Int(scope.fields[index].language)].flatMap(LanguageTag.normalised)
    }

    /// The field's text without blanks around it; nil if there is nothing else.
    func text(_ index: Int) -> String? {
        let bytes = trimmedBytes(index)
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// The value of an attribute without blanks around it; nil if there is none or nothing else in it.
    func attribute(_ name: AttributeName, _ index: Int) -> String? {
        let field = scope.fields[index]
        let start = Int(field.attributesStart)
        for attribute in scope.attributes[start..<start + Int(field.attributeCount)] where attribute.name == name {
            let bytes = trimmed(scope.bytes[Int(attribute.start)..<Int(attribute.end)])
            return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        }
        return nil
    }

    /// Whether an attribute is there, even without a value.
    func hasAttribute(_ name: AttributeName, _ index: Int) -> Bool {
        let field = scope.fields[index]
        let start = Int(field.attributesStart)
        return scope.attributes[start..<start + Int(field.attributeCount)].contains { $0.name == name }
    }

    /// The absolute address that a text or an attribute means, or nil.
    func address(_ reference: String?, _ index: Int) -> String? {
        guard let reference, let resolved = bases[Int(scope.fields[index].base)].resolve(reference) else { return nil }
        return SafeScheme.allows(resolved) ? resolved : nil
    }

    /// The moment that the field's text names, or nil.
    func date(_ index: Int) -> Timestamp? {
        let bytes = trimmedBytes(index)
        guard bytes.first != UInt8(ascii: "<") else { return dateInMarkup(bytes) }
        return bytes.withUnsafeBufferPointer { FeedDate.parse($0) }
    }

    /// `<time datetime="…">` where a date belongs: what Drupal makes of it.
    private func dateInMarkup(_ bytes: ArraySlice<UInt8>) -> Timestamp? {
        let markup = String(decoding: bytes.prefix(1024), as: UTF8.self)
        let parts = markup.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3, parts[0].hasSuffix("datetime="), let date = FeedDate.parse(String(parts[1])) {
            return date
        }
        return FeedDate.parse(HTMLText.plain(markup, keepsLines: false))
    }

    /// A whole number not below zero, or nil.
    func number(_ index: Int) -> Int? { text(index).flatMap { Number.whole($0) } }

    /// The field's bytes without blanks around them.
    func trimmedBytes(_ index: Int) -> ArraySlice<UInt8> {
        let field = scope.fields[index]
        return trimmed(scope.bytes[Int(field.textStart)..<Int(field.textEnd)])
    }

    private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let start = bytes.firstIndex(where: { $0 > 0x20 }), let end = bytes.lastIndex(where: { $0 > 0x20 })
        else { return [] }
        return bytes[start...end]
    }
}

/// Schemes of addresses that may leave a parser: nothing that a click could execute.
enum SafeScheme {
    private static let refused = ["javascript:", "vbscript:", "data:", "livescript:", "mocha:", "jscript:"]

    static func allows(_ address: String) -> Bool {
        let start = address.utf8.prefix(12).map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        return !refused.contains { start.starts(with: $0.utf8) }
    }
}

/// Language tags as feeds write them.
enum LanguageTag {
    /// With `-` for `_` and without blanks; nil if it is no tag.
    static func normalised(_ text: String) -> String? {
        let bytes = text.utf8.filter { $0 > 0x20 }.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
        guard (1...64).contains(bytes.count),
            bytes.allSatisfy({ $0 | 0x20 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Numbers as feeds write them.
enum Number {
    /// A whole number not below zero that fits, with nothing around it but blanks.
    static func whole(_ text: String) -> Int? {
        let digits = text.utf8.filter { $0 > 0x20 && $0 != UInt8(ascii: ",") }
        guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Seconds of `3600`, `59:59` or `1:02:03`, with a fraction that is cut off.
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return nil }
        var total = 0
        for part in parts {
            let head = part.split(separator: ".", maxSplits: 1).first.map(String.init) ?? "0"
            guard let number = whole(head), number < 1_000_000_000 else { return nil }
            total = total * 60 + number
        }
        return total
    }
}
