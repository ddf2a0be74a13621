/// A time zone as a value: the offset of its clocks at any moment (RFC 8536 data, no Foundation).
public struct Zone: Sendable, Hashable {
    /// The name that was asked for, such as `Asia/Tokyo`.
    public let name: String

    let transitions: [Transition]
    let initialOffset: Int
    let footer: PosixZoneRule?

    struct Transition: Sendable, Hashable {
        let seconds: Int64
        let offset: Int
    }

    /// Coordinated Universal Time.
    public static let utc = Zone(name: "UTC", fixedOffset: 0)

    /// Makes a zone with one offset, in seconds east of UTC, clamped to ±24 h.
    public init(name: String, fixedOffset: Int) {
        self.init(name: name, transitions: [], initialOffset: fixedOffset, footer: nil)
    }

    init(name: String, transitions: [Transition], initialOffset: Int, footer: PosixZoneRule?) {
        self.name = name
        self.transitions = transitions
        self.initialOffset = min(max(initialOffset, -86_400), 86_400)
        self.footer = footer
    }

    /// Returns the offset of clocks at `moment`, in seconds east of UTC.
    public func offset(at moment: Timestamp) -> Int { offset(atSecond: moment.seconds) }

    /// Returns the date and time that clocks show at `moment`.
    public func localTime(at moment: Timestamp) -> CivilTime { CivilTime(moment, offset: offset(at: moment)) }

    /// Returns the moments at which clocks show `time`, in order. There is none in the gap when clocks go forward, and
    /// for a date that does not exist. There are two in the overlap when clocks go back.
    public func timestamps(of time: CivilTime) -> [Timestamp] {
        guard let asUTC = time.timestamp() else { return [] }
        let day: Int64 = 86_400
        // Offsets are within a day of UTC, and no zone has changed its offset twice within two days.
        let offsets = Set([-day, 0, day].map { offset(atSecond: asUTC.seconds + $0) })
        return offsets.compactMap { candidate in
            time.timestamp(offset: candidate).flatMap { offset(at: $0) == candidate ? $0 : nil }
        }.sorted()
    }

    private func offset(atSecond second: Int64) -> Int {
        guard let last = transitions.last, second < last.seconds else {
            return footer?.offset(atSecond: second) ?? transitions.last?.offset ?? initialOffset
        }
        var (low, high) = (0, transitions.count)  // the number of transitions not after `second`
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].seconds <= second { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? initialOffset : transitions[low - 1].offset
    }
}
