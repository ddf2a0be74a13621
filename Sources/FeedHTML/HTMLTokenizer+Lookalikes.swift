// Titles can contain `Vec<T>` or `x<y and z>y`.
extension HTMLTokenizer {
    /// The bytes of the current tag.
    var tag: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[tagStart..<index]) }

    /// Whether the current start tag, which has no rule, only looks like a tag: its name is unknown in HTML, no
    /// attribute has a value, and no end tag follows. This scans to the end of the bytes.
    var isLookalike: Bool {
        if isSelfClosing || Self.retired.value(bytes, tagName) != 0 { return false }
        let isOfXML = bytes[tagName].contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "-") }
        if isOfXML || tag.contains(UInt8(ascii: "=")) { return false }
        var start = place(of: UInt8(ascii: "<"), from: index)
        while bytes.count - start >= tagName.count + 2 {
            let name = bytes[(start + 2)...].prefix(tagName.count)
            if byte(at: start + 1) == UInt8(ascii: "/"),
                name.elementsEqual(bytes[tagName], by: { $0 | 0x20 == $1 | 0x20 })
            {
                return false
            }
            start = place(of: UInt8(ascii: "<"), from: start + 1)
        }
        return true
    }

    /// Old and current elements of HTML that have no rule here. Only their tags are removed.
    private static let retired = NameTable(
        [
            "area", "base", "basefont", "bgsound", "blink", "button", "canvas", "data", "datalist", "dialog",
            "fieldset",
            "font", "form", "frame", "frameset", "html", "ilayer", "input", "isindex", "keygen", "label", "layer",
            "legend", "link", "map", "marquee", "menuitem", "meter", "multicol", "nextid", "noembed", "noframes",
            "optgroup", "option", "output", "param", "picture", "progress", "rb", "rbc", "rtc", "search", "select",
            "slot", "spacer", "track", "xml",
        ].map { (name: $0, value: 1) })
}
