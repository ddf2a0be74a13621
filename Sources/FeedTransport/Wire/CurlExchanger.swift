import FeedStages
import FeedSystem
import Synchronization

/// Sends requests over the network: the interface to the one thread that owns libcurl.
///
/// A class, because its `deinit` ends the thread.
final class CurlExchanger: Exchanger {
    private let inbox = CurlInbox()
    private let settings: CurlSettings
    private let lastID = Atomic<UInt64>(0)
    private let hasBegun = Atomic(false)

    init(_ settings: CurlSettings) { self.settings = settings }

    deinit { inbox.stop() }

    /// Starts the thread once; the thread loads libcurl.
    private func begin() {
        guard hasBegun.exchange(true, ordering: .acquiringAndReleasing) == false else { return }
        let (inbox, settings) = (inbox, settings)
        let isStarted = startDetachedThread { CurlLoop.run(inbox, settings) }
        if !isStarted { inbox.close(because: .ofCurl("pthread_create")) }
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

    /// Cancels the transfers in flight and waits until the thread has closed libcurl. Later requests are cancelled.
    func shutdown() async {
        inbox.stop()
        guard hasBegun.load(ordering: .acquiring) else { return }
        await inbox.waitUntilClosed()
    }
}
