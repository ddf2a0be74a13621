/// Keys of the table `meta` about where a state comes from and where it went.
enum MetaKey {
    /// The id that stays when a saved state is loaded; the instance, where it is missing.
    static let origin = "origin"
    /// The states from which this one comes (`StateAncestry`).
    static let ancestry = "ancestry"
    /// Where the state was moved to. No run uses it then.
    static let movedTo = "moved_to"
}
