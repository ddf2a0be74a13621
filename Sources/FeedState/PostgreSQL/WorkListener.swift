import FeedStages
import FeedSystem

/// Hears when other workers of a state in PostgreSQL, or commands of a user, have left work that could be done now.
///
/// It has a thread and a connection of its own (LISTEN). What it hears is only a hint: a connection that breaks is made
/// again, and nothing is lost if a call is missed. It also looks each minute whether a worker has died, as such a one calls
/// nobody. It ends with its last reference.
package final class WorkListener: Sendable {
    private let inbox = CallInbox()

    /// Begins to listen. Nothing is thrown if the server cannot be reached: it is tried again.
    ///
    /// - Parameters:
    ///   - worker: the name of the worker, by which `status` finds it while it waits.
    ///   - interval: the time between two looks for workers that have died.
    package init(_ place: PostgreSQLPlace, as worker: String, looking interval: Duration = .seconds(60)) {
        let inbox = inbox
        // Without a thread nobody is heard.
        _ = startDetachedThread { ListeningLoop(place, as: worker, inbox, interval: interval).run() }
    }

    deinit { inbox.end() }

    /// Returns true once somebody has called, and false at a moment or when the task is cancelled. Any number of calls
    /// since the last one count as one. Only one task may wait.
    ///
    /// - Parameter backend: the process that has served this worker in its last run. Its calls do not count.
    package func waitForCall(until moment: ContinuousClock.Instant, besides backend: Int32?) async -> Bool {
        inbox.ignore(backend)
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask { [inbox] in await inbox.waitForCall() }
            group.addTask {
                // A cancelled wait is over, too.
                try? await Task.sleep(until: moment, clock: .continuous)
                return false
            }
            let first = await group.next() ?? false
            group.cancelAll()
            // A call that came at the last moment is taken, too.
            let second = await group.next() ?? false
            return first || second
        }
    }
}
