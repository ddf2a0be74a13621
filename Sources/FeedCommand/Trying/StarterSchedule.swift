import FeedEngine
import FeedMessages

/// When a first configuration delivers, as a person says it: `07:00`, `7:00,19:00`, `@hourly`, five fields of
/// crontab(5), or `always`.
enum StarterSchedule {
    /// The answer that means: at each run.
    static let always = "always"
    /// The answer of somebody who only presses the return key.
    static let usual = "07:00"

    /// Returns the schedule for a configuration, nil for `always`. Throws why the text is none.
    static func expression(for text: String) throws(Schedule.Mistake) -> String? {
        guard text != always else { return nil }
        if let expression = daily(text) { return expression }
        return try Schedule(parsing: text).expression
    }

    /// Returns the schedule of times that share their minute; nil if the text has another form.
    private static func daily(_ text: String) -> String? {
        var (hours, minutes): ([Int], Set<Int>) = ([], [])
        for time in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = time.trimmingPrefix(" ").split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].utf8.count == 2, (1...2).contains(parts[0].utf8.count),
                let hour = number(parts[0], in: 0...23), let minute = number(parts[1], in: 0...59)
            else { return nil }
            hours.append(hour)
            minutes.insert(minute)
        }
        guard let minute = minutes.first, minutes.count == 1 else { return nil }
        return "\(minute) \(Set(hours).sorted().map(String.init).joined(separator: ",")) * * *"
    }

    private static func number(_ text: Substring, in range: ClosedRange<Int>) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else { return nil }
        return range.contains(number) ? number : nil
    }
}
