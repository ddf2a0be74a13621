extension String: ConfigValue {
    /// Any scalar.
    public static var typeName: String { "text" }
    /// Empty text.
    public static var placeholder: String { "" }
    /// Takes any scalar as it stands.
    public static func read(_ node: Node, in section: ConfigSection) -> String? {
        if let text = node.scalar, !node.isNull { return text }
        section.report("\(section.path): expected text", at: node.place)
        return nil
    }
    /// The text itself.
    public var manualText: String { self }
}
