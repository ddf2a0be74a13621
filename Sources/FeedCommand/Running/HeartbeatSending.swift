import FeedConfiguration
import FeedEngine
import FeedStages
import Logging

/// Tells a dead man's switch how a run ended. Whatever goes wrong with it concerns nobody but the log: the switch itself
/// raises the alarm.
struct HeartbeatSending: Sendable {
    let heartbeat: Heartbeat
    let transport: any HTTPTransport
    let logger: Logger
    /// How long a run may end later because of it.
    static let patience = Duration.seconds(5)

    /// Asks once, unless another run is at work: that one will.
    func send(after status: ExitStatus) async {
        guard let address = address(after: status) else { return }
        // Outside the run's task: a run that was stopped tells that, too, and its task is cancelled.
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
                // Ends early when there is an answer.
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
