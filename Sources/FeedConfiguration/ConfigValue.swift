/// A type that an option can have: read from a node, never guessed.
public protocol ConfigValue: Sendable {
    /// What people call it: "text", "a duration such as 20s, 15m, 2h or 7d".
    static var typeName: String { get }
    /// Stands in where a diagnostic was reported, so that reading can go on; never used in a run.
    static var placeholder: Self { get }
    /// Reads a node, or reports to `section` what is wrong and gives nil.
    static func read(_ node: Node, in section: ConfigSection) -> Self?
    /// How a default is shown in the manual.
    var manualText: String { get }
}
