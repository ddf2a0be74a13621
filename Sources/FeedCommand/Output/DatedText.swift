import FeedModel

/// Days, minutes and seconds as lines show them.
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

    /// `2026-11-19 07:15:02 +09:00`
    static func second(_ moment: Timestamp, _ zone: Zone) -> String {
        let text = moment.rfc3339(offset: zone.offset(at: moment))
        let offset = text.hasSuffix("Z") ? "UTC" : String(text.suffix(6))
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) \(offset)"
    }
}
