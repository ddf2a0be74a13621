public import FeedMessages

/// An enumeration as an option. Its raw values are the words in the configuration.
public protocol ConfigChoice: ConfigValue, RawRepresentable, CaseIterable where RawValue == String {
    /// Other words that can only mean one of the cases, in lower case and with `_` between their parts.
    static var synonyms: [String: Self] { get }
}

extension ConfigChoice {
    /// The words, such as `en or ja`.
    public static var typeName: LocalizedText {
        .message("config.choice", ["words": .either(allCases.map(\.rawValue))])
    }
    /// The first case. An enumeration without cases is no option: this call traps.
    public static var placeholder: Self { allCases[allCases.startIndex] }
    /// None.
    public static var synonyms: [String: Self] { [:] }
    /// Reads one of the words or their synonyms, in any case, with `_`, `-` or a blank between their parts.
    public static func read(_ node: Node, in section: ConfigSection) -> Self? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        if let choice = Self(rawValue: text) ?? meant(by: text) { return choice }
        let meant = section.diagnostics.nearest(to: text, among: allCases.map(\.rawValue))
        section.reportMismatch(
            node, expected: typeName, suggestion: meant.map { .message("config.did_you_mean", ["name": .text($0)]) })
        return nil
    }
    /// The word.
    public var manualText: String { rawValue }

    private static func meant(by text: String) -> Self? {
        func folded(_ word: String) -> String {
            String(word.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 })
        }
        let word = folded(text)
        return allCases.first { folded($0.rawValue) == word } ?? synonyms[word]
    }
}
