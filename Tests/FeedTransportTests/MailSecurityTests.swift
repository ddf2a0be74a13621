import FeedConfiguration
import FeedModel
import FeedStages
import FeedSystem
import FeedTransport
import LoopbackLaboratory
import MachineLaboratory
import Testing

@Suite("Encryption and login of letters")
struct MailSecurityTests {
    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    private func server(
        startTLS: Bool = true, certificate: TestCertificate? = nil,
        _ change: (inout SMTPServer.Script) -> Void = { _ in }
    ) throws -> SMTPServer {
        let certificate = try certificate ?? authority.issue()
        return try Letters.server { script in
            script.certificate = certificate
            script.beginsEncrypted = !startTLS
            change(&script)
        }
    }

    private func letter(to server: SMTPServer, user: String? = nil, timeout: Duration = .seconds(20)) -> MailLetter {
        Letters.letter(to: server, tls: .required, user: user, timeout: timeout, ca: authority.file)
    }

    @Test("M20 letters go out encrypted, from the start or by STARTTLS", arguments: [true, false])
    func encrypted(startTLS: Bool) async throws {
        let server = try server(startTLS: startTLS)
        #expect(try await CurlMailTransport().send(letter(to: server)).isEmpty)
        #expect(server.letters.map(\.isEncrypted) == [true])
        var letter = letter(to: server)
        letter.server.caFile = nil
        #expect(try await CurlMailTransport(caFile: authority.file).send(letter).isEmpty)
        #expect(server.letters.map(\.isEncrypted) == [true, true])
    }

    @Test("M21 a server without encryption gets nothing but the greeting")
    func noEncryption() async throws {
        let bare = try Letters.server()
        let refusing = try server { $0.command = { command, _ in command == "STARTTLS" ? .reply("502 no") : nil } }
        for server in [bare, refusing] {
            let error = await Letters.error(letter(to: server, user: "hanako"))
            #expect(error?.code == .encryptionMissing)
            #expect(server.commands.allSatisfy { $0.hasPrefix("EHLO") || $0 == "STARTTLS" || $0 == "QUIT" })
        }
        let busy = try server { $0.command = { command, _ in command == "STARTTLS" ? .reply("454 4.7.0 busy") : nil } }
        #expect(await Letters.error(letter(to: busy))?.code == .deferred)
        // What stands behind the reply was sent by somebody in between.
        let injecting = try server {
            $0.command = { command, _ in
                command == "STARTTLS" ? .bytes(Array("220 go\r\n250 2.0.0 injected\r\n".utf8)) : nil
            }
        }
        #expect(await Letters.error(letter(to: injecting, user: "hanako")) != nil)
        #expect(injecting.letters.isEmpty)
    }

    @Test("M22 a certificate that is not sound is told as for feeds, and nothing is sent", arguments: [true, false])
    func certificates(startTLS: Bool) async throws {
        let unsound: [(TestCertificate, StageError.Code)] = [
            (try authority.issue(valid: -30 ... -1), .tlsExpired),
            (try authority.issue(valid: 1...30), .tlsNotYetValid),
            (try authority.issue(for: ["mail.example"]), .tlsName),
            (try TestAuthority(named: "somebody").issue(), .tlsUntrusted),
            (try #require(TestCertificate()), .tlsUntrusted), (try authority.issue(signedWithSHA1: true), .tlsWeak),
        ]
        for (certificate, code) in unsound {
            let server = try server(startTLS: startTLS, certificate: certificate)
            let error = await Letters.error(letter(to: server, user: "hanako"))
            #expect(error?.code == code, "\(error?.explanation ?? "")")
            #expect(!server.commands.contains { $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
        }
        let server = try server(startTLS: startTLS)
        var letter = letter(to: server)
        letter.server.caFile = "/nowhere.pem"
        let error = await Letters.error(letter)
        #expect(error?.code == .tls)
        #expect(error?.facts[.option] == "ca_file")
    }

    @Test("M23 a handshake that does not end is told as such")
    func slowHandshake() async throws {
        let listener = try #require(
            LoopbackListener { socket, _ in
                let wire = ClearWire(socket)
                wire.waitForEnd()
            })
        var letter = try letter(to: server(), timeout: .milliseconds(400))
        letter.server.address = "smtps://\(listener.authority)"
        #expect(await Letters.error(letter)?.code == .tlsTimeout)
    }

