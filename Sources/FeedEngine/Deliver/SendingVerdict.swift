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
    init(after error: StageError, of open: StateDatabase.OpenMessage, now: Timestamp) {
        guard open.message.mode == .post else {
            self = .waits
            return
        }
        let attempts = open.message.attempts + 1
        let isOld = open.firstFailureAt.map { now - $0 >= Self.longestTrying } ?? false
        switch error.code {
        case .gone: self = .endpointGone
        case let code where Self.uncounted.contains(code): self = .waitsUncounted
        case .rejected, .messageTooLarge, .badRequest: self = .givenUp
        case _ where isOld && attempts >= Self.fewestAttempts: self = .givenUp
        case .credentialRejected, .forbidden, .notFound:
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

    private static let uncounted: Set<StageError.Code> = [
        // Nothing was sent, for safety's sake.
        .tls, .tlsExpired, .tlsNotYetValid, .tlsName, .tlsUntrusted, .tlsWeak, .addressRefused,
        // Nothing could be sent.
        .credentialEmpty, .credentialMalformed, .badAddress, .notRecorded, .cancelled, .outOfResources,
        // What fails on this machine: a closed standard output, a full disk.
        .outputClosed, .diskFull, .inputOutput, .unwritable, .unsafePlace,
    ]
}

extension StateDatabase.OpenMessage {
    /// Whether a refusal at this moment counts: at most one an hour does.
    fileprivate func isFreshRefusal(at now: Timestamp) -> Bool {
        guard let refusedAt, refusedAt <= now else { return true }
        return now - refusedAt >= .seconds(3600)
    }
}

extension StageError {
    /// Whether a message was surely not received, and perhaps only for a moment: worth another try in the same run.
    var isPassing: Bool {
        let passing: Set<Code> = [
            .dns, .refused, .unreachable, .connectTimeout, .tlsTimeout, .reset, .limited, .serverError,
        ]
        return passing.contains(code)
    }

    /// Whether it tells of the endpoint rather than of one message.
    var concernsEndpoint: Bool {
        let ofEndpoint: Set<Code> = [
            .dns, .refused, .unreachable, .connectTimeout, .tls, .tlsExpired, .tlsNotYetValid, .tlsName, .tlsUntrusted,
            .tlsWeak, .tlsTimeout, .proxy, .addressRefused, .limited, .gone, .credentialEmpty, .credentialMalformed,
            .badAddress, .cancelled, .outOfResources,
        ]
        return ofEndpoint.contains(code) || retryAfter != nil
    }
}
