import FeedConfiguration
import FeedStages
import FeedTesting
import MachineLaboratory
import Synchronization

/// A transport that never answers for `hang.example`, until the request is cancelled.
final class HangingWeb: HTTPTransport {
    private let web: StubTransport
    private let hung = Atomic(0)

    init(_ web: StubTransport) { self.web = web }

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        guard request.url.mask.contains("hang.example") else { return try await web.send(request) }
        hung.add(1, ordering: .relaxed)
        let isCancelled = Task.detached { while !Task.isCancelled { await Task.yield() } }
        await withTaskCancellationHandler {
            await isCancelled.value
        } onCancel: {
            isCancelled.cancel()
        }
        throw StageError(.cancelled, subject: request.url.mask)
    }

    /// Returns once so many requests hang.
    func hang(_ count: Int) async throws { try await eventually { hung.load(ordering: .relaxed) >= count } }
}
