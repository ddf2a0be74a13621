import FeedModel
import FeedStages

/// Since when the service has not answered, in the filter's memory: seconds of the first failure, of the last one, and of
/// the last warning (0: none).
struct ServiceSilence {
    private let memory: FilterMemory
    private let now: Int64

    init(_ memory: FilterMemory, now: Timestamp) {
        self.memory = memory
        self.now = now.milliseconds / 1000
    }

    /// Whether the service is asked again: at once after a first failure, then after half of the time that it has failed,
    /// at most 6 h.
    var mayAsk: Bool {
        guard let record else { return true }
        // A delivery may call its filters several times.
        guard record.last < now else { return false }
        return now - record.last >= min((record.last - record.first) / 2, 6 * 3600)
    }

    /// Notes a failure. Returns the warning about it, once the service has failed for a day, and again each week. Throws
    /// the memory's errors.
    func warning(after error: StageError) throws(StageError) -> StageError? {
        var record = record ?? (first: now, last: now, told: 0)
        record.last = now
        let isDue = now - record.first >= 86_400 && now - record.told >= 7 * 86_400
        if isDue { record.told = now }
        try memory.keep(
            Array("\(record.first) \(record.last) \(record.told)".utf8), as: Self.key, for: FilterMemory.longestTime)
        guard isDue else { return nil }
        let found = error.facts[.status].map { "HTTP \($0)" } ?? error.code.rawValue
        return StageError(.numbersMissing, subject: error.subject, facts: [.found: found])
    }

    /// Notes that the service has answered.
    func end() { if record != nil { memory.forget(Self.key) } }

    /// What was noted; nil if nothing was, or by a clock that was ahead.
    private var record: (first: Int64, last: Int64, told: Int64)? {
        guard let bytes = memory.value(of: Self.key) else { return nil }
        let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 3, numbers.allSatisfy({ (0...now).contains($0) }), numbers[0] <= numbers[1] else {
            return nil
        }
        return (numbers[0], numbers[1], numbers[2])
    }

    private static let key = "silence"
}
