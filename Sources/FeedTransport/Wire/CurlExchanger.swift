import FeedStages
import FeedSystem
import Synchronization

/// Exchanges over the network: a door to the one thread that owns libcurl, which starts with the first request.
///
/// A class, because the thread ends with it.
final class CurlExchanger: Exchanger {
    private let inbox = CurlInbox()
    private let settings: CurlSettings
    private let lastID = Atomic<UInt64>(0)
    private let hasBegun = Atomic(false)

    init(_ settings: CurlSettings) { self.settings = settings }

    deinit { inbox.stop() }

    /// Starts the thread, which loads libcurl, with the first request.
    private func begin() {
        guard hasBegun.exchange(true, ordering: .acquiringAndReleasing) == false else { return }
        let (inbox, settings) = (inbox, settings)
        let isStarted = startDetachedThread { CurlLoop.run(inbox, settings) }
        if !isStarted { inbox.close(because: "pthread_create") }
    }

    func exchange(_ request: ExchangeRequest) async throws(StageError) -> ExchangeAnswer {
        begin()
        let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
        let cancellation = CurlInbox.Cancellation()
        let inbox = inbox
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                inbox.submit(
                    CurlInbox.Submission(
                        id: id, request: request, cancellation: cancellation, continuation: continuation))
            }
        } onCancel: {
            cancellation.cancel()
            inbox.cancel(id)
        }
        return try result.get()
    }

    /// Ends what is in flight and leaves libcurl; requests that come later are cancelled.
    func shutdown() async {
        inbox.stop()
        guard hasBegun.load(ordering: .acquiring) else { return }
        await inbox.waitUntilClosed()
    }
}
