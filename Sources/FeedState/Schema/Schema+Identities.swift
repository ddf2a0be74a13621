extension Schema {
    /// What makes an entry the same.
    static let identities = """
        """
}
