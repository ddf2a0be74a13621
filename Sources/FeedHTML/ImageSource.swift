/// Chooses the address of an image among those in its tag.
enum ImageSource {
    /// Bytes of a `data:` address, at most, that counts as a placeholder rather than a picture.
    static let longestPlaceholder = 300
    /// The width in pixels that suits a page of text. Wider candidates count only if there is nothing narrower.
    private static let idealWidth = 1_600

    /// Whether the `src` is a placeholder for an image that a script loads later.
    static func isPlaceholder(_ source: [UInt8]) -> Bool {
        let source = source.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }
        if source.isEmpty || source.starts(with: "data:".utf8) || source.starts(with: "about:".utf8) { return true }
        let path = source.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let file = path.split(separator: UInt8(ascii: "/")).last ?? []
        return standIns.contains { word in
            file.count >= word.utf8.count
                && file.indices.contains { file[$0...].starts(with: word.utf8) }
        }
    }

    private static let standIns = [
        "blank", "spacer", "placeholder", "loading", "transparent", "pixel", "1x1", "lazy", "dummy", "grey", "gray",
    ]

    /// Whether `source` contains the image itself: `data:image/png;base64,…`, of a type without scripts.
    static func isInline(_ source: [UInt8]) -> Bool {
        let kinds = ["png", "gif", "jpeg", "jpg", "webp", "avif"]
        return kinds.contains { kind in
            let start = "data:image/\(kind);base64,"
            return source.starts(with: start.utf8)
                && source.dropFirst(start.utf8.count).allSatisfy {
                    ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2B || $0 == 0x2F || $0 == 0x3D
                }
        }
    }

    /// The best address in a `srcset` (WHATWG HTML §4.8.4.2.1).
    static func best(ofSet list: [UInt8]) -> [UInt8]? {
        var best: (address: ArraySlice<UInt8>, score: Int)?
        var rest = list[...]
        while true {
            rest = rest.drop { HTMLTokenizer.isBlank($0) || $0 == UInt8(ascii: ",") }
            guard !rest.isEmpty else { return best.map { Array($0.address) } }
            var address = rest.prefix { !HTMLTokenizer.isBlank($0) }
            rest = rest[address.endIndex...]
            var descriptor = rest[..<rest.startIndex]
            if address.last == UInt8(ascii: ",") {
                while address.last == UInt8(ascii: ",") { address.removeLast() }
            } else {
                descriptor = rest.prefix { $0 != UInt8(ascii: ",") }
                rest = rest[descriptor.endIndex...]
            }
            let score = score(descriptor)
            if best.map({ score > $0.score }) ?? true { best = (address, score) }
        }
    }

    /// The score of a candidate; higher is better. A width beyond the ideal one scores below zero.
    private static func score(_ descriptor: ArraySlice<UInt8>) -> Int {
        var number = 0
        var word = descriptor.drop(while: HTMLTokenizer.isBlank)
        while let digit = word.first, digit &- UInt8(ascii: "0") < 10, number < 100_000 {
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
            word.removeFirst()
        }
        switch word.first {
        case UInt8(ascii: "w"): return number <= idealWidth ? number : idealWidth - number
        case UInt8(ascii: "x"), UInt8(ascii: "."): return number <= 2 ? number * idealWidth / 2 : -number
        default: return idealWidth / 2
        }
    }
}

/// The address of an image in a page's markup.
public enum ImageAddress {
    /// Returns the address from the attributes of an `img`, unchanged, or nil. It is `src`, or the address that a
    /// script would put there later. Of a `srcset` it is the one that suits a page of text best.
    public static func of(_ attribute: (String) -> String?) -> String? {
        if let source = attribute("src"), !ImageSource.isPlaceholder(Array(source.utf8)) { return source }
        for name in names(of: .lazySource) {
            if let source = attribute(name), !source.isEmpty { return source }
        }
        for name in names(of: .lazySet) + ["srcset"] {
            if let list = attribute(name), let source = ImageSource.best(ofSet: Array(list.utf8)) {
                return String(decoding: source, as: UTF8.self)
            }
        }
        return nil
    }

    private static func names(of attribute: HTMLAttribute) -> [String] {
        ["\(attribute.name)"] + HTMLAttribute.otherNames.filter { $0.attribute == attribute }.map { "\($0.name)" }
    }
}
