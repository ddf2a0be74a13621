public import FeedMessages

/// An enumeration as an option: its raw values are the words in the configuration.
public protocol ConfigChoice: ConfigValue, RawRepresentable, CaseIterable where RawValue == String {}

extension ConfigChoice {
    /// The words, as in `en or ja`.
    public static var typeName: LocalizedText {
        .message("config.choice", ["words": .either(allCases.map(\.rawValue))])
    }
    /// The first case. An enumeration without cases has no values and no use as an option.
    public static var placeholder: Self { allCases[allCases.startIndex] }
    /// Takes one of the words, just as it is written.
    public static func read(_ node: Node, in section: ConfigSection) -> Self? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        if let choice = Self(rawValue: text) { return choice }
        let meant = section.diagnostics.nearest(to: text, among: allCases.map(\.rawValue))
        section.reportMismatch(
            node, expected: typeName, suggestion: meant.map { .message("config.did_you_mean", ["name": .text($0)]) })
        return nil
    }
    /// The word.
    public var manualText: String { rawValue }
}
