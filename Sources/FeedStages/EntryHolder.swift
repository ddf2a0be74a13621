package import FeedModel

/// Where the entry of a candidate is: as a value, or as bytes, which take a third of the memory.
package protocol EntryHolder: AnyObject, Sendable {
    /// The entry. It may be read anew at each call.
    var entry: Entry { get }
    /// The entry's `published`, which costs nothing.
    var published: Timestamp? { get }
}

/// An entry as a value.
package final class WholeEntry: EntryHolder {
    package let entry: Entry

    package init(_ entry: Entry) { self.entry = entry }

    package var published: Timestamp? { entry.published }
}
