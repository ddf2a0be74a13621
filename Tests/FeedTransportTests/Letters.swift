import FeedConfiguration
import FeedStages
import FeedTransport
import LoopbackLaboratory
import Testing

/// Letters for loopback servers, and what becomes of them.
enum Letters {
    static let password = "Pa55-wort/geheim"

    static func letter(
        to server: SMTPServer, recipients: [String] = ["hanako@example.jp"],
        bytes: String = "Subject: x\r\n\r\nHello\r\n",
        tls: MailServer.TLS = .none, user: String? = nil, timeout: Duration = .seconds(20), ca: String? = nil
    ) -> MailLetter {
        MailLetter(
            server: MailServer(
                address: server.address, tls: tls, user: user,
                password: user == nil ? nil : Secret(password, mask: "{sinks.mail.via.password}"), caFile: ca),
            sender: "news@example.jp", recipients: recipients, bytes: Array(bytes.utf8), timeout: timeout)
    }

    static func server(_ change: (inout SMTPServer.Script) -> Void = { _ in }) throws -> SMTPServer {
        var script = SMTPServer.Script()
        change(&script)
        return try #require(SMTPServer(script))
    }

    /// The error of a letter that should fail, or nil if it was taken.
    static func error(_ letter: MailLetter, by transport: some MailTransport = CurlMailTransport()) async -> StageError?
    {
        do throws(StageError) {
            _ = try await transport.send(letter)
            return nil
        } catch {
            return error
        }
    }
}
