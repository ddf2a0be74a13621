import FeedModel
import FeedStages
import Testing

@testable import FeedState

@Suite("the health of a feed")
struct FeedHealthTests {
    private let now = Timestamp(seconds: 1_795_125_600)

    private func health(
        failures: Int = 0, hours: Int = 0, code: StageError.Code? = nil, successHoursAgo: Int? = 48,
        _ change: (inout FeedHealth) -> Void = { _ in }
    ) -> FeedHealth {
        var health = FeedHealth()
        health.failures = failures
        health.failingSince = failures > 0 ? now - .seconds(hours * 3600) : nil
        health.lastSuccess = successHoursAgo.map { now - .seconds($0 * 3600) }
        health.lastAttempt = now
        health.errorCode = code
        change(&health)
        return health
    }

    @Test("is new before the first fetch, and ok after one")
    func fine() {
        #expect(FeedHealth().state(at: now) == .new)
        #expect(health().state(at: now) == .ok)
    }

    @Test("is slow when three of five fetches took more than ten seconds, degraded when its document was mended")
    func shown() {
        #expect(health { $0.slowFetches = 2 }.state(at: now) == .ok)
        #expect(health { $0.slowFetches = 3 }.state(at: now) == .slow)
        #expect(health { ($0.slowFetches, $0.wasRepaired) = (3, true) }.state(at: now) == .degraded)
        #expect(health { ($0.hasMoved, $0.wasRepaired) = (true, true) }.state(at: now) == .moved)
    }

    @Test("is unstable until three failures in a row and a day without success, then failing")
    func failing() {
        #expect(health(failures: 1, hours: 1, code: .dns).state(at: now) == .unstable)
        #expect(health(failures: 2, hours: 47, code: .dns).state(at: now) == .unstable)
        #expect(health(failures: 9, hours: 23, code: .dns, successHoursAgo: 23).state(at: now) == .unstable)
        #expect(health(failures: 3, hours: 47, code: .dns).state(at: now) == .failing)
        #expect(health(failures: 1, code: .dns, successHoursAgo: nil).state(at: now) == .failing)
    }

    @Test("is dead after thirty days and ten attempts, throttled by 429 and 503, blocked by a certificate or the guard")
    func kinds() {
        #expect(health(failures: 9, hours: 31 * 24, code: .dns, successHoursAgo: 800).state(at: now) == .failing)
        #expect(health(failures: 10, hours: 29 * 24, code: .dns, successHoursAgo: 800).state(at: now) == .failing)
        #expect(health(failures: 10, hours: 30 * 24, code: .dns, successHoursAgo: 800).state(at: now) == .dead)
        #expect(health(failures: 1, code: .limited).state(at: now) == .throttled)
        #expect(health(failures: 10, hours: 30 * 24, code: .limited, successHoursAgo: 800).state(at: now) == .dead)
        #expect(health(failures: 2, hours: 1, code: .tlsExpired, successHoursAgo: 2).state(at: now) == .unstable)
        for code in [StageError.Code.tlsExpired, .tlsName, .tlsUntrusted, .tls, .tlsWeak, .addressRefused] {
            #expect(health(failures: 3, hours: 30, code: code).state(at: now) == .blocked)
            #expect(health(failures: 60, hours: 60 * 24, code: code, successHoursAgo: 2000).state(at: now) == .blocked)
        }
        #expect(health(failures: 5, hours: 60, code: .gone) { $0.stoppedAt = now }.state(at: now) == .gone)
        #expect(health { $0.isFlooded = true }.state(at: now) == .flooded)
    }

    @Test("is told once as failing, once as dead, and never again; each week what it lacks on this machine")
    func news() {
        func told(_ told: FeedHealth.Notification, days: Int, since: Int, _ code: StageError.Code = .dns) -> FeedHealth
            .Notification?
        {
            health(failures: 12, hours: days * 24, code: code, successHoursAgo: days * 24) {
                ($0.lastNotification, $0.notifiedAt) = (told, now - .seconds(since * 86_400))
            }.dueNotification(at: now)
        }
        #expect(told(.nothing, days: 1, since: 0) == .failing)
        #expect(told(.failing, days: 7, since: 6) == nil)
        #expect(told(.failing, days: 29, since: 28) == nil)
        #expect(told(.failing, days: 8, since: 7, .valueMissing) == .reminder)
        #expect(told(.reminder, days: 15, since: 6, .valueMissing) == nil)
        #expect(told(.reminder, days: 15, since: 7, .valueMissing) == .reminder)
        #expect(told(.reminder, days: 30, since: 20) == .dead)
        #expect(told(.failing, days: 30, since: 2) == .dead)
        #expect(told(.dead, days: 300, since: 270) == nil)
        #expect(told(.nothing, days: 1, since: 0, .tlsName) == .failing)
        #expect(told(.failing, days: 100, since: 99, .tlsName) == nil)
    }

    @Test("time for which nobody looked is none of the day for which a feed may fail before it is told")
    func unseen() {
        let seen = health(failures: 3, hours: 25, code: .dns, successHoursAgo: 26)
        #expect(seen.dueNotification(at: now) == .failing)
        var unseen = seen
        unseen.unseen = .seconds(3 * 3600)
        #expect(unseen.dueNotification(at: now) == nil)
        #expect(unseen.state(at: now) == .unstable)
        #expect(unseen.nextNotificationAt == now + .seconds(3600))
        #expect(unseen.dueNotification(at: now + .seconds(3600)) == .failing)
    }

    @Test("a server that wants a pause is told after a day of it, also where the feed has never worked")
    func throttled() {
        #expect(health(failures: 8, hours: 23, code: .limited, successHoursAgo: 23).dueNotification(at: now) == nil)
        #expect(
            health(failures: 2, hours: 24, code: .limited, successHoursAgo: 25).dueNotification(at: now) == .failing)
        #expect(health(failures: 8, hours: 23, code: .limited, successHoursAgo: nil).dueNotification(at: now) == nil)
        #expect(
            health(failures: 8, hours: 24, code: .limited, successHoursAgo: nil).dueNotification(at: now) == .failing)
    }
}
