import CLibCurl
import FeedStages
import Synchronization

/// The queue from callers to the thread that owns libcurl: requests, cancellations, and the request to stop.
///
/// A class, because callers and the thread share it. One lock protects everything in it.
final class CurlInbox: Sendable {
    /// A request with the continuation of its caller.
    struct Submission: Sendable {
        let id: UInt64
        let request: ExchangeRequest
        let cancellation: Cancellation
        let continuation: CheckedContinuation<Result<ExchangeAnswer, StageError>, Never>
    }

    /// Whether a caller gave up. It is set before the id is posted, so that a cancellation that arrives before its own
    /// request is not lost.
    final class Cancellation: Sendable {
        private let flag = Atomic(false)
        var isCancelled: Bool { flag.load(ordering: .acquiring) }
        func cancel() { flag.store(true, ordering: .releasing) }
    }

    /// What the thread takes out at once.
    struct Contents: Sendable {
        var submitted: [Submission] = []
        var cancelled: [UInt64] = []
        var isStopping = false

        var isEmpty: Bool { submitted.isEmpty && cancelled.isEmpty && !isStopping }
    }

    /// The multi handle, only to wake its thread. Sendable by proof: `curl_multi_wakeup` is the one function that any
    /// thread may call. It is called under the lock, and `close` takes the lock before the handle is freed.
    private struct Waker: @unchecked Sendable {
        let multi: UnsafeMutableRawPointer
    }

    private struct State: Sendable {
        var contents = Contents()
        /// Whether the thread waits, so that it must be woken. Once is enough.
        var isAsleep = false
        var waker: Waker?
        var isClosed = false
        var failure: StageError?
        var whenClosed: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Adds a request, or rejects it at once if the thread is stopping or closed.
    func submit(_ submission: Submission) {
        let rejection = state.withLock { state -> StageError? in
            guard !state.isClosed, !state.contents.isStopping else {
                return state.failure ?? StageError(.cancelled, subject: submission.request.maskedURL)
            }
            state.contents.submitted.append(submission)
            Self.wake(&state)
            return nil
        }
        if let rejection { submission.continuation.resume(returning: .failure(rejection)) }
    }

    func cancel(_ id: UInt64) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.contents.cancelled.append(id)
            Self.wake(&state)
        }
    }

    func stop() {
        state.withLock { state in
            state.contents.isStopping = true
            Self.wake(&state)
        }
    }

    /// Returns when the thread has closed libcurl.
    func waitUntilClosed() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.whenClosed.append(continuation) }
                return state.isClosed
            }
            if isClosed { continuation.resume() }
        }
    }

    /// For the thread: what comes while it waits wakes this handle from now on.
    func open(_ multi: UnsafeMutableRawPointer) {
        let waker = Waker(multi: multi)
        state.withLock { $0.waker = waker }
    }

    /// For the thread, before it waits: returns whether nothing is there. Only from then on does each new item wake it.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.contents.isEmpty
            return state.isAsleep
        }
    }

    /// For the thread: takes all items out.
    func empty() -> Contents {
        state.withLock { state in
            state.isAsleep = false
            var contents = Contents()
            contents.isStopping = state.contents.isStopping
            swap(&contents, &state.contents)
            return contents
        }
    }

    /// Closes the inbox. Only libcurl's thread calls it, before it frees its handle, or whoever could not start that
    /// thread. Waiting and later requests fail with `failure`, or as cancelled if it is nil.
    func close(because failure: StageError? = nil) {
        let (left, waiting) = state.withLock { state in
            state.waker = nil
            state.isClosed = true
            state.failure = failure
            defer {
                state.contents.submitted = []
                state.whenClosed = []
            }
            return (state.contents.submitted, state.whenClosed)
        }
        for submission in left {
            submission.continuation.resume(
                returning: .failure(failure ?? StageError(.cancelled, subject: submission.request.maskedURL)))
        }
        for continuation in waiting { continuation.resume() }
    }

    private static func wake(_ state: inout State) {
        guard state.isAsleep, let waker = state.waker else { return }
        state.isAsleep = false
        clibcurl_multi_wake(waker.multi)
    }
}
