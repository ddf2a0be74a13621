import CLibXML2

/// Builds the tree of a page that is too deep or too large for a browser's tree.
enum SimpleTree {
    /// Returns the tree that libxml2's HTML parser builds; nil if there is not enough memory or the page has over 2 GB.
    /// libxml2 drops the rest of a page where elements are nested too deep for it (256 levels in version 2.9).
    static func document(of page: UnsafeBufferPointer<UInt8>) -> xmlDocPtr? {
        let options = [
            HTML_PARSE_RECOVER, HTML_PARSE_NOERROR, HTML_PARSE_NOWARNING, HTML_PARSE_NONET, HTML_PARSE_NODEFDTD,
        ]
        .reduce(0) { $0 | Int32($1.rawValue) }
        let blanked = blankingSurplusAttributes(of: page)
        guard let length = Int32(exactly: page.count) else { return nil }
        return blanked.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                htmlReadMemory(characters.baseAddress, length, nil, "UTF-8", options)
            }
        }
    }

    /// Returns the page with spaces in place of the attributes beyond `PageTree.mostAttributes`, so in the same length.
    /// libxml2 needs quadratic time for the attributes of a tag.
    private static func blankingSurplusAttributes(of page: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var bytes = Array(page)
        var isInTag = false
        var quote: UInt8?
        var words = 0
        for place in bytes.indices {
            let byte = bytes[place]
            guard isInTag else {
                let next = place + 1 < bytes.count ? bytes[place + 1] | 0x20 : 0
                isInTag = byte == UInt8(ascii: "<") && next &- UInt8(ascii: "a") < 26
                words = 0
                continue
            }
            let isTooMuch = words > PageTree.mostAttributes
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                isInTag = false
                continue
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
                words += 1
            } else if byte <= 0x20 || byte == UInt8(ascii: "/") {
                words += 1
            }
            if isTooMuch { bytes[place] = UInt8(ascii: " ") }
        }
        return bytes
    }
}
