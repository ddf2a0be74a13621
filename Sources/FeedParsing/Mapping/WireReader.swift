import FeedHTML
import FeedModel

/// Gives the fields of a scope as values: texts, addresses, persons, dates.
struct WireReader {
    let scope: WireView
    let bases: [DocumentBase]
    let languages: [String?]
    let limits: ParsingLimits
    /// Whether the parser met no error, so that what it handed over is as valid as what it was given.
    let isWellFormed: Bool
    /// The base outside the entry that is read.
    let outerBase: Int32
    /// What was mended on the way.
    let repairCounts: RepairCounts

    /// Indices of the fields directly inside one.
    func children(of parent: Int) -> WireChildren { WireChildren(fields: scope.fields, parent: Int32(parent)) }

    /// The first child with a name.
    func child(_ name: ElementName, of parent: Int) -> Int? {
        children(of: parent).first { scope.fields[$0].name == name }
    }

    func base(_ index: Int) -> String? { bases[Int(scope.fields[index].base)].address }

    func language(_ index: Int) -> String? {
        languages[Int(scope.fields[index].language)].flatMap(LanguageTag.normalised)
    }

    /// The field's text without blanks around it; nil if there is nothing else.
    func text(_ index: Int) -> String? { string(textBytes(index)) }

    /// The value of an attribute without blanks around it; nil if there is none or nothing else in it.
    func attribute(_ name: AttributeName, _ index: Int) -> String? { attributeBytes(name, index).flatMap(string) }

    /// As `attribute`, in lower case.
    func keyword(_ name: AttributeName, _ index: Int) -> String? {
        guard let bytes = attributeBytes(name, index) else { return nil }
        let isLower = bytes.allSatisfy { $0 < 0x80 && $0 &- 0x41 >= 26 }
        return isLower ? string(bytes) : string(bytes)?.lowercased()
    }

    /// The absolute address that a text or an attribute means, or nil.
    func address(_ reference: String?, _ index: Int) -> String? {
        guard let reference else { return nil }
        var bytes = reference
        // Most are whole and sound, and need no copy.
        let isSound = bytes.withUTF8 { AddressBase.isResolved($0) && EscapedQuery.mended($0) == nil }
        return isSound ? reference : bytes.withUTF8 { address($0, index) }
    }

    /// The absolute address that the field's text means, or nil.
    func address(textOf index: Int) -> String? {
        let bytes = textBytes(index)
        return bytes.isEmpty ? nil : address(bytes, index)
    }

    /// The absolute address that an attribute means, or nil.
    func address(_ name: AttributeName, _ index: Int) -> String? {
        attributeBytes(name, index).flatMap { address($0, index) }
    }

    /// The date that the field's text names, or nil.
    func date(_ index: Int) -> WrittenDate? {
        let bytes = textBytes(index)
        return bytes.first == UInt8(ascii: "<") ? dateInMarkup(bytes) : FeedDate.read(bytes)
    }

    /// `<time datetime="…">` where a date belongs: what Drupal makes of it.
    private func dateInMarkup(_ bytes: UnsafeBufferPointer<UInt8>) -> WrittenDate? {
        let markup = String(decoding: bytes.prefix(1024), as: UTF8.self)
        let parts = markup.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3, parts[0].hasSuffix("datetime="), let date = FeedDate.read(String(parts[1])) {
            return date
        }
        return FeedDate.read(HTMLText.plain(markup, keepsLines: false))
    }

    /// A whole number not below zero, or nil.
    func number(_ index: Int) -> Int? { text(index).flatMap { Number.whole($0) } }

    /// The field's bytes without blanks around them.
    func textBytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let field = scope.fields[index]
        return trimmed(field.textStart, field.textEnd)
    }

    /// The bytes of an attribute without blanks around them; nil if there is none or nothing else in it.
    func attributeBytes(_ name: AttributeName, _ index: Int) -> UnsafeBufferPointer<UInt8>? {
        let field = scope.fields[index]
        let start = Int(field.attributesStart)
        for position in start..<start + Int(field.attributeCount) where scope.attributes[position].name == name {
            let bytes = trimmed(scope.attributes[position].start, scope.attributes[position].end)
            return bytes.isEmpty ? nil : bytes
        }
        return nil
    }

    /// Whether an attribute is there, even without a value.
    func hasAttribute(_ name: AttributeName, _ index: Int) -> Bool {
        let field = scope.fields[index]
        let start = Int(field.attributesStart)
        return scope.attributes[start..<start + Int(field.attributeCount)].contains { $0.name == name }
    }

    func hasAttributes(_ index: Int) -> Bool { scope.fields[index].attributeCount > 0 }

    /// Bytes of this scope as a text; nil if there are none.
    func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard !bytes.isEmpty else { return nil }
        guard isWellFormed else { return String(decoding: bytes, as: UTF8.self) }
        // Proof: the document was checked (`DecodedText`), without an error libxml2 hands over whole characters, and
        // fields are cut between two of them.
        return String(copying: unsafe UTF8Span(unchecked: Span(_unsafeElements: bytes)))
    }

    private func address(_ reference: UnsafeBufferPointer<UInt8>, _ index: Int) -> String? {
        if let plain = EscapedQuery.mended(reference) {
            repairCounts.escapedLinks += 1
            return plain.withUnsafeBufferPointer { absolute($0, index) }
        }
        return absolute(reference, index)
    }

    private func absolute(_ reference: UnsafeBufferPointer<UInt8>, _ index: Int) -> String? {
        if AddressBase.isResolved(reference) { return String(decoding: reference, as: UTF8.self) }
        guard let resolved = bases[Int(scope.fields[index].base)].resolve(reference) else { return nil }
        return SafeScheme.allows(resolved) ? resolved : nil
    }

    private func trimmed(_ start: Int32, _ end: Int32) -> UnsafeBufferPointer<UInt8> {
        var (first, last) = (Int(start), Int(end))
        while first < last, scope.bytes[first] <= 0x20 { first += 1 }
        while first < last, scope.bytes[last - 1] <= 0x20 { last -= 1 }
        return UnsafeBufferPointer(rebasing: scope.bytes[first..<last])
    }
}

/// Indices of the fields directly inside one, in document order.
struct WireChildren: Sequence, IteratorProtocol {
    private let fields: UnsafeBufferPointer<WireField>
    private let parent: Int32
    private var index: Int

    init(fields: UnsafeBufferPointer<WireField>, parent: Int32) {
        self.fields = fields
        self.parent = parent
        index = Int(parent) + 1
    }

    var isEmpty: Bool {
        var rest = self
        return rest.next() == nil
    }

    mutating func next() -> Int? {
        // Whatever is inside a field follows it and has it or something inside it as parent.
        while index < fields.count, fields[index].parent >= parent {
            index += 1
            if fields[index - 1].parent == parent { return index - 1 }
        }
        return nil
    }
}
