extension ConfigSection {
    /// The text of a scalar, or nil after reporting that `expected` was expected and something else was found.
    ///
    /// Nil without a word where a variable is missing: that has been reported.
    public func text(of node: Node, expected: String) -> String? {
        guard let text = node.scalar, !node.isNull else {
            reportMismatch(node, expected: expected)
            return nil
        }
        return node.lacksVariable ? nil : text
    }

    /// Reports that something else was expected at `node`.
    public func reportMismatch(_ node: Node, expected: String, suggestion: String? = nil) {
        report("\(path): expected \(expected), found \(node.shown)", at: node.place, suggestion: suggestion)
    }
}
