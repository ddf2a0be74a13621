/// The wait of one transfer for memory: how many bytes it may take before it waits, and how long it has waited.
struct BodyWait {
    typealias Instant = ContinuousClock.Instant

    /// Bytes that a transfer may take although the memory is spent, before it waits. A transfer whose server sends less
    /// than that never waits for us, so its timeout runs. The timeouts of many such servers run at the same time.
    static let grace = 16 << 10

    /// Whether the transfer continues although the memory is spent.
    private(set) var goesFirst = false
    /// How long the transfer has waited in all, without the present wait.
    private(set) var total = Duration.zero
    private var since: Instant?
    private var left = Self.grace

    /// Whether the transfer waits.
    var isOn: Bool { since != nil }

    /// Whether `count` bytes may be taken. `isFree` says whether there is memory for them.
    func admits(_ count: Int, isFree: Bool) -> Bool { isFree || goesFirst || count <= left }

    /// Notes that the body has grown by `count` bytes.
    mutating func grew(by count: Int, isFree: Bool) {
        if isFree { left = Self.grace } else if !goesFirst { left -= count }
    }

    /// Sets whether it continues although the memory is spent. At the end of that it has its whole grace again.
    mutating func goFirst(_ goes: Bool) {
        if goesFirst, !goes { left = Self.grace }
        goesFirst = goes
    }

    mutating func begin(at now: Instant = .now) { since = since ?? now }

    /// Ends the wait, if it waits; returns how long the wait was.
    @discardableResult
    mutating func end(at now: Instant = .now) -> Duration {
        guard let begun = since else { return .zero }
        since = nil
        total += now - begun
        return now - begun
    }
}
