public import FeedModel

/// Turns markup from the network into markup that may be shown.
///
/// An allow-list of elements, attributes and schemes; every address absolute; every element closed and well nested.
/// What is not allowed goes: elements with their tags alone, scripts, styles, forms' machinery, `svg` and `math` with
/// their content. Sanitising twice changes nothing. Takes time linear in the length.
public struct HTMLSanitiser {
    /// Longest fragment in bytes; what comes after is left out, also of a result that is sanitised again.
    public static let longest = 8 << 20

    /// Sanitises a fragment; its relative addresses are resolved against its base, those of a place in the same text
    /// (`#notes`) against `page`, the address where the whole text can be read, if there is one.
    public static func sanitise(_ html: UntrustedHTML, page: String? = nil) -> SafeHTML {
        var markup = html.markup
        let safe = markup.withUTF8 { bytes in
            var length = min(bytes.count, longest)
            // Not in the middle of a character.
            while length < bytes.count, length > 0, bytes[length] & 0xC0 == 0x80 { length -= 1 }
            let bases = AddressPolicy.Bases(base: html.base, page: page)
            var rebuilder = HTMLRebuilder(UnsafeBufferPointer(rebasing: bytes[..<length]), bases: bases)
            return rebuilder.rebuild()
        }
        return SafeHTML(markup: safe)
    }
}
