import FeedMessages

/// The lines of a file that libyaml could not read, to find out what was meant.
struct YAMLLines {
    private let lines: [[Unicode.Scalar]]

    init(_ text: UnsafeBufferPointer<UInt8>) {
        lines = String(decoding: text, as: UTF8.self).unicodeScalars
            .split(omittingEmptySubsequences: false) { $0 == "\n" }
            .map { $0.last == "\r" ? Array($0.dropLast()) : Array($0) }
    }

    /// The characters that begin something else than text in YAML.
    private static let indicators: Set<Unicode.Scalar> = ["*", "&", "!", ">", "|", "@", "`", "%"]
    private static let longestValue = 80

    /// Returns the character at a place, or nil.
    func scalar(at place: Place) -> Unicode.Scalar? {
        guard let line = line(place.line), line.indices.contains(place.column - 1) else { return nil }
        return line[place.column - 1]
    }

    /// Returns the advice to quote the value that begins before or at a place, if it begins with an indicator.
    func quoting(before place: Place) -> LocalizedText? {
        guard let line = line(place.line) else { return nil }
        // The nearest indicator at the beginning of a value.
        var start = min(place.column - 1, line.count - 1)
        while start >= 0, !(Self.indicators.contains(line[start]) && isValueStart(start, in: line)) { start -= 1 }
        guard start >= 0 else { return nil }
        let isFlow = line[..<start].contains("{") || line[..<start].contains("[")
        let end = isFlow ? line[start...].firstIndex { [",", "}", "]"].contains($0) } ?? line.count : line.count
        let value = string(line[start..<end]).trimmingBlanks
        guard value.unicodeScalars.count <= Self.longestValue, !value.contains("\"") else { return nil }
        guard let key = key(before: start, in: line) else {
            return .message("yaml.cure.quoted_value", ["value": .text(value)])
        }
        return .message("yaml.cure.quoted_value", ["key": .text(key), "value": .text(value)])
    }

    /// Returns the place of a full-width colon, of full-width indentation or of a colon without a blank in a line or in
    /// the one before it, and its cure; nil if there is none.
    func misreading(near place: Place) -> (place: Place, cure: LocalizedText)? {
        for number in [place.line, place.line - 1] {
            guard let line = line(number), let first = line.firstIndex(where: { $0 != " " && $0 != "-" }) else {
                continue
            }
            if line[first] == "\u{3000}" {
                return (
                    Place(file: place.file, line: number, column: first + 1), .message("yaml.cure.full_width_blank")
                )
            }
            let text = string(line[first...])
            if let colon = FullWidthColon(in: text) {
                let column = first + colon.key.unicodeScalars.count + 1
                return (Place(file: place.file, line: number, column: column), colon.cure)
            }
            let isItem = line[..<first].contains("-")
            if !isItem, let key = Self.keyWithoutBlank(text) {
                let column = first + key.unicodeScalars.count + 1
                let value = String(text.dropFirst(key.count + 1).prefix(Self.longestValue))
                return (
                    Place(file: place.file, line: number, column: column),
                    .message("yaml.cure.blank_after_colon", ["key": .text(key), "value": .text(value)])
                )
            }
        }
        return nil
    }

    /// Returns the key of a line such as `type:feed`, which is one text for YAML; nil for any other, such as an address.
    private static func keyWithoutBlank(_ text: String) -> String? {
        guard !text.contains(": "), let colon = text.firstIndex(of: ":") else { return nil }
        let value = text[text.index(after: colon)...]
        guard !value.isEmpty, !value.hasPrefix("//") else { return nil }
        let key = text[..<colon]
        let isKey = key.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_") }
        return isKey && !key.isEmpty ? String(key) : nil
    }

    private func line(_ number: Int) -> [Unicode.Scalar]? {
        lines.indices.contains(number - 1) ? lines[number - 1] : nil
    }

    private func isValueStart(_ index: Int, in line: [Unicode.Scalar]) -> Bool {
        guard let before = line[..<index].last(where: { $0 != " " }) else { return true }
        return [":", "-", "{", "[", ","].contains(before)
    }

    /// Returns the key of the value that begins at an index, or nil.
    private func key(before index: Int, in line: [Unicode.Scalar]) -> String? {
        guard let colon = line[..<index].lastIndex(where: { $0 != " " }), line[colon] == ":" else { return nil }
        let start = line[..<colon].lastIndex { [" ", "{", ",", "["].contains($0) }.map { $0 + 1 } ?? 0
        let key = string(line[start..<colon])
        return key.isEmpty ? nil : key
    }

    private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}

extension String {
    /// The text without blanks at its ends.
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
