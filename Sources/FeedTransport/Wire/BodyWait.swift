/// The wait of one transfer for memory: what it may take before it waits, since when it does, and for how long in all.
struct BodyWait {
    typealias Instant = ContinuousClock.Instant

    /// Bytes that a transfer takes although the memory is spent, until it waits. Who brings less in its time does not
    /// wait for us: its time passes, and that of all such servers at once.
    static let grace = 16 << 10

    /// Whether it goes on although the memory is spent.
    private(set) var goesFirst = false
    /// For how long it has waited in all.
    private(set) var total = Duration.zero
    private var since: Instant?
    private var left = Self.grace

    /// Whether it waits.
    var isOn: Bool { since != nil }

    /// Whether so many bytes may be taken; `isFree`: there is memory for them.
    func admits(_ count: Int, isFree: Bool) -> Bool { isFree || goesFirst || count <= left }

    /// Notes by how much the body has grown.
    mutating func grew(by count: Int, isFree: Bool) {
        if isFree { left = Self.grace } else if !goesFirst { left -= count }
    }

    /// Lets it go on although the memory is spent, or no longer: then it has its grace again.
    mutating func goFirst(_ goes: Bool) {
        if goesFirst, !goes { left = Self.grace }
        goesFirst = goes
    }

    mutating func begin(at now: Instant = .now) { since = since ?? now }

    /// Ends the wait, if it waits; gives how long it was.
    @discardableResult
    mutating func end(at now: Instant = .now) -> Duration {
        guard let begun = since else { return .zero }
        since = nil
        total += now - begun
        return now - begun
    }
}
