import FeedHTML
import FeedModel

/// Reads the fields of a scope as values: texts, addresses, persons, dates.
struct WireReader {
    let scope: WireView
    let bases: [DocumentBase]
    let languages: [String?]
    let limits: ParsingLimits
    /// Whether the parser met no error. Its output is then valid UTF-8, like its input.
    let isWellFormed: Bool
    /// The index of the base outside the current entry.
    let outerBase: Int32
    /// Counts of the repairs made while fields are read.
    let repairCounts: RepairCounts

    /// The indices of the fields directly inside a field.
    func children(of parent: Int) -> WireChildren { WireChildren(fields: scope.fields, parent: Int32(parent)) }

    /// The first child with a given name, or nil.
    func child(_ name: ElementName, of parent: Int) -> Int? {
        children(of: parent).first { scope.fields[$0].name == name }
    }

    func base(_ index: Int) -> String? { bases[Int(scope.fields[index].base)].address }

    func language(_ index: Int) -> String? {
        languages[Int(scope.fields[index].language)].flatMap(LanguageTag.normalised)
    }

    /// The field's text without blanks around it; nil if empty.
    func text(_ index: Int) -> String? { string(textBytes(index)) }

    /// The value of an attribute without blanks around it; nil if missing or empty.
    func attribute(_ name: AttributeName, _ index: Int) -> String? { attributeBytes(name, index).flatMap(string) }

    /// Like `attribute`, in lower case.
    func keyword(_ name: AttributeName, _ index: Int) -> String? {
        guard let bytes = attributeBytes(name, index) else { return nil }
        let isLower = bytes.allSatisfy { $0 < 0x80 && $0 &- 0x41 >= 26 }
        return isLower ? string(bytes) : string(bytes)?.lowercased()
    }

    /// The absolute address of a reference, or nil.
    func address(_ reference: String?, _ index: Int) -> String? {
        guard let reference else { return nil }
        var bytes = reference
        // Most references are absolute and need no repair; they are not copied.
        let isSound = bytes.withUTF8 { AddressBase.isResolved($0) && EscapedQuery.mended($0) == nil }
        return isSound ? reference : bytes.withUTF8 { address($0, index) }
    }

    /// The absolute address in the field's text, or nil.
    func address(textOf index: Int) -> String? {
        let bytes = textBytes(index)
        return bytes.isEmpty ? nil : address(bytes, index)
    }

    /// The absolute address in an attribute, or nil.
    func address(_ name: AttributeName, _ index: Int) -> String? {
        attributeBytes(name, index).flatMap { address($0, index) }
    }

    /// The date in the field's text, or nil.
    func date(_ index: Int) -> WrittenDate? {
        let bytes = textBytes(index)
        return bytes.first == UInt8(ascii: "<") ? dateInMarkup(bytes) : FeedDate.read(bytes)
    }

    /// Reads a date written as `<time datetime="…">`, as Drupal does.
    private func dateInMarkup(_ bytes: UnsafeBufferPointer<UInt8>) -> WrittenDate? {
        let markup = String(decoding: bytes.prefix(1024), as: UTF8.self)
        let parts = markup.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3, parts[0].hasSuffix("datetime="), let date = FeedDate.read(String(parts[1])) {
            return date
        }
        return FeedDate.read(HTMLText.plain(markup, keepsLines: false))
    }

    /// A whole number from 0, or nil.
    func number(_ index: Int) -> Int? { Number.whole(textBytes(index)) }

    /// The field's bytes without blanks around them.
    func textBytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let field = scope.fields[index]
        return trimmed(field.textStart, field.textEnd)
    }

    /// The bytes of an attribute without blanks around them; nil if missing or empty.
    func attributeBytes(_ name: AttributeName, _ index: Int) -> UnsafeBufferPointer<UInt8>? {
        let field = scope.fields[index]
        let start = Int(field.attributesStart)
        for position in start..<start + Int(field.attributeCount) where scope.attributes[position].name == name {
            let bytes = trimmed(scope.attributes[position].start, scope.attributes[position].end)
            return bytes.isEmpty ? nil : bytes
        }
        return nil
    }

    /// Whether an attribute exists, even without a value.
    func hasAttribute(_ name: AttributeName, _ index: Int) -> Bool {
        let field = scope.fields[index]
        let start = Int(field.attributesStart)
        return scope.attributes[start..<start + Int(field.attributeCount)].contains { $0.name == name }
    }

    func hasAttributes(_ index: Int) -> Bool { scope.fields[index].attributeCount > 0 }

    /// Converts bytes of this scope to a string; nil if empty.
    func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard !bytes.isEmpty else { return nil }
        guard isWellFormed else { return String(decoding: bytes, as: UTF8.self) }
        // Proof of validity: `DecodedText` checked the document. Without an error libxml2 delivers whole characters,
        // and fields are cut between characters.
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

/// The indices of the fields directly inside a field, in document order.
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
        // The descendants of a field follow it directly; the parent of each is the field or another descendant.
        while index < fields.count, fields[index].parent >= parent {
            index += 1
            if fields[index - 1].parent == parent { return index - 1 }
        }
        return nil
    }
}
