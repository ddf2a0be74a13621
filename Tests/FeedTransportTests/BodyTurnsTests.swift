import Testing

@testable import FeedTransport

@Suite("turns of transfers while the memory is spent")
struct BodyTurnsTests {
    private typealias Candidate = BodyTurns.Candidate

    private let start = ContinuousClock.now

    private func candidate(_ id: UInt64, _ bytes: Int, waits: Bool = true, isSecondTry: Bool = false) -> Candidate {
        Candidate(id: id, bytes: bytes, waits: waits, isSecondTry: isSecondTry)
    }

    /// Looks, 20 ms apart, until somebody else's turn comes, at most for so long; gives the last turn.
    private func look(
        at candidates: [Candidate], _ turns: inout BodyTurns, hasRoom: Bool = true,
        for time: Duration, from now: inout ContinuousClock.Instant
    ) -> BodyTurns.Turn {
        let end = now + time
        let first = turns.next(among: candidates, hasRoom: hasRoom, at: now)
        var turn = first
        while now < end, turn == first {
            now = now + .milliseconds(20)
            turn = turns.next(among: candidates, hasRoom: hasRoom, at: now)
        }
        return turn
    }

    @Test("X08: any number of servers that drip cost one short turn each, though they had most")
    func dripping() {
        var turns = BodyTurns()
        var now = start
        var drips = (1...7).map { candidate(UInt64($0), 5 << 20) }
        var healthyAt: ContinuousClock.Instant?
        while now < start + .seconds(10), healthyAt == nil {
            let next = turns.next(among: drips + [candidate(99, 70 << 10)], hasRoom: true, at: now).id
            if next == 99 { healthyAt = now }
            for index in drips.indices {
                drips[index].waits = drips[index].id != next
                if drips[index].id == next { drips[index].bytes += 1 }
            }
            now = now + .milliseconds(20)
        }
        #expect(healthyAt.map { $0 - start <= (BodyTurns.length + .milliseconds(20)) * 7 } == true)
    }

    @Test("X08: who brought too little comes after all who did not, and keeps nobody waiting twice")
    func once() {
        var (turns, now) = (BodyTurns(), start)
        #expect(turns.next(among: [candidate(1, 900), candidate(2, 800)], hasRoom: true, at: now).id == 1)
        let dripping = candidate(1, 901, waits: false)
        #expect(look(at: [dripping, candidate(2, 800)], &turns, for: .seconds(1), from: &now).id == 2)
        turns.forget(2)
        for id in UInt64(3)...9 {
            #expect(turns.next(among: [candidate(1, 901), candidate(id, 10)], hasRoom: true, at: now).id == id)
            turns.forget(id)
        }
        #expect(turns.next(among: [candidate(1, 901)], hasRoom: true, at: now).id == 1)
    }

    @Test("X08: a line of 200 KB/s keeps its turn")
    func slowLine() {
        var turns = BodyTurns()
        var slow = candidate(1, 1 << 20)
        #expect(turns.next(among: [slow, candidate(2, 70 << 10)], hasRoom: true, at: start).id == 1)
        slow.waits = false
        for step in 1...150 {
            slow.bytes += 4000
            let now = start + .milliseconds(20 * step)
            #expect(turns.next(among: [slow, candidate(2, 70 << 10)], hasRoom: true, at: now).id == 1)
        }
    }

    @Test("X08: who is not looked at, since the machine is busy, keeps its turn")
    func busyMachine() {
        var (turns, now) = (BodyTurns(), start)
        var slow = candidate(1, 1 << 20)
        let waiting = candidate(2, 70 << 10)
        #expect(turns.next(among: [slow, waiting], hasRoom: true, at: now).id == 1)
        slow.waits = false
        for _ in 0..<5 {
            now = now + .seconds(3)
            #expect(turns.next(among: [slow, waiting], hasRoom: true, at: now).id == 1)
        }
    }

