extension Schema {
    /// What looks after the state itself.
    static let care = """
        """
}
