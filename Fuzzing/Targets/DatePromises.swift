import FeedModel

/// Any text is a time in the calendar's range, or none. A written time is read as the same time.
enum DatePromises {
    static func brokenPromise(by input: [UInt8]) -> String? {
        let text = String(decoding: input, as: UTF8.self)
        let moment = FeedDate.parse(text)
        if let moment, let fault = fault(inWriting: moment) { return fault }
        guard let strict = Timestamp(rfc3339: text) else { return nil }
        if let fault = fault(inWriting: strict) { return fault }
        // The strict reader takes a leap second as the second before, the lenient one as the second after.
        if strict != moment, !hasLeapSecond(text) {
            return "\(strict.rfc3339()) is read as \(moment?.rfc3339() ?? "no date")"
        }
        return nil
    }

    private static func hasLeapSecond(_ text: String) -> Bool {
        text.utf8.count > 18 && text.utf8.dropFirst(16).starts(with: ":60".utf8)
    }

    private static func fault(inWriting moment: Timestamp) -> String? {
        guard Timestamp.range.contains(moment.milliseconds) else { return "out of range" }
        for offset in [0, 9 * 3600, -12_600] {
            let shown = CivilTime(moment, offset: offset)
            guard (1...9999).contains(shown.year), shown.timestamp(offset: offset) == moment else { continue }
            let text = moment.rfc3339(offset: offset)
            guard Timestamp(rfc3339: text) == moment else { return "\(text) is not read strictly" }
            guard FeedDate.parse(text) == moment else { return "\(text) is not read as itself" }
        }
        return nil
    }
}
