/// The words of a plain command line: options by their names, each at most once, and arguments.
///
/// What is less plain is left to the library as a whole: unknown options, `--`, groups of letters, repeated options,
/// missing and invalid values.
struct PlainWords {
    private var words: [String]
    /// Whether the words must be left to the library.
    private var isRefused = false

    /// - Parameter words: the words behind the name of the command.
    init(_ words: some Sequence<String>) {
        self.words = Array(words)
        isRefused = self.words.contains { $0.isEmpty }
    }

    /// Whether every word was taken, and all are plain.
    var areAllTaken: Bool { words.isEmpty && !isRefused }

    /// Leaves the words to the library.
    mutating func refuse() { isRefused = true }

    /// Takes `--name`. Returns whether it is there.
    mutating func takeFlag(_ name: String) -> Bool {
        guard let place = words.firstIndex(of: "--" + name) else { return false }
        words.remove(at: place)
        return true
    }

    /// Takes the value of `--name value` or `--name=value`; nil if there is none.
    ///
    /// - Parameter letter: the option's short name, as in `-c value`; or nil.
    mutating func takeValue(_ name: String, letter: Character? = nil) -> String? {
        let (long, short) = ("--" + name, letter.map { "-\($0)" })
        let joined = long + "="
        guard let place = words.firstIndex(where: { $0 == long || $0 == short || $0.hasPrefix(joined) }) else {
            return nil
        }
        let word = words.remove(at: place)
        if word.hasPrefix(joined), word != joined { return String(word.dropFirst(joined.count)) }
        guard word != joined, place < words.endIndex, !words[place].hasPrefix("-") else {
            refuse()
            return nil
        }
        return words.remove(at: place)
    }

    /// Takes the value of `--name` as one of the cases of an enumeration; nil if there is none.
    mutating func takeCase<Case: RawRepresentable<String>>(_ name: String) -> Case? {
        guard let value = takeValue(name) else { return nil }
        let found = Case(rawValue: value)
        if found == nil { refuse() }
        return found
    }

    /// Takes the arguments, after all options.
    mutating func takeArguments() -> [String] {
        defer { words.removeAll { !$0.hasPrefix("-") } }
        return words.filter { !$0.hasPrefix("-") }
    }

    /// Takes the only argument, after all options; nil if there is none.
    mutating func takeArgument() -> String? {
        let arguments = takeArguments()
        if arguments.count > 1 { refuse() }
        return arguments.first
    }
}
