/// Names of numbers that sources add to entries. Other plugins may add others.
package enum NumberName {
    /// What readers give, in the order in which pages show it.
    package static let ofReaders = ["likes", "stocks", "bookmarks", "comments"]
    /// All that the standard sources add.
    package static let standard = ofReaders + ["related"]
}
