public import FeedMessages

/// An enumeration as an option. Its raw values are the words in the configuration.
public protocol ConfigChoice: ConfigValue, RawRepresentable, CaseIterable where RawValue == String {}

extension ConfigChoice {
    /// The words, such as `en or ja`.
    public static var typeName: LocalizedText {
        .message("config.choice", ["words": .either(allCases.map(\.rawValue))])
    }
    /// The first case. An enumeration without cases is no option: this call traps.
    public static var placeholder: Self { allCases[allCases.startIndex] }
    /// Reads one of the words, spelt exactly.
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
