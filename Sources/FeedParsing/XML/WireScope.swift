/// What stood in a channel or an entry: its fields in document order, their text in one buffer.
///
/// Bytes until somebody asks for a field: most of what feeds carry is never read.
struct WireScope: ~Copyable {
    /// Fields of a channel or an entry at most: a hundred times what any has that somebody wrote.
    static let mostFields = 1 << 17

    /// UTF-8 of all fields and attributes.
    var bytes = ByteBuffer()
    var fields: [WireField] = []
    var attributes: [WireAttribute] = []
    /// Addresses that stood behind `<link/>` instead of in it.
    private(set) var linksBehindTags = 0

    /// Forgets everything and keeps the memory.
    mutating func clear() {
        bytes.removeAll()
        fields.removeAll(keepingCapacity: true)
        attributes.removeAll(keepingCapacity: true)
    }

    /// Makes an empty `<link/>` that is the last field inside another take the text behind it, if that is an address.
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

    /// Lets `body` look at what was collected; the view is valid only meanwhile.
    func withView<Result>(_ body: (WireView) -> Result) -> Result {
        fields.withUnsafeBufferPointer { fields in
            attributes.withUnsafeBufferPointer { attributes in
                body(WireView(bytes: bytes.bytes, fields: fields, attributes: attributes))
            }
        }
    }
}

/// A scope while it is read.
struct WireView {
    let bytes: UnsafeBufferPointer<UInt8>
    let fields: UnsafeBufferPointer<WireField>
    let attributes: UnsafeBufferPointer<WireAttribute>
}

/// An element that means something.
struct WireField {
    var name: ElementName
    /// Whether nothing is added to its text any more: other fields have come behind it.
    var isFinished = false
    /// Index of the field around it, or -1.
    var parent: Int32
    var textStart: Int32
    var textEnd: Int32
    var attributesStart: Int32
    var attributeCount: Int32
    /// Indices into the scanner's lists of addresses and languages.
    var base: Int32
    var language: Int32
    /// Whether the text is markup that was written as elements, not escaped.
    var isMarkup = false
    /// Whether it was announced as elements (`type="xhtml"`).
    var isXHTML = false
    /// Whether it was announced as HTML, so that even text inside elements is meant as markup.
    var isHTML = false
    /// Whether it takes the text behind it as its own.
    var takesTextBehind = false
    /// Whether its text is escaped while it is collected.
    var escapesText = false
}

/// An attribute of a field.
struct WireAttribute {
    var name: AttributeName
    var start: Int32
    var end: Int32
}
