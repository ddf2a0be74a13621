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
        guard let first = addresses(in: text[...]).first else { return fit(text, in: columns) }
        let before = text[..<first.startIndex]
        return fit(String(before), in: max(8, of(String(before)) - excess)) + text[first.startIndex...]
    }

    /// Returns `text` in lines of at most `columns`, broken as text is. An address or a path that is longer has a line of
    /// its own and stays whole.
    static func wrapped(_ text: String, in columns: Int) -> [String] {
        let breaker = LineBreaker(width: columns)
        var lines: [String] = []
        var rest = text[...]
        for place in places(in: text) where of(String(place)) > columns {
            // An opening bracket before it goes with it.
            var start = place.startIndex
            while start > rest.startIndex, "[(（「`\"".contains(text[text.index(before: start)]) {
                start = text.index(before: start)
            }
            lines += breaker.lines(String(rest[..<start])) + [String(text[start..<place.endIndex])]
            rest = rest[place.endIndex...]
        }
        return lines + breaker.lines(String(rest))
    }

    /// The fewest columns beside a label that are worth to be used alone.
    private static let leastBesideLabel = 24

    /// Returns a line for people in lines of at most `columns`; unchanged if `columns` is nil. Further lines begin below
    /// the value if the line is a label with its value, two blanks between them, else a little deeper than the line.
    static func hanging(_ line: String, in columns: Int?) -> [String] {
        guard let columns, of(line) > columns else { return [line] }
        let blanks = line.prefix { $0 == " " }
        var (head, hang) = (String(blanks), blanks.count + 2)
        let label = fit(line, in: columns / 2).dropLast().dropFirst(blanks.count)
        if let gap = label.ranges(of: "  ").last {
            let count = blanks.count + label.distance(from: label.startIndex, to: gap.upperBound)
            let begun = String(line.prefix(count) + line.dropFirst(count).prefix { $0 == " " })
            if columns - of(begun) >= leastBesideLabel { (head, hang) = (begun, of(begun)) }
        }
        let pieces = wrapped(String(line.dropFirst(head.count)), in: max(leastBesideLabel / 2, columns - hang))
        let indent = String(repeating: " ", count: hang)
        return pieces.enumerated().map { ($0.offset == 0 ? head : indent) + $0.element }
    }

    /// Returns the columns of the addresses in a text.
    static func ofAddresses(in text: String) -> Int { addresses(in: text[...]).reduce(0) { $0 + of(String($1)) } }

    /// The addresses of the web and the paths in a text.
    private static func places(in text: String) -> [Substring] {
        text.split(separator: " ").flatMap { word in
            let addresses = addresses(in: word)
            return addresses.isEmpty && word.hasPrefix("/") ? [word] : addresses
        }
    }

    /// The addresses of the web in a text: ASCII without blanks.
    private static func addresses(in text: Substring) -> [Substring] {
        var found: [Substring] = []
        var rest = text
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
