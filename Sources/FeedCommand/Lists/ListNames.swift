import FeedModel

/// Makes names for the configuration from titles and addresses: short, readable, each once.
///
/// A name depends on the title and the address alone, except for the number that a name gets which is taken already.
/// So the same list gives the same names.
struct ListNames {
    private var taken: Set<String> = []
    /// The next number to try for a name that is taken.
    private var next: [String: Int] = [:]

    private static let longest = 40
    /// Letters and digits that make a title readable as a name.
    private static let fewest = 3

    /// Returns a name that no other has, made of the first text that gives a readable one.
    mutating func name(from texts: [String?], otherwise fallback: String) -> String {
        let base =
            texts.lazy.compactMap { $0.map(Self.plain) }.first { Self.isReadable($0) }
            ?? fallback
        var name = Self.reserved.contains(base) || base.allSatisfy(\.isNumber) ? "feed_" + base : base
        if taken.contains(name) {
            var number = next[name] ?? 2
            while taken.contains("\(name)_\(number)") { number += 1 }
            next[name] = number + 1
            name = "\(name)_\(number)"
        }
        taken.insert(name)
        return name
    }

    /// The part of an address by which people know it: `www.` and the ending of the host count for nothing.
    static func site(of address: String) -> String? {
        guard var host = Address.host(address) else { return nil }
        for prefix in ["www.", "feeds.", "rss."] where host.hasPrefix(prefix) {
            host = String(host.dropFirst(prefix.count))
        }
        return host
    }

    /// Words that YAML takes for something else.
    private static let reserved: Set<String> = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]

    private static func isReadable(_ name: String) -> Bool { name.utf8.count { $0 != UInt8(ascii: "_") } >= fewest }

    /// The ASCII letters and digits of a text in lower case, with `_` for each run of anything else. A text that is
    /// mostly in other letters gives nothing: what is left of it would tell nobody anything.
    private static func plain(_ text: String) -> String {
        var (name, letters, others) = ("", 0, 0)
        for scalar in text.unicodeScalars.prefix(4 * longest) {
            switch scalar.value {
            case 0x30...0x39, 0x61...0x7A:
                name.unicodeScalars.append(scalar)
                letters += 1
            case 0x41...0x5A:
                name += String(scalar).lowercased()
                letters += 1
            case 0x27, 0x2019: break
            default:
                if let base = latin(scalar) {
                    name += base
                    letters += 1
                } else {
                    if scalar.properties.isAlphabetic { others += 1 }
                    if !name.isEmpty, !name.hasSuffix("_") { name += "_" }
                }
            }
        }
        guard others <= letters else { return "" }
        while name.hasSuffix("_") { name.removeLast() }
        guard name.utf8.count > longest else { return name }
        let cut = name.prefix(longest)
        let whole = cut.lastIndex(of: "_").map { cut[..<$0] } ?? cut
        return String(whole.count >= longest / 2 ? whole : cut)
    }

    /// The plain letters of a Latin letter with a mark, or nil.
    private static func latin(_ scalar: Unicode.Scalar) -> String? {
        guard 0xC0...0x17F ~= scalar.value else { return nil }
        return letters[Character(scalar.properties.lowercaseMapping)]
    }

    private static let letters: [Character: String] = {
        var letters: [Character: String] = ["ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "þ": "th"]
        let groups: KeyValuePairs = [
            "a": "àáâãåāăą", "ae": "ä", "c": "çćĉċč", "d": "ď", "e": "èéêëēĕėęě", "g": "ĝğġģ", "i": "ìíîïĩīĭį",
            "n": "ñńņň", "o": "òóôõōŏő", "oe": "ö", "r": "ŕŗř", "s": "śŝşš", "t": "ţť", "u": "ùúûũūŭůűų", "ue": "ü",
            "y": "ýÿ", "z": "źżž",
        ]
        for (plain, marked) in groups { for letter in marked { letters[letter] = plain } }
        return letters
    }()
}