    private static func login(_ mechanism: String) -> @Sendable (String, Int) -> SMTPServer.Action? {
        let plain = "\u{0}hanako\u{0}\(Letters.password)"
        return { command, _ in
            switch command {
            case "AUTH PLAIN", "AUTH LOGIN": .reply("334 " + (mechanism == "LOGIN" ? "VXNlcm5hbWU6" : ""))
            case Base64Text.encode(plain), Base64Text.encode(Letters.password): .reply("235 2.7.0 welcome")
            case Base64Text.encode("hanako"): .reply("334 UGFzc3dvcmQ6")
            default: command.hasPrefix("AUTH") ? .reply("504 5.5.4 what?") : nil
            }
        }
    }

    @Test("M24 this side logs in by what the server offers", arguments: ["PLAIN", "LOGIN"])
    func login(_ mechanism: String) async throws {
        let server = try server {
            $0.offers = ["AUTH \(mechanism)", "8BITMIME"]
            $0.command = Self.login(mechanism)
        }
        #expect(await Letters.error(letter(to: server, user: "hanako")) == nil)
        #expect(server.letters.count == 1)
        #expect(server.commands.contains("AUTH \(mechanism)"))
    }

    @Test("M25 a server that offers no login that is known gets no letter")
    func noLogin() async throws {
        for offers in [[], ["AUTH X-UNKNOWN"]] {
            let server = try server { $0.offers = offers }
            let error = await Letters.error(letter(to: server, user: "hanako"))
            #expect(error?.code == .loginMissing)
            #expect(server.letters.isEmpty)
            #expect(!server.commands.contains { $0.hasPrefix("MAIL") })
        }
    }

    @Test("M26 a login that fails is told by its code: for now, or for somebody to correct")
    func wrongLogin() async throws {
        for (reply, code) in [
            ("535 5.7.8 authentication failed", StageError.Code.credentialRejected),
            ("534-5.7.9 Application-specific password required\r\n534 5.7.9 see the help", .credentialRejected),
            ("454 4.7.0 temporary failure", .deferred),
        ] {
            let server = try server {
                $0.offers = ["AUTH PLAIN"]
                $0.command = { command, _ in
                    command == "AUTH PLAIN" ? .reply("334 ") : command.hasPrefix("AGhh") ? .reply(reply) : nil
                }
            }
            let error = await Letters.error(letter(to: server, user: "hanako"))
            #expect(error?.code == code)
            #expect(error?.facts[.status] == String(reply.prefix(3)))
        }
    }

    @Test("M27 no user name, no password and no letter goes to another machine without encryption")
    func plaintext() async throws {
        let server = try Letters.server { $0.offers = ["AUTH PLAIN"] }
        #expect(await Letters.error(Letters.letter(to: server, user: "hanako"))?.code == .badConfiguration)
        for host in ["192.168.1.5", "mail.example.jp", "[fe80::1]", "0.0.0.0"] {
            var letter = Letters.letter(to: server)
            letter.server.address = "smtp://\(host):\(server.port)"
            #expect(await Letters.error(letter)?.code == .badConfiguration, "\(host)")
        }
        #expect(server.connections == 0)
    }

    @Test("M28 no error shows the password in any form, whatever the server says at any point")
    func secrecy() async throws {
        let forms = [
            Letters.password, Base64Text.encode(Letters.password),
            Base64Text.encode("\u{0}hanako\u{0}\(Letters.password)"),
        ]
        let echo = forms.joined(separator: " and ")
        var errors = 0
        for prefix in ["EHLO", "AUTH", "AGhh", "MAIL", "RCPT", "DATA", "letter"] {
            for code in ["421", "454", "535", "550", "552", "999"] {
                let server = try server {
                    $0.offers = ["AUTH PLAIN"]
                    $0.command = { command, _ in
                        if command.hasPrefix(prefix) { return .reply("\(code)-\(echo)\r\n\(code) \(echo)") }
                        return command == "AUTH PLAIN"
                            ? .reply("334 ") : command.hasPrefix("AGhh") ? .reply("235 ok") : nil
                    }
                    if prefix == "letter" { $0.letter = { _ in .reply("\(code) \(echo)") } }
                }
                guard let error = await Letters.error(letter(to: server, user: "hanako")) else { continue }
                errors += 1
                let shown = "\(error)\(error.explanation ?? "")\(error.facts)"
                #expect(!shown.contains("Pa55") && !shown.contains("geheim"), "\(prefix) \(code)")
                #expect(!forms.contains { shown.contains($0) }, "\(prefix) \(code)")
            }
        }
        #expect(errors >= 30)
    }
}

/// Base64 as logins write it.
private enum Base64Text {
    static func encode(_ text: String) -> String { Base64.encode(Array(text.utf8)) }
}
