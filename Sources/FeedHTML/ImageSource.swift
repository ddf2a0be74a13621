/// Which of the addresses that a tag offers is the image's own.
enum ImageSource {
    /// Longest `data:` address in bytes that is taken for a stand-in rather than a picture.
    static let longestPlaceholder = 300
    /// The width in pixels that suits a page of text; wider candidates only where there is nothing narrower.
    private static let idealWidth = 1_600

    /// Whether what stands in `src` only keeps the place of an image that a script loads later.
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

    /// Whether `source` is an image in itself: `data:image/png;base64,…`, of a kind that holds no script.
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

    /// The address in a `srcset` that suits best (WHATWG HTML §4.8.4.2.1).
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

    /// Higher is better; widths beyond the ideal one lose by as much as they exceed it.
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

/// The address of an image, wherever its page keeps it.
public enum ImageAddress {
    /// The address that the attributes of an `img` offer: `src`, or what a script would put there later; the one that suits
    /// a page of text best of several (`srcset`). As it is written, or nil.
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