    @Test("X08: a second try has its turn before others, and is not stalled before its first byte")
    func secondTry() {
        var (turns, now) = (BodyTurns(), start)
        let other = candidate(2, 5 << 20)
        var again = candidate(1, 0, isSecondTry: true)
        #expect(turns.next(among: [other, again], hasRoom: false, at: now).id == 1)
        again.waits = false
        // Meanwhile it keeps nobody waiting.
        #expect(look(at: [other, again], &turns, hasRoom: false, for: .seconds(1), from: &now) == .init(id: 2))
        turns.forget(2)
        (again.bytes, again.waits) = (64 << 10, true)
        #expect(turns.next(among: [candidate(3, 5 << 20), again], hasRoom: true, at: now).id == 1)
    }

    @Test("X08: requests are sent once more one at a time, or a second after each other")
    func again() {
        var turns = BodyTurns()
        #expect(turns.mayBeginAgain(at: start))
        turns.beginAgain(1, at: start)
        #expect(!turns.mayBeginAgain(at: start + .milliseconds(900)))
        #expect(turns.mayBeginAgain(at: start + .seconds(1)))
        turns.beginAgain(2, at: start + .seconds(1))
        turns.forget(1)
        #expect(!turns.mayBeginAgain(at: start + .seconds(1)))
        turns.forget(2)
        #expect(turns.mayBeginAgain(at: start + .seconds(1)))
    }

    @Test("X08: while there is no room beside it, who drips keeps its turn, unless it can begin anew: then it yields")
    func yields() {
        for canYield in [true, false] {
            var (turns, now) = (BodyTurns(), start)
            var dripping = candidate(1, 900)
            dripping.canYield = canYield
            let waiting = candidate(2, 800)
            #expect(turns.next(among: [dripping, waiting], hasRoom: false, at: now).id == 1)
            dripping.waits = false
            let turn = look(at: [dripping, waiting], &turns, hasRoom: false, for: .seconds(10), from: &now)
            #expect(turn == (canYield ? .init(id: 2, yields: 1) : .init(id: 1)))
            guard canYield else { continue }
            #expect(now - start <= (BodyTurns.length + .milliseconds(20)) * BodyTurns.mostMisses)
            // It comes after all others when it begins anew.
            turns.forget(2)
            let again = [candidate(1, 0, isSecondTry: true), candidate(3, 700)]
            #expect(turns.next(among: again, hasRoom: false, at: now).id == 3)
        }
    }

    @Test("X08: a transfer waits once it has taken its grace, and a drip never does")
    func grace() {
        var wait = BodyWait()
        #expect(wait.admits(BodyWait.grace, isFree: false))
        for _ in 0..<1000 { wait.grew(by: 1, isFree: false) }
        #expect(wait.admits(1, isFree: false))
        wait.grew(by: BodyWait.grace, isFree: false)
        #expect(!wait.admits(1, isFree: false))
        #expect(wait.admits(1 << 20, isFree: true))
        wait.goFirst(true)
        #expect(wait.admits(1 << 20, isFree: false))
        // After its turn, and when there was memory, it has its grace again.
        wait.goFirst(false)
        #expect(wait.admits(BodyWait.grace, isFree: false))
        wait.grew(by: BodyWait.grace, isFree: false)
        wait.grew(by: 1 << 20, isFree: true)
        #expect(wait.admits(BodyWait.grace, isFree: false))
    }

    @Test("X08: waits are counted together")
    func total() {
        var wait = BodyWait()
        wait.begin(at: start)
        wait.begin(at: start + .seconds(1))
        #expect(wait.end(at: start + .seconds(3)) == .seconds(3))
        #expect(wait.end(at: start + .seconds(4)) == .zero)
        wait.begin(at: start + .seconds(5))
        wait.end(at: start + .seconds(6))
        #expect(wait.total == .seconds(4) && !wait.isOn)
    }
}
