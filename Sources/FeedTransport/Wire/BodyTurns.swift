/// Chooses the transfer that may receive its body while the memory is spent and no work will give memory back. One
/// transfer has the turn at a time, for as long as it receives enough. The caller passes the time.
///
/// A transfer that received too little in its turn ranks behind all others. So each slow server costs one short turn.
struct BodyTurns {
    typealias Instant = ContinuousClock.Instant

    /// The properties of a transfer on which turns depend.
    struct Candidate {
        var id: UInt64
        /// Bytes of the transfer's body so far.
        var bytes: Int
        /// Whether the transfer waits for memory.
        var waits: Bool
        /// Whether the transfer's request was sent a second time; there is no third time.
        var isSecondTry = false
        /// Whether the transfer may give back its memory and start again later.
        var canYield = false
    }

    /// The decision of `next`.
    struct Turn: Equatable {
        /// The transfer that has the turn; nil if none waits.
        var id: UInt64?
        /// The transfer that must give back its memory: it received too little several times in a row, and there is no
        /// memory for others beside it.
        var yields: UInt64?
    }

    /// The length of one check of the transfer that has the turn.
    static let length: Duration = .milliseconds(250)
    /// Bytes that are enough in one check; a line of 200 KB/s carries three times as many.
    static let enough = 16 << 10

    /// How long a request that was sent once more keeps the next such request waiting.
    static let longestBeginning: Duration = .seconds(1)

    /// Checks in a row with too few bytes until a transfer must yield.
    static let mostMisses = 4

    /// The most time that counts between two calls of `next`. Calls come late while this machine is busy, and then the
    /// transfer is not slow.
    static let mostCountedTime: Duration = .milliseconds(40)

    private struct Present {
        let id: UInt64
        var bytes: Int
        var passed = Duration.zero
        var misses = 0
    }

    private var present: Present?
    private var lastCall: Instant?
    /// For each transfer the number of checks with too few bytes.
    private var failures: [UInt64: Int] = [:]
    /// The last request that was sent once more, unless it is over.
    private var lastAgain: (id: UInt64, at: Instant)?

    /// Decides which transfer has the turn now.
    ///
    /// - Parameter hasRoom: whether there is memory for another turn, although the present body stays in the memory.
    mutating func next(among candidates: [Candidate], hasRoom: Bool, at now: Instant) -> Turn {
        var turn = Turn()
        let passed = lastCall.map { min(now - $0, Self.mostCountedTime) } ?? .zero
        lastCall = now
        if var present, let candidate = candidates.first(where: { $0.id == present.id }) {
            defer { self.present = present }
            turn.id = present.id
            present.passed += passed
            // The check starts again for a transfer that waits, and for one that was sent again and has fewer bytes
            // than before.
            let brought = candidate.bytes - present.bytes
            if candidate.waits || brought < 0 || brought >= Self.enough {
                present = Present(id: present.id, bytes: candidate.bytes)
                return turn
            }
            guard present.passed >= Self.length else { return turn }
            if candidate.bytes > 0 { failures[present.id, default: 0] += 1 }
            present = Present(id: present.id, bytes: candidate.bytes, misses: present.misses + 1)
            guard candidates.contains(where: \.waits) else { return turn }
            // A transfer without any bytes takes no memory.
            if !hasRoom, candidate.bytes > 0 {
                guard candidate.canYield, present.misses >= Self.mostMisses else { return turn }
                turn.yields = present.id
            }
        }
        let best = candidates.filter(\.waits).min { rank($0) < rank($1) }
        present = best.map { Present(id: $0.id, bytes: $0.bytes) }
        turn.id = best?.id
        return turn
    }

    /// Whether another request may be sent once more. Only one at a time may, or they would wait for each other again.
    func mayBeginAgain(at now: Instant) -> Bool { lastAgain.map { now - $0.at >= Self.longestBeginning } ?? true }

    /// Notes that a request is sent once more.
    mutating func beginAgain(_ id: UInt64, at now: Instant) { lastAgain = (id, now) }

    /// Forgets a transfer that is over.
    mutating func forget(_ id: UInt64) {
        failures[id] = nil
        if lastAgain?.id == id { lastAgain = nil }
    }

    /// The rank of a transfer, lowest first; the transfer with most bytes will be complete first.
    private func rank(_ candidate: Candidate) -> (Int, Int, Int, UInt64) {
        (failures[candidate.id] ?? 0, candidate.isSecondTry ? 0 : 1, -candidate.bytes, candidate.id)
    }
}
