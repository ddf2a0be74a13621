package import FeedConfiguration
package import FeedStages
import FeedSystem

/// Carries letters to mail servers by libcurl, each on a connection and a thread of its own. libcurl is loaded with the
/// first letter.
///
/// Letters need no event loop: libcurl itself waits in one call for the reply to a letter, for as long as a server looks
/// for spam in it. On the thread of the web's transfers, no feed would be fetched meanwhile.
package struct CurlMailTransport: MailTransport {
    /// The file with the certificates of trusted authorities (PEM), unless the letter's server has its own.
    private let caFile: String
    /// Secrets that are masked in what servers say, in addition to the password.
    private let secrets: [Secret]

    /// Makes a transport.
    package init(caFile: String = "/etc/ssl/certs/ca-certificates.crt", secrets: [Secret] = []) {
        self.caFile = caFile
        self.secrets = secrets
    }

    /// Sends a letter; see `MailTransport.send`.
    ///
    /// Throws, besides the errors of connecting and of TLS: `.deferred` if the server asks to try later (4yz),
    /// `.recipientsRefused`, `.rejected` and `.messageTooLarge` if it refuses the recipients or the letter for good,
    /// `.forbidden` if it refuses this side, `.credentialRejected`, `.loginMissing` and `.encryptionMissing` before
    /// anything was sent, `.unknownFate` if the connection ended after the letter and before its reply, and
    /// `.cancelled`.
    package func send(_ letter: MailLetter) async throws(StageError) -> [RefusedRecipient] {
        guard !Task.isCancelled else { throw StageError(.cancelled, subject: letter.server.address) }
        let route = try SMTPRoute(of: letter)
        if letter.server.password?.isMissing == true {
            throw StageError(.credentialEmpty, subject: letter.server.address, facts: [.option: "password"])
        }
        let line = MailLine()
        let (caFile, mask) = (caFile, SecretMask(secrets + [letter.server.password].compactMap(\.self)))
        let watch = Task {
            // A cancelled wait is over, too: the letter's fate is known.
            try? await Task.sleep(for: letter.timeout + Self.grace)
            if !Task.isCancelled { line.end(because: .timeout) }
        }
        defer { watch.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isStarted = startDetachedThread {
                    continuation.resume(
                        returning: MailTransfer.run(letter, by: route, on: line, masking: mask, caFile: caFile))
                }
                if !isStarted {
                    continuation.resume(returning: .failure(.ofCurl("pthread_create", .outOfResources)))
                }
            }
        } onCancel: {
            line.end(because: .cancelled)
        }
        return try result.get()
    }

    /// How long after its time limit a conversation is ended from outside. libcurl does not watch the time while replies
    /// keep coming.
    private static let grace = Duration.seconds(1)
}
