import FeedModel
import FeedStages
import FeedState

/// When a message is given up: after a permanent answer, or after 75 h and ten attempts. What fails on this machine
/// (files, standard output) is never given up.
enum GivingUp {
    private static let permanent: Set<StageError.Code> = [.rejected, .messageTooLarge, .badRequest]
    private static let perhapsPermanent: Set<StageError.Code> = [.credentialRejected, .forbidden, .notFound]
    private static let paused: Set<StageError.Code> = [
        .gone, .addressRefused, .tls, .tlsExpired, .tlsName, .tlsUntrusted, .credentialEmpty, .credentialMalformed,
        .cancelled,
        // What fails on this machine: a closed standard output, a full disk.
        .outputClosed, .diskFull, .inputOutput, .unwritable,
    ]

    static func isDue(_ open: StateDatabase.OpenMessage, after error: StageError, now: Timestamp) -> Bool {
        guard open.message.mode == .post, !paused.contains(error.code) else { return false }
        if permanent.contains(error.code) { return true }
        let attempts = open.message.attempts + 1
        let age = open.firstFailureAt.map { now - $0 } ?? .zero
        // The configuration may be in the middle of a change: three runs over at least two hours.
        if perhapsPermanent.contains(error.code) { return attempts >= 3 && age >= .seconds(2 * 3600) }
        return attempts >= 10 && age >= .seconds(75 * 3600)
    }

    /// Whether the messages behind a failed one may still be tried in this run.
    static func letsOthersPass(_ open: StateDatabase.OpenMessage, after error: StageError) -> Bool {
        switch open.message.mode {
        case .post: permanent.contains(error.code)
        // Another file may be in better health, but not on a disk that is full or failing.
        case .append, .replace: error.code != .diskFull && error.code != .inputOutput
        }
    }
}
