import FeedModel
import FeedStages
import FeedState

/// What becomes of a message after an attempt that failed.
enum SendingVerdict: Sendable, Hashable {
    /// It is tried again at later runs, until 75 h and ten attempts have passed.
    case waits
    /// The same, and this attempt does not count: nothing was sent for safety's sake, or this machine is at fault.
    case waitsUncounted
    /// It is tried again; three such answers at least an hour apart end it, for the receiver's configuration may be in
    /// the middle of a change.
    case isRefused
    /// The endpoint wants nothing any more: it is asked again in a day, and all messages wait.
    case endpointGone
    /// Trying again is pointless.
    case givenUp

    /// Judges an error of a sink. What fails on this machine (files, standard output) is never given up.
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
    /// Whether a refusal at this moment counts: at most one an hour does.
    fileprivate func isFreshRefusal(at now: Timestamp) -> Bool {
        guard let refusedAt, refusedAt <= now else { return true }
        return now - refusedAt >= .seconds(3600)
    }
}

extension StageError {
    /// Whether it tells of the endpoint rather than of one message.
    var concernsEndpoint: Bool {
        switch code.point {
        case .here, .connecting, .securing: true
        case .sent, .answering, .answered: code.fault == .limit || code.outlook == .gone || retryAfter != nil
        }
    }
}
