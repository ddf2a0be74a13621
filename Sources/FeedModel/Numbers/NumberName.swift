/// Names of numbers that sources add to entries. Other plugins may add others.
public enum NumberName {
    /// What readers give, in the order in which pages show it.
    public static let ofReaders = ["likes", "stocks", "bookmarks", "comments"]
    /// How much an entry is talked about: what filters measure of all the numbers.
    public static let buzz = "buzz"
    /// All that the standard sources add.
    public static let standard = ofReaders + ["related"]
}
