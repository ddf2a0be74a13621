import ArgumentParser
import FeedModel

/// Candidates of a completion, in the form that the script of each shell takes for plain text. The shell must neither
/// run a part of a candidate nor split it: a configuration may contain what others have written.
struct ShellText {
    /// The shell that asks; nil counts as one that takes lines as they are.
    let shell: CompletionShell?
    /// The word that is completed, up to the cursor.
    let typed: String

    /// Returns what the shell is to be given.
    func lines(_ candidates: [String]) -> [String] {
        // A candidate is a line, and in fish a description stands behind a tab.
        let plain = candidates.filter { !$0.isEmpty && !$0.unicodeScalars.contains { $0.properties.isControl } }
        switch shell {
        case .bash: return forBash(plain)
        // zsh quotes what it inserts; before that it takes a colon for the beginning of a description.
        case .zsh: return plain.map { $0.replacingBytes("\\", with: "\\\\").replacingBytes(":", with: "\\:") }
        default: return plain
        }
    }

    /// The script inserts the lines as they are: only those that continue the word, quoted as the word is.
    private func forBash(_ candidates: [String]) -> [String] {
        let word = TypedWord(typed)
        return candidates.filter { $0.hasPrefix(word.text) }.compactMap { candidate in
            switch word.open {
            case nil: Self.escaped(candidate) { $0.isASCII && !Self.isPlain($0) }
            case .single: candidate.utf8.contains(UInt8(ascii: "'")) ? nil : candidate
            // No quoting of `!` holds between double quotes.
            case .double:
                candidate.utf8.contains(UInt8(ascii: "!"))
                    ? nil : Self.escaped(candidate) { "$`\"\\".unicodeScalars.contains($0) }
            }
        }
    }

    /// Returns a text with a backslash before each scalar that means something to bash. (With a mark that combines with
    /// it, it is another character, and the same bytes.)
    private static func escaped(_ text: String, _ hasMeaning: (Unicode.Scalar) -> Bool) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if hasMeaning(scalar) { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "_-.,:/@%+=".unicodeScalars.contains(scalar)
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isControl: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: false
        }
    }
}
