import FeedModel
import FeedStages
import FeedState

/// What happens to a message after a failed attempt.
enum SendingVerdict: Sendable, Hashable {
    /// The message is retried in later runs until 75 h and ten attempts have passed.
    case waits
    /// The message is retried, and this attempt does not count: it was held back for safety, or this machine caused the
    /// failure.
    case waitsUncounted
    /// The message is retried. Three such responses, each at least an hour apart, end it: the receiver's configuration
    /// may be changing.
    case isRefused
    /// The endpoint is gone. All messages wait, and it is tried again after a day.
    case endpointGone
    /// The message is given up: another attempt cannot succeed.
    case givenUp

    /// Decides by an error of a sink. Messages for this machine (files, standard output) are never given up.
    init(after error: StageError, of open: OpenMessage, now: Timestamp) {
        guard open.message.mode == .post else {
            self = .waits
            return
        }
        let attempts = open.message.attempts + 1
        let isOld = open.firstFailureAt.map { now - $0 >= Self.longestTrying } ?? false
        switch error.code.outlook {
        case .gone: self = .endpointGone
        case _ where !error.code.counts: self = .waitsUncounted
        case .final: self = .givenUp
        case _ where isOld && attempts >= Self.fewestAttempts: self = .givenUp
        case .disputed:
            guard open.isFreshRefusal(at: now) else {
                self = .waits
                return
            }
            self = open.refusals + 1 >= Self.mostRefusals ? .givenUp : .isRefused
        default: self = .waits
        }
    }

    private static let longestTrying = Duration.seconds(75 * 3600)
    private static let fewestAttempts = 10
    private static let mostRefusals = 3
}

extension OpenMessage {
    /// Whether a refusal at this moment counts: at most one in an hour does.
    fileprivate func isFreshRefusal(at now: Timestamp) -> Bool {
        guard let refusedAt, refusedAt <= now else { return true }
        return now - refusedAt >= .seconds(3600)
    }
}

extension StageError {
    /// Whether the error concerns the endpoint and not only one message.
    var concernsEndpoint: Bool {
        switch code.point {
        case .here, .connecting, .securing: true
        case .sent, .answering, .answered: code.fault == .limit || code.outlook == .gone || retryAfter != nil
        }
    }
}
