import FeedModel

/// A pattern folded as the texts are that it is looked for in (`Folding`, where case counts): full-width letters, old
/// forms of ideographs and the like stand for the same texts in both. `\b` and `\B` hold beside Japanese letters, too.
public struct FoldedPattern: Sendable {
    /// The pattern to compile; nil if it cannot be folded.
    public let text: String?
    /// Members of character classes that no folded text can match, because they become several letters or none (㌔).
    public let unmatchable: [String]

    /// Folds a valid pattern. With `kana`, hiragana become katakana.
    public init(_ pattern: String, kana: Bool = false) {
        var reader = PatternReader(pattern, kana: kana)
        reader.read()
        text = reader.isLost ? nil : String(reader.output)
        unmatchable = reader.unmatchable
    }
}

/// Reads a pattern from left to right and writes the folded one.
private struct PatternReader {
    private let source: [Unicode.Scalar]
    private let kana: Bool
    private var index = 0
    private(set) var output = String.UnicodeScalarView()
    private(set) var unmatchable: [String] = []
    /// Whether it met what it cannot fold: `\Q` in a character class, or a bracket in a comment.
    private(set) var isLost = false
    /// The literal ASCII letter or digit that was written last, or nil.
    private var letter: Unicode.Scalar?

    init(_ pattern: String, kana: Bool) {
        source = Array(pattern.unicodeScalars)
        self.kana = kana
    }

    mutating func read() {
        while index < source.count {
            let scalar = source[index]
            switch scalar {
            case "\\": readEscape()
            case "[": readClass()
            case "(" where starts(with: "(?#"): copy(through: ")")
            default:
                if scalar.isASCII {
                    let isLetter = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    copy(1)
                    letter = isLetter ? scalar : nil
                } else {
                    let end = source[index...].firstIndex { $0.isASCII } ?? source.count
                    let literal = Array(source[index..<end])
                    index = end
                    write(literal: literal)
                }
            }
        }
    }

    private func starts(with text: String) -> Bool { source[index...].starts(with: text.unicodeScalars) }

    private func scalar(after offset: Int) -> Unicode.Scalar? {
        index + offset < source.count ? source[index + offset] : nil
    }

    private mutating func copy(_ count: Int) {
        output.append(contentsOf: source[index..<min(index + count, source.count)])
        index = min(index + count, source.count)
        letter = nil
    }

    private mutating func copy(through end: Unicode.Scalar) {
        let last = source[index...].firstIndex(of: end) ?? source.count - 1
        copy(last - index + 1)
    }

    private mutating func write(_ text: String) {
        output.append(contentsOf: text.unicodeScalars)
        letter = nil
    }
}

extension PatternReader {
    /// Writes characters that stand for themselves. A quantifier after them repeats the last one with its marks.
    private mutating func write(literal scalars: [Unicode.Scalar]) {
        var scalars = scalars
        // A mark composes with the ASCII letter before it.
        if let letter, let first = scalars.first, Self.isMark(first) {
            output.removeLast()
            scalars.insert(letter, at: 0)
        }
        let isRepeated = scalar(after: 0).map { "*+?{".unicodeScalars.contains($0) } ?? false
        guard isRepeated, !scalars.isEmpty else { return write(Self.quoted(folded(scalars))) }
        let start = scalars.lastIndex { !Self.isMark($0) } ?? 0
        write(Self.quoted(folded(Array(scalars[..<start]))))
        let last = folded(Array(scalars[start...]))
        write(last.count == 1 ? Self.quoted(last) : "(?:\(Self.quoted(last)))")
    }

    private func folded(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        let bytes = Folding.fold(text, ignoringCase: false, kana: kana)
        return Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass != .notReordered || (0xFF9E...0xFF9F).contains(scalar.value)
            || (0x309B...0x309C).contains(scalar.value)
    }

    /// ASCII as code points, so that no letter becomes syntax.
    private static func quoted(_ scalars: [Unicode.Scalar]) -> String {
        scalars.map { $0.isASCII ? code($0.value) : String($0) }.joined()
    }

    private static func code(_ value: UInt32) -> String { "\\x{\(String(value, radix: 16))}" }
}

extension PatternReader {
    private mutating func readEscape() {
        guard let kind = scalar(after: 1) else { return copy(1) }
        switch kind {
        case "Q": readQuotation()
        case "b", "B": writeBorder(isNegated: kind == "B")
        case "x" where scalar(after: 2) == "{":
            guard let scalar = codePoint(), !scalar.isASCII else { return copy(through: "}") }
            index = (source[index...].firstIndex(of: "}") ?? source.count - 1) + 1
            write(literal: [scalar])
        case "p", "P", "N", "o", "k", "g":
            if scalar(after: 2) == "{" { copy(through: "}") } else { copy(2) }
        case "c": copy(3)
        default:
            guard !kind.isASCII else { return copy(2) }
            index += 2
            write(literal: [kind])
        }
    }

    /// The character of `\x{…}` here.
    private func codePoint() -> Unicode.Scalar? {
        let digits = source[index...].dropFirst(3).prefix { $0 != "}" }
        return UInt32(String(String.UnicodeScalarView(digits)), radix: 16).flatMap(Unicode.Scalar.init)
    }

    private mutating func readQuotation() {
        index += 2
        var literal: [Unicode.Scalar] = []
        while index < source.count, !starts(with: #"\E"#) {
            literal.append(source[index])
            index += 1
        }
        index = min(index + 2, source.count)
        write(literal: literal)
    }

