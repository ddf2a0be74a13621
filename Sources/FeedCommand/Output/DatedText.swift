import FeedModel

/// Days and minutes as lines show them.
enum DatedText {
    /// `2026-11-19`
    static func day(_ moment: Timestamp, _ zone: Zone) -> String {
        String(moment.rfc3339(offset: zone.offset(at: moment)).prefix(10))
    }

    /// `2026-11-19 07:15`
    static func minute(_ moment: Timestamp, _ zone: Zone) -> String {
        let text = moment.rfc3339(offset: zone.offset(at: moment))
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }
}
