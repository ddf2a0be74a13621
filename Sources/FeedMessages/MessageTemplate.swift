package import FeedModel

/// A sentence with gaps, as the catalogue has it.
///
/// `{name}` stands for an argument; `{name:one|many}` chooses by its number; `{{` is an opening brace twice, as in
/// `{{date}}`. Several sentences stand side by side, ` || ` between them: the first one whose arguments are all there is
/// taken. In Japanese a blank sets names apart; where a part of a sentence stands instead of a name, as `ファイル` for a
/// path, it is left out.
package struct MessageTemplate {
    private static let alternative = Array(" || ".utf8)
    private let source: [UInt8]

    /// Reads nothing yet: mistakes in a template show as text.
    package init(_ source: some Sequence<UInt8>) { self.source = Array(source) }

    /// The first alternative of which every argument is known, filled; nil if there is none.
    package func text(_ arguments: [String: MessageArgument], in language: DigestLocale) -> String? {
        for range in alternatives {
            if let text = Self.fill(source[range], with: arguments, in: language) { return text }
        }
        return nil
    }

    /// The arguments that each alternative wants, for the check of the catalogue.
    package var placeholders: [Set<String>] {
        alternatives.map { range in
            var names: Set<String> = []
            _ = Self.parts(of: source[range]) { names.insert($0.name) }
            return names
        }
    }

    private var alternatives: [Range<Int>] {
        var ranges: [Range<Int>] = []
        var (start, place) = (0, 0)
        while place < source.count {
            if source[place...].starts(with: Self.alternative) {
                ranges.append(start..<place)
                place += Self.alternative.count
                start = place
            } else {
                place += 1
            }
        }
        return ranges + [start..<source.count]
    }

    /// A gap: its name, and the words between which its number decides.
    private struct Gap {
        let name: String
        let forms: [ArraySlice<UInt8>]
    }

    private enum Part {
        case words(ArraySlice<UInt8>)
        case gap(Gap)
    }

    /// The parts in order. What only looks like a gap is text.
    private static func parts(of source: ArraySlice<UInt8>, gap visit: (Gap) -> Void) -> [Part] {
        var parts: [Part] = []
        var (start, place) = (source.startIndex, source.startIndex)
        while place < source.endIndex {
            guard source[place] == UInt8(ascii: "{") else {
                place += 1
                continue
            }
            if source[(place + 1)...].first == UInt8(ascii: "{") {
                place += 2
                continue
            }
            guard let close = source[place...].firstIndex(of: UInt8(ascii: "}")),
                let gap = gap(source[(place + 1)..<close])
            else {
                place += 1
                continue
            }
            if start < place { parts.append(.words(source[start..<place])) }
            parts.append(.gap(gap))
            visit(gap)
            place = close + 1
            start = place
        }
        if start < place { parts.append(.words(source[start..<place])) }
        return parts
    }

    private static func gap(_ inside: ArraySlice<UInt8>) -> Gap? {
        let colon = inside.firstIndex(of: UInt8(ascii: ":")) ?? inside.endIndex
        let name = inside[..<colon]
        guard let first = name.first, (0x61...0x7A).contains(first),
            name.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") })
        else { return nil }
        let forms = inside[colon...].dropFirst().split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
        guard colon == inside.endIndex || forms.count == 2 else { return nil }
        return Gap(name: String(decoding: name, as: UTF8.self), forms: colon == inside.endIndex ? [] : forms)
    }

    private static func fill(
        _ source: ArraySlice<UInt8>, with arguments: [String: MessageArgument], in language: DigestLocale
    ) -> String? {
        var result = ""
        var endsInPart = false
        for part in parts(of: source, gap: { _ in }) {
            switch part {
            case .words(let words):
                let words = String(decoding: words, as: UTF8.self)
                let isBlankLost = endsInPart && words.hasPrefix(" ") && isJapanese(words.dropFirst().first)
                result += words.dropFirst(isBlankLost ? 1 : 0)
                endsInPart = false
            case .gap(let gap):
                guard let argument = arguments[gap.name] else { return nil }
                endsInPart = false
                if gap.forms.count == 2 {
                    result += String(decoding: gap.forms[argument.count == 1 ? 0 : 1], as: UTF8.self)
                } else {
                    let text = argument.text(in: language)
                    let isPart = if case .message = argument { language == .ja } else { false }
                    if isPart, isJapanese(text.first), result.hasSuffix(" "), isJapanese(result.dropLast().last) {
                        result.removeLast()
                    }
                    result += text
                    endsInPart = isPart && isJapanese(text.last)
                }
            }
        }
        return result
    }

    /// Kana and ideographs, without punctuation.
    private static func isJapanese(_ character: Character?) -> Bool {
        guard let scalar = character?.unicodeScalars.first else { return false }
        return (0x3041...0x30FF).contains(scalar.value) || (0x3400...0x9FFF).contains(scalar.value)
    }
}
