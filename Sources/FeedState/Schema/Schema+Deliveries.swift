extension Schema {
    /// What sinks need to know.
    static let deliveries = """
        """
}
