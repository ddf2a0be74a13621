import FeedModel

/// Counts the repairs made while fields are read.
///
/// A class, because readers are values that functions receive and cannot change.
final class RepairCounts {
    /// Texts over `ParsingLimits.field`, which were cut.
    var cutFields = 0
    /// Addresses that were escaped twice.
    var escapedLinks = 0

    var repairs: [Repair] {
        [("cut_field", cutFields), ("escaped_link", escapedLinks)].filter { $0.1 > 0 }
            .map { Repair(code: $0.0, count: $0.1) }
    }
}
