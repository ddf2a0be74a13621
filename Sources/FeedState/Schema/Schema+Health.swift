extension Schema {
    /// How feeds fare over weeks.
    static let health = """
        """
}