    /// Writes a border as in `WordBorder`: between letters of different kinds, and between a letter and no letter.
    private mutating func writeBorder(isNegated: Bool) {
        let before = letter
        index += 2
        let sign = isNegated ? "=" : "!"
        // Beside a Latin letter that must be there, the other side alone decides.
        if before != nil {
            write("(?\(sign)[\(Self.other)])")
        } else if let next = scalar(after: 0), next.isASCII, next.properties.isAlphabetic || ("0"..."9").contains(next),
            !(scalar(after: 1).map { "*?{".unicodeScalars.contains($0) } ?? false)
        {
            write("(?<\(sign)[\(Self.other)])")
        } else {
            write(isNegated ? "(?!\(Self.border))" : "(?:\(Self.border))")
        }
    }

    private static let ideographs =
        #"\x{3005}-\x{3007}\x{3400}-\x{4dbf}\x{4e00}-\x{9fff}\x{f900}-\x{faff}\x{20000}-\x{3ffff}"#
    private static let hiragana = #"\x{3041}-\x{3096}\x{309d}\x{309e}\x{30fc}"#
    private static let katakana = #"\x{30a1}-\x{30fa}\x{30fc}-\x{30fe}\x{31f0}-\x{31ff}"#
    private static let other = #"^\W"# + ideographs + hiragana + katakana
    private static let border =
        "(?!" + [other, ideographs, hiragana, katakana].map { "(?<=[\($0)])[\($0)]" }.joined(separator: "|")
        + #")(?:(?<=\w)|(?=\w))"#
}

extension PatternReader {
    /// A member of a character class: as it is written, and its character if it is a single one.
    private struct Member {
        let written: String
        let scalar: Unicode.Scalar?
    }

    private mutating func readClass() {
        index += 1
        let isNegated = scalar(after: 0) == "^"
        if isNegated { index += 1 }
        var members = ""
        var isFirst = true
        while index < source.count, isFirst || source[index] != "]" {
            isFirst = false
            if starts(with: "[:") || starts(with: "[.") || starts(with: "[=") {
                let end = source[index...].dropFirst(2).firstIndex(of: "]") ?? source.count - 1
                members += String(String.UnicodeScalarView(source[index...end]))
                index = end + 1
                continue
            }
            let first = readMember()
            guard let low = first.scalar, scalar(after: 0) == "-", let next = scalar(after: 1), next != "]" else {
                members += folded(first)
                continue
            }
            index += 1
            let last = readMember()
            if let high = last.scalar {
                members += range(low, high, written: "\(first.written)-\(last.written)")
            } else {
                members += folded(first) + "\\-" + last.written
            }
        }
        if index >= source.count { isLost = true }
        index += 1
        if members.isEmpty {
            write(isNegated ? "(?s:.)" : "(?:(?!))")
        } else {
            write("[\(isNegated ? "^" : "")\(members)]")
        }
    }

    private mutating func readMember() -> Member {
        guard source[index] == "\\", let kind = scalar(after: 1) else {
            index += 1
            let scalar = source[index - 1]
            return Member(written: scalar == "]" ? "\\]" : String(scalar), scalar: scalar)
        }
        let start = index
        var scalar: Unicode.Scalar?
        switch kind {
        case "x" where self.scalar(after: 2) == "{":
            scalar = codePoint()
            index = (source[index...].firstIndex(of: "}") ?? source.count - 1) + 1
        case "p", "P", "N", "o":
            let isBraced = self.scalar(after: 2) == "{"
            index = isBraced ? (source[index...].firstIndex(of: "}") ?? source.count - 1) + 1 : index + 2
        case "c": index += 3
        case "Q":
            index += 2
            isLost = true
        default:
            index += 2
            if !kind.isASCII || !kind.properties.isAlphabetic && !("0"..."9").contains(kind) { scalar = kind }
        }
        index = min(index, source.count)
        return Member(written: String(String.UnicodeScalarView(source[start..<index])), scalar: scalar)
    }

    private mutating func folded(_ member: Member) -> String {
        guard let scalar = member.scalar, !scalar.isASCII else { return member.written }
        let folded = folded([scalar])
        guard folded.count == 1 else {
            unmatchable.append(String(scalar))
            return ""
        }
        return Self.code(folded[0].value)
    }

    /// The folded members of a range. One of more than a thousand characters stays: the forms in use are in it.
    private mutating func range(_ low: Unicode.Scalar, _ high: Unicode.Scalar, written: String) -> String {
        guard !high.isASCII, low.value <= high.value, high.value - low.value <= 1000 else { return written }
        let members = (low.value...high.value).compactMap(Unicode.Scalar.init).map { folded([$0]) }
            .filter { $0.count == 1 }.map { $0[0].value }
        guard !members.isEmpty else {
            unmatchable.append(written)
            return ""
        }
        var ranges: [ClosedRange<UInt32>] = []
        for member in Set(members).sorted() {
            if let last = ranges.last, last.upperBound + 1 == member {
                ranges[ranges.count - 1] = last.lowerBound...member
            } else {
                ranges.append(member...member)
            }
        }
        return ranges.map { Self.code($0.lowerBound) + ($0.count > 1 ? "-" + Self.code($0.upperBound) : "") }.joined()
    }
}
