/// A time zone as a value: what a clock shows at any moment (RFC 8536 data, no Foundation).
public struct Zone: Sendable, Hashable {
    /// The name it was asked for by, such as `Asia/Tokyo`.
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

    /// A zone whose clock never changes; `fixedOffset` in seconds east of UTC, clamped to ±24 h.
    public init(name: String, fixedOffset: Int) {
        self.init(name: name, transitions: [], initialOffset: fixedOffset, footer: nil)
    }

    init(name: String, transitions: [Transition], initialOffset: Int, footer: PosixZoneRule?) {
        self.name = name
        self.transitions = transitions
        self.initialOffset = min(max(initialOffset, -86_400), 86_400)
        self.footer = footer
    }

    /// Seconds east of UTC that clocks are set to at `moment`.
    public func offset(at moment: Timestamp) -> Int { offset(atSecond: moment.seconds) }

    /// What clocks show at `moment`.
    public func localTime(at moment: Timestamp) -> CivilTime { CivilTime(moment, offset: offset(at: moment)) }

    /// The moments at which clocks show `time`, in order: none in the gap when clocks go forward, two in the overlap
    /// when they go back, none for a date that does not exist.
    public func timestamps(of time: CivilTime) -> [Timestamp] {
        guard let asUTC = time.timestamp() else { return [] }
        let day: Int64 = 86_400
        // Clocks are at most a day off UTC, and no zone has changed them twice within two days.
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
