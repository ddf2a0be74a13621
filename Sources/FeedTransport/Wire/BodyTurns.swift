/// Whose turn it is to bring its body while the memory is spent and nothing gives memory back: one transfer at a time,
/// for as long as it brings enough. Knows the time only from its callers.
///
/// Who brought too little in a turn of its own comes after all who did not, so that each such server costs one short
/// turn, however many there are.
struct BodyTurns {
    typealias Instant = ContinuousClock.Instant

    /// A transfer, as far as turns depend on it.
    struct Candidate {
        var id: UInt64
        /// Bytes of its body so far.
        var bytes: Int
        /// Whether it waits for memory.
        var waits: Bool
        /// Whether its server was asked once more: there is no third time.
        var isSecondTry = false
        /// Whether it may give back what it has, and begin anew later.
        var canYield = false
    }

    /// What comes of a look at those who wait.
    struct Turn: Equatable {
        /// Whose turn it is; nil if nobody waits.
        var id: UInt64?
        /// Who has to give back what it has: it brought too little in several looks, and there is no room for others
        /// beside it.
        var yields: UInt64?
    }

    /// How often it is looked whether the one whose turn it is brings enough.
    static let length: Duration = .milliseconds(250)
    /// Bytes that are enough in that time: a line of 200 KB/s brings three times as many.
    static let enough = 16 << 10

    /// For how long a server that is asked once more keeps the next such request waiting.
    static let longestBeginning: Duration = .seconds(1)

    /// Looks in a row that find too little until a transfer has to yield.
    static let mostMisses = 4

    /// A look counts for no more: who is not looked at, since this machine is busy, is not slow.
    static let longestLook: Duration = .milliseconds(40)

    private struct Present {
        let id: UInt64
        var bytes: Int
        var passed = Duration.zero
        var misses = 0
    }

    private var present: Present?
    private var lastLook: Instant?
    /// Turns in which too little came.
    private var failures: [UInt64: Int] = [:]
    /// Who was sent once more last, unless it is over.
    private var lastAgain: (id: UInt64, at: Instant)?

    /// Whose turn it is now.
    ///
    /// - Parameter hasRoom: whether another may have a turn beside what came of the present body, which stays in the
    ///   memory.
    mutating func next(among candidates: [Candidate], hasRoom: Bool, at now: Instant) -> Turn {
        var turn = Turn()
        let passed = lastLook.map { min(now - $0, Self.longestLook) } ?? .zero
        lastLook = now
        if var present, let candidate = candidates.first(where: { $0.id == present.id }) {
            defer { self.present = present }
            turn.id = present.id
            present.passed += passed
            // Who waits has not begun its turn, nor has who began again and has yet to bring its first byte.
            let brought = candidate.bytes - present.bytes
            if candidate.waits || brought < 0 || brought >= Self.enough {
                present = Present(id: present.id, bytes: candidate.bytes)
                return turn
            }
            guard present.passed >= Self.length else { return turn }
            if candidate.bytes > 0 { failures[present.id, default: 0] += 1 }
            present = Present(id: present.id, bytes: candidate.bytes, misses: present.misses + 1)
            guard candidates.contains(where: \.waits) else { return turn }
            // Who has brought nothing takes no room.
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

    /// Whether another request may be sent once more: one at a time, or they would wait for each other again.
    func mayBeginAgain(at now: Instant) -> Bool { lastAgain.map { now - $0.at >= Self.longestBeginning } ?? true }

    /// Notes that a request is sent once more.
    mutating func beginAgain(_ id: UInt64, at now: Instant) { lastAgain = (id, now) }

    /// Forgets a transfer that is over.
    mutating func forget(_ id: UInt64) {
        failures[id] = nil
        if lastAgain?.id == id { lastAgain = nil }
    }

    /// Who has most is over first.
    private func rank(_ candidate: Candidate) -> (Int, Int, Int, UInt64) {
        (failures[candidate.id] ?? 0, candidate.isSecondTry ? 0 : 1, -candidate.bytes, candidate.id)
    }
}
