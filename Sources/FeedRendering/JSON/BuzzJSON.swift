package import FeedJSON
package import FeedModel

/// Writes how much an entry is talked about.
package enum BuzzJSON {
    /// Writes the member `buzz`: its `value` from 0 to 1 (null if nothing is known), how many `publishers` tell the
    /// story, how many more are `named` by a source, whether the entry is `listed` in a selection, and each number with the share to which it belongs.
    package static func write(_ buzz: Buzz, into writer: inout JSONWriter) {
        writer.name("buzz")
        writer.beginObject()
        writer.name("value")
        if let value = buzz.value { writer.value(Self.rounded(value)) } else { writer.null() }
        writer.member("above_ordinary", buzz.isAboveOrdinary)
        writer.member("publishers", buzz.publishers)
        writer.member("named", buzz.namedPublishers)
        writer.member("listed", buzz.isListed)
        writer.name("numbers")
        writer.beginArray()
        for number in buzz.numbers {
            writer.beginObject()
            writer.member("name", number.name)
            writer.member("source", number.source)
            writer.member("value", number.value)
            writer.member("samples", number.standing?.count ?? 0)
            writer.member("top_percent", number.topPercent)
            if let share = number.share {
                writer.name("share")
                writer.value(Self.rounded(share))
            }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }

    private static func rounded(_ share: Double) -> Double { (share * 10_000).rounded() / 10_000 }
}
