import FeedModel

/// Counts what was mended while fields were read.
///
/// A class, because readers are values that are handed on to functions, which cannot change them.
final class RepairCounts {
    /// Texts longer than anybody reads.
    var cutFields = 0
    /// Addresses that were escaped twice.
    var escapedLinks = 0

    var repairs: [Repair] {
        [("cut_field", cutFields), ("escaped_link", escapedLinks)].filter { $0.1 > 0 }
            .map { Repair(code: $0.0, count: $0.1) }
    }
}
