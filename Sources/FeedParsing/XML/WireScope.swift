/// The fields of a channel or an entry in document order, with their text in one buffer.
///
/// Texts stay bytes until a field is read; most fields of a feed are never read.
struct WireScope: ~Copyable {
    /// Fields of a channel or an entry, at most: a hundred times more than any real feed has.
    static let mostFields = 1 << 17

    /// UTF-8 of all fields and attributes.
    var bytes = ByteBuffer()
    var fields: [WireField] = []
    var attributes: [WireAttribute] = []
    /// Addresses that stood behind `<link/>` instead of inside it.
    private(set) var linksBehindTags = 0

    /// Removes everything and keeps the memory.
    mutating func clear() {
        bytes.removeAll()
        fields.removeAll(keepingCapacity: true)
        attributes.removeAll(keepingCapacity: true)
    }

    /// Gives `text` to an empty `<link/>` at the end of `parent` if it begins with an address. Returns whether it did.
    mutating func isLinkBehindTag(_ text: UnsafeBufferPointer<UInt8>, in parent: Int) -> Bool {
        let last = fields.count - 1
        guard last >= 0, fields[last].name == .link, fields[last].parent == parent, fields[last].attributeCount == 0
        else { return false }
        if fields[last].takesTextBehind { return true }
        let isEmpty = fields[last].textStart == fields[last].textEnd
        let start = text.drop { $0 <= 0x20 }
        guard isEmpty, start.starts(with: "http://".utf8) || start.starts(with: "https://".utf8) else { return false }
        fields[last].takesTextBehind = true
        linksBehindTags += 1
        return true
    }

    /// Calls `body` with a view of the scope, which is valid only during the call.
    func withView<Result>(_ body: (WireView) -> Result) -> Result {
        fields.withUnsafeBufferPointer { fields in
            attributes.withUnsafeBufferPointer { attributes in
                body(WireView(bytes: bytes.bytes, fields: fields, attributes: attributes))
            }
        }
    }
}

/// A read-only view of a scope.
struct WireView {
    let bytes: UnsafeBufferPointer<UInt8>
    let fields: UnsafeBufferPointer<WireField>
    let attributes: UnsafeBufferPointer<WireAttribute>
}

/// A known element.
struct WireField {
    var name: ElementName
    /// Whether the text is finished because other fields have followed it.
    var isFinished = false
    /// The index of the enclosing field, or -1.
    var parent: Int32
    var textStart: Int32
    var textEnd: Int32
    var attributesStart: Int32
    var attributeCount: Int32
    /// Indices into the scanner's lists of base addresses and languages.
    var base: Int32
    var language: Int32
    /// Whether the text is markup that was written as elements, not escaped.
    var isMarkup = false
    /// Whether `type` announces elements (`type="xhtml"`).
    var isXHTML = false
    /// Whether `type` announces HTML, so that text inside elements is markup, too.
    var isHTML = false
    /// Whether the field takes the text behind its tag.
    var takesTextBehind = false
    /// Whether the text of the field is escaped while it is collected.
    var escapesText = false
}

/// An attribute of a field.
struct WireAttribute {
    var name: AttributeName
    var start: Int32
    var end: Int32
}
