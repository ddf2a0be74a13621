import FeedRendering

extension DisplayWidth {
    /// Returns `text` within `columns`. If it does not fit, "…" replaces its end.
    static func fit(_ text: String, in columns: Int) -> String {
        guard of(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var result = String.UnicodeScalarView()
        var used = 1
        for scalar in text.unicodeScalars {
            used += of(scalar)
            if used > columns { break }
            result.append(scalar)
        }
        return String(result) + "…"
    }

    /// Returns `text` within `columns`. If it does not fit, "…" replaces its beginning.
    static func fitEnd(_ text: String, in columns: Int) -> String {
        guard of(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var result: [Unicode.Scalar] = []
        var used = 1
        for scalar in text.unicodeScalars.reversed() {
            used += of(scalar)
            if used > columns { break }
            result.append(scalar)
        }
        return "…" + String(String.UnicodeScalarView(result.reversed()))
    }

    /// Returns `text` within `columns`, without counting its addresses, which stay whole: people copy them. If it does
    /// not fit, "…" replaces the end of the words before the first address, else the end of the text.
    static func fitAroundAddresses(_ text: String, in columns: Int) -> String {
        let excess = of(text) - columns - ofAddresses(in: text)
        guard excess > 0 else { return text }
        guard let first = addresses(in: text).first else { return fit(text, in: columns) }
        let before = text[..<first.startIndex]
        return fit(String(before), in: max(8, of(String(before)) - excess)) + text[first.startIndex...]
    }

    /// Returns `text` in lines of at most `columns`, broken as text is. An address that is longer has a line of its own
    /// and stays whole.
    static func wrapped(_ text: String, in columns: Int) -> [String] {
        let breaker = LineBreaker(width: columns)
        var lines: [String] = []
        var rest = text[...]
        for address in addresses(in: text) where of(String(address)) > columns {
            lines += breaker.lines(String(rest[..<address.startIndex])) + [String(address)]
            rest = rest[address.endIndex...]
        }
        return lines + breaker.lines(String(rest))
    }

    /// Returns the columns of the addresses in a text.
    static func ofAddresses(in text: String) -> Int { addresses(in: text).reduce(0) { $0 + of(String($1)) } }

    /// The addresses of the web in a text: ASCII without blanks.
    private static func addresses(in text: String) -> [Substring] {
        var found: [Substring] = []
        var rest = text[...]
        while let start = ["https://", "http://"].compactMap({ rest.firstRange(of: $0)?.lowerBound }).min() {
            let address = rest[start...].prefix { $0.isASCII && !$0.isWhitespace }
            found.append(address)
            rest = rest[address.endIndex...]
        }
        return found
    }

    /// Returns `text` with spaces after it up to `columns`.
    static func pad(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - of(text)))
    }
}
