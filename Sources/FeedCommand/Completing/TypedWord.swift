/// A word as it stands on the line of a shell: with its quotes and backslashes. Nothing in it is ever evaluated.
struct TypedWord: Equatable {
    /// A quote that is open at a place of a word.
    enum Quote: Unicode.Scalar {
        case single = "'"
        case double = "\""
    }

    /// What the shell would make of the word, as far as that is known without evaluating anything.
    private(set) var text = ""
    /// The quote that is open at its end, or nil.
    private(set) var open: Quote?
    /// Whether the shell would put something else in the place of a part of it: `$HOME`, `$(…)`.
    private(set) var isEvaluated = false

    /// Reads a word.
    init(_ word: some StringProtocol) {
        var isEscaped = false
        // Not by characters: a quote with a mark that combines with it is a quote to the shell.
        for character in word.unicodeScalars {
            if isEscaped {
                // In double quotes a backslash is one, unless it stands before one of these.
                if open == .double, !"$`\"\\".unicodeScalars.contains(character) { text.append("\\") }
                text.unicodeScalars.append(character)
                isEscaped = false
            } else if character == "\\", open != .single {
                isEscaped = true
            } else if let quote = Quote(rawValue: character), open == nil || open == quote {
                open = open == nil ? quote : nil
            } else {
                if "$`".unicodeScalars.contains(character), open != .single { isEvaluated = true }
                text.unicodeScalars.append(character)
            }
        }
    }

    /// The word as a path of a file, or nil if only the shell knows it.
    func path(home: String?) -> String? {
        guard !isEvaluated, !text.isEmpty else { return nil }
        guard text.hasPrefix("~") else { return text }
        guard text.hasPrefix("~/"), let home else { return nil }
        return home + text.dropFirst()
    }
}
