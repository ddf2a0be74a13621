/// What a string of a feed is, which says what may be changed in it.
package enum FeedString: String, Sendable, CaseIterable {
    /// What people or programs read: titles, names, tags, types, languages, notices of rights.
    case words
    /// An absolute address.
    case address
    /// What things are told apart by, byte for byte.
    case identifier
    /// The text of an entry.
    case body
}
