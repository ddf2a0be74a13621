public import FeedModel

/// Turns markup from the network into markup that may be shown.
///
/// An allow-list of elements, attributes and schemes; every address absolute; every element closed and well nested.
/// What is not allowed goes: elements with their tags alone, scripts, styles, forms' machinery, `svg` and `math` with
/// their content. Sanitising twice changes nothing. Takes time linear in the length.
public struct HTMLSanitiser {
    /// Sanitises a fragment; its relative addresses are resolved against its base.
    public static func sanitise(_ html: UntrustedHTML) -> SafeHTML {
        var markup = html.markup
        let output = markup.withUTF8 { bytes in
            var rebuilder = HTMLRebuilder(bytes, base: html.base)
            return rebuilder.rebuild()
        }
        return SafeHTML(markup: String(decoding: output, as: UTF8.self))
    }
}
