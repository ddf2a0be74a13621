import FeedConfiguration
import FeedEngine
import FeedStages
import Logging

/// Sends the outcome of a run to a monitoring service (`settings.heartbeat`). An error of this is only logged: the
/// service raises the alarm by itself.
struct HeartbeatSending: Sendable {
    let heartbeat: Heartbeat
    let transport: any HTTPTransport
    let logger: Logger
    /// The longest delay of a run's end by this request.
    static let patience = Duration.seconds(5)

    /// Sends one request, unless another run holds the lock: that run will send it.
    func send(after status: ExitStatus) async {
        guard let address = address(after: status) else { return }
        // This is outside the run's task, which is cancelled when a run is stopped: that is reported, too.
        await Task { await ask(address) }.value
    }

    private func address(after status: ExitStatus) -> Secret? {
        switch status {
        case .done, .attention: heartbeat.success
        case .locked: nil
        default: heartbeat.failure
        }
    }

    private func ask(_ address: Secret) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await request(address) }
            group.addTask {
                // The sleep ends early when there is a response.
                try? await Task.sleep(for: Self.patience)
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func request(_ address: Secret) async {
        var policy = HTTPPolicy()
        (policy.timeout, policy.connectTimeout) = (Self.patience, Self.patience)
        var request = HTTPRequest(url: address, followsRedirects: false)
        request.policy = policy
        request.answerPrefix = 0
        do throws(StageError) {
            let answer = try await transport.send(request)
            logger.debug(
                "heartbeat", metadata: ["url": "\(address.mask)", "status": .stringConvertible(answer.status)])
        } catch {
            logger.debug("heartbeat", metadata: ["url": "\(address.mask)", "code": "\(error.code.rawValue)"])
        }
    }
}
