import FeedHTML
import FeedModel

/// Any markup becomes safe markup, and safe markup stays unchanged.
enum HTMLPromises {
    static func brokenPromise(by input: [UInt8]) -> String? {
        let text = String(decoding: input, as: UTF8.self)
        let base = input.count % 4 == 0 ? nil : "https://example.com/articles/1.html"
        let once = HTMLSanitiser.sanitise(UntrustedHTML(markup: text, base: base)).markup
        if let fault = SafeMarkupReader.fault(in: once) { return fault }
        let twice = HTMLSanitiser.sanitise(UntrustedHTML(markup: once, base: nil)).markup
        guard twice.utf8.elementsEqual(once.utf8) else { return "sanitised: \(once)\nsanitised again: \(twice)" }
        return fault(inTextOf: text) ?? fault(inTextOf: once)
    }

    private static func fault(inTextOf markup: String) -> String? {
        let line = HTMLText.plain(markup, keepsLines: false)
        if line.utf8.contains(UInt8(ascii: "\n")) { return "two lines for one" }
        if line.utf8.first == 0x20 || line.utf8.last == 0x20 { return "blanks around the text" }
        // A character reference of two bytes becomes at most four bytes; nothing else grows.
        let longest = 4 * markup.utf8.count + 64
        for text in [line, HTMLText.plain(markup, keepsLines: true), HTMLText.prose(markup)] {
            if text.utf8.count > longest { return "a text longer than its markup" }
            if text.utf8.contains(0) { return "a NUL in the text" }
        }
        return nil
    }
}
