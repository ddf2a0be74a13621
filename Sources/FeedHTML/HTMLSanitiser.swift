public import FeedModel

/// Turns untrusted markup into markup that is safe to show.
///
/// It has an allow-list of elements, attributes and schemes. Every address becomes absolute; every element is closed
/// and well nested. Other elements lose their tags; scripts, styles, `svg`, `applet` and `template` also their content.
/// Sanitising twice changes nothing. The time is linear in the length.
public struct HTMLSanitiser {
    /// Bytes of a fragment, at most (8 MiB). The rest is dropped, also when a result is sanitised again.
    public static let longest = 8 << 20

    /// Sanitises a fragment. Relative addresses are resolved against the fragment's base. Those of a place in the same
    /// text (`#notes`) are resolved against `page`, the address of the whole text, if there is one.
    public static func sanitise(_ html: UntrustedHTML, page: String? = nil) -> SafeHTML {
        var markup = html.markup
        let safe = markup.withUTF8 { bytes in
            var length = min(bytes.count, longest)
            // The cut is not inside a character.
            while length < bytes.count, length > 0, bytes[length] & 0xC0 == 0x80 { length -= 1 }
            let bases = AddressPolicy.Bases(base: html.base, page: page)
            var rebuilder = HTMLRebuilder(UnsafeBufferPointer(rebasing: bytes[..<length]), bases: bases)
            return rebuilder.rebuild()
        }
        return SafeHTML(markup: safe)
    }
}
