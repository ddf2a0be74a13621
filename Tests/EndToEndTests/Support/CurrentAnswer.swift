import FeedTesting
import MachineLaboratory
import Synchronization

/// What a server answers until it is told otherwise.
///
/// A class, because the test and the server's threads share it.
final class CurrentAnswer: Sendable {
    private let current = Mutex(LoopbackReply(500))

    /// The answer to the next requests.
    var reply: LoopbackReply {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
