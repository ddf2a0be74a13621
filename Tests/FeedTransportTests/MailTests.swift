import FeedConfiguration
import FeedModel
import FeedStages
import FeedTransport
import LoopbackLaboratory
import MachineLaboratory
import Testing

@Suite("Letters to mail servers")
struct MailTests {
    @Test("M01 a letter arrives byte for byte, whatever dots and long lines it has")
    func bytes() async throws {
        let server = try Letters.server()
        let bodies = [
            ".\r\n", "..\r\n.\r\n", ".first\r\nx\r\n.\r\n..\r\n.end\r\n", "Subject: x\r\n\r\n\r\n",
            String(repeating: "a", count: 998) + "\r\n", String(repeating: ".\r\n", count: 40_000),
            String(repeating: "0123456789abcde\r\n", count: 20_000) + "\r\n.\r\n",
        ]
        for body in bodies {
            let letter = Letters.letter(to: server, bytes: body)
            #expect(try await CurlMailTransport().send(letter).isEmpty)
            #expect(server.letters.last?.bytes == Array(body.utf8))
        }
        #expect(server.letters.count == bodies.count)
        #expect(server.letters.allSatisfy { $0.sender == "news@example.jp" && $0.recipients == ["hanako@example.jp"] })
    }

    @Test("M02 each letter has a connection of its own, and this side names itself by a name or an address")
    func connections() async throws {
        let server = try Letters.server()
        for _ in 0..<3 { _ = try await CurlMailTransport().send(Letters.letter(to: server)) }
        #expect(server.connections == 3)
        let hello = try #require(server.commands.first { $0.hasPrefix("EHLO ") }?.dropFirst(5))
        #expect(hello == "[127.0.0.1]" || hello.contains("."))
    }

    @Test("M03 what the server says to the letter decides: received, later, never, too large")
    func fates() async throws {
        let replies: [(String, StageError.Code?)] = [
            ("250 2.0.0 queued", nil), ("250-one\r\n250 two", nil), ("252 we will see", nil),
            ("451 4.7.1 greylisted", .deferred), ("421 4.3.2 going down", .deferred), ("452 4.3.1 disk", .deferred),
            ("554 5.7.1 spam", .rejected), ("550 no", .rejected), ("552 5.2.3 too big", .messageTooLarge),
            ("552 exceeded", .messageTooLarge), ("523 5.2.3 big", .messageTooLarge),
            ("554 5.3.4 big", .messageTooLarge),
            ("552-5.7.0 This message was blocked\r\n552 5.7.0 see our site", .rejected),
            ("552 5.2.2 mailbox full", .rejected), ("199 what", .unknownFate), ("354 more", .unknownFate),
        ]
        for (reply, code) in replies {
            let server = try Letters.server { $0.letter = { _ in .reply(reply) } }
            let error = await Letters.error(Letters.letter(to: server))
            #expect(error?.code == code, "\(reply)")
            #expect(server.letters.count == 1)
            #expect(error == nil || error?.facts[.status] == String(reply.prefix(3)))
        }
    }

    @Test("M04 greylisting at any point before the letter waits, and nothing was sent")
    func greylisting() async throws {
        for prefix in ["EHLO", "MAIL", "RCPT", "DATA"] {
            let server = try Letters.server {
                // Who does not know EHLO is asked with HELO.
                $0.command = { command, _ in
                    command.hasPrefix(prefix) || prefix == "EHLO" && command.hasPrefix("HELO")
                        ? .reply("450 4.2.0 greylisted, come back") : nil
                }
            }
            let error = await Letters.error(Letters.letter(to: server))
            #expect(error?.code == .deferred, "\(prefix)")
            #expect(error?.code.isPassing == true)
            #expect(error?.facts[.reply] == "450 4.2.0 greylisted, come back")
            #expect(server.letters.isEmpty)
        }
        for greeting in ["421 4.3.2 too busy", "450 later"] {
            let server = try Letters.server { $0.greeting = .reply(greeting) }
            #expect(await Letters.error(Letters.letter(to: server))?.code == .deferred)
        }
    }

    @Test("M05 a server that refuses this side is no reason to give the letter up at once")
    func refusedSide() async throws {
        let servers = [
            try Letters.server { $0.greeting = .reply("554 5.7.1 no service for you") },
            try Letters.server {
                $0.command = { command, _ in command.hasPrefix("MAIL") ? .reply("550 5.1.8 who") : nil }
            },
            try Letters.server {
                $0.command = { command, _ in
                    command.hasPrefix("EHLO") || command.hasPrefix("HELO") ? .reply("550 your name is bad") : nil
                }
            },
        ]
        for server in servers { #expect(await Letters.error(Letters.letter(to: server))?.code == .forbidden) }
        let locked = try Letters.server {
            $0.command = { command, _ in command.hasPrefix("MAIL") ? .reply("530 5.7.0 Authentication required") : nil }
        }
        #expect(await Letters.error(Letters.letter(to: locked))?.code == .credentialRejected)
        let small = try Letters.server {
            $0.offers = ["SIZE 100"]
            $0.command = { command, _ in
                command.hasPrefix("MAIL") && command.contains("SIZE=200") ? .reply("552 5.3.4 too big") : nil
            }
        }
        let letter = Letters.letter(to: small, bytes: String(repeating: "x", count: 198) + "\r\n")
        #expect(await Letters.error(letter)?.code == .messageTooLarge)
    }

    @Test("M06 a cut before the end of the letter means not received; a cut after it is an unknown fate")
    func cuts() async throws {
        for action in [SMTPServer.Action.close, .reset] {
            for prefix in ["EHLO", "MAIL", "RCPT", "DATA"] {
                let server = try Letters.server {
                    $0.command = { command, _ in command.hasPrefix(prefix) ? action : nil }
                }
                let error = await Letters.error(Letters.letter(to: server))
                #expect(error?.code == .reset, "\(prefix) \(error?.explanation ?? "")")
                #expect(error?.facts[.sent] == "part")
            }
            let silent = try Letters.server { $0.greeting = action }
            #expect(await Letters.error(Letters.letter(to: silent))?.code == .reset)
            let after = try Letters.server { $0.letter = { _ in action } }
            let error = await Letters.error(Letters.letter(to: after))
            #expect(error?.code == .unknownFate)
            #expect(error?.facts[.found] == "reset")
            #expect(after.letters.count == 1)
        }
        // More than the buffers of both sides hold.
        let within = try Letters.server {
            $0.offers = []
            $0.closesWithin = 100_000
        }
        let large = Letters.letter(to: within, bytes: String(repeating: "0123456789abcde\r\n", count: 1_500_000))
        let error = await Letters.error(large)
        #expect(error?.code == .reset)
        #expect(error?.facts[.sent] == "part")
    }

    @Test("M07 a server that is slow ends with the time limit, wherever that is")
    func slowness() async throws {
        for prefix in ["EHLO", "MAIL", "RCPT", "DATA"] {
            let server = try Letters.server { $0.command = { command, _ in command.hasPrefix(prefix) ? .hang : nil } }
            let error = await Letters.error(Letters.letter(to: server, timeout: .milliseconds(300)))
            #expect(error?.code == .timeout, "\(prefix)")
            #expect(error?.facts[.sent] == "part")
        }
        let silent = try Letters.server { $0.greeting = .hang }
        #expect(await Letters.error(Letters.letter(to: silent, timeout: .milliseconds(300)))?.code == .timeout)
        let thinking = try Letters.server { $0.letter = { _ in .hang } }
        let error = await Letters.error(Letters.letter(to: thinking, timeout: .milliseconds(300)))
        #expect(error?.code == .unknownFate)
        #expect(error?.facts[.found] == "timeout")
        let late = try Letters.server {
            $0.greeting = .pause(200, .reply("220 late"))
            $0.letter = { _ in .pause(500, .reply("250 after a while")) }
        }
        #expect(await Letters.error(Letters.letter(to: late)) == nil)
    }

    // No letter's own time limit may end the wait: a letter that was taken counts as such then, too.
    @Test("M08 a letter that was taken is over, whatever the server does with the goodbye", .timeLimit(.minutes(1)))
    func goodbye() async throws {
        let timeout = Duration.seconds(3600)
        for action in [SMTPServer.Action.hang, .close, .reset, .flood("221-bye\r\n"), .reply("500 what?")] {
            let server = try Letters.server { $0.command = { command, _ in command == "QUIT" ? action : nil } }
            #expect(await Letters.error(Letters.letter(to: server, timeout: timeout)) == nil)
            let refusing = try Letters.server {
                $0.command = { command, _ in
                    command == "QUIT" ? action : command.hasPrefix("RCPT") ? .reply("550 5.1.1 nobody") : nil
                }
            }
            #expect(await Letters.error(Letters.letter(to: refusing, timeout: timeout))?.code == .recipientsRefused)
        }
    }

    @Test("M09 recipients that are refused are named, and the others get the letter once")
    func recipients() async throws {
        let server = try Letters.server {
            $0.command = { command, _ in
                command.contains("<no@") ? .reply("550 5.1.1 no such user") : nil
            }
        }
        let some = Letters.letter(to: server, recipients: ["a@example.jp", "no@example.jp", "b@example.jp"])
        #expect(
            try await CurlMailTransport().send(some) == [
                RefusedRecipient(address: "no@example.jp", code: 550, reply: "5.1.1 no such user")
            ])
        #expect(server.letters.map(\.recipients) == [["a@example.jp", "b@example.jp"]])
        let error = await Letters.error(Letters.letter(to: server, recipients: ["no@example.jp", "no@example.com"]))
        #expect(error?.code == .recipientsRefused)
        #expect(error?.facts[.found] == "no@example.jp, no@example.com")
        #expect(error?.facts[.status] == "550")
        #expect(error?.facts[.reply] == "550 5.1.1 no such user")
        #expect(server.letters.count == 1)
    }

    @Test("M10 a recipient that is refused for now keeps the letter from everybody, or does not get it, as wanted")
    func recipientsForNow() async throws {
        let server = try Letters.server {
            $0.command = { command, _ in command.contains("<full@") ? .reply("452 4.2.2 mailbox full") : nil }
        }
        var letter = Letters.letter(to: server, recipients: ["full@example.jp", "a@example.jp"])
        letter.waitsForAll = true
        let error = await Letters.error(letter)
        #expect(error?.code == .deferred)
        #expect(error?.facts[.reply] == "452 4.2.2 mailbox full")
        #expect(server.letters.isEmpty)
        letter.waitsForAll = false
        #expect(
            try await CurlMailTransport().send(letter) == [
                RefusedRecipient(address: "full@example.jp", code: 452, reply: "4.2.2 mailbox full")
            ])
        #expect(server.letters.map(\.recipients) == [["a@example.jp"]])
        let both = try Letters.server {
            $0.command = { command, _ in
                command.contains("<full@")
                    ? .reply("452 4.2.2 mailbox full") : command.hasPrefix("RCPT") ? .reply("550 5.1.1 no") : nil
            }
        }
        // Later one of them may be taken.
        #expect(
            await Letters.error(Letters.letter(to: both, recipients: ["a@example.jp", "full@example.jp"]))?.code
                == .deferred)
    }

    @Test("M11 what is no mail server, and replies without end, are told as such")
    func nonsense() async throws {
        let web = try Letters.server { $0.greeting = .reply("HTTP/1.1 400 Bad Request") }
        let error = await Letters.error(Letters.letter(to: web))
        #expect(error?.code == .protocolViolation)
        #expect(error?.phrases[.found] != nil)
        for piece in ["220-still greeting\r\n", "100 wait\r\n", String(repeating: "x", count: 50_000)] {
            let server = try Letters.server { $0.greeting = .flood(piece) }
            let error = await Letters.error(Letters.letter(to: server, timeout: .seconds(2)))
            #expect([.protocolViolation, .timeout, .reset].contains(error?.code), "\(piece.prefix(20))")
            #expect(server.commands.isEmpty)
        }
    }

    @Test("M12 a reply of 100 KB, NULs and escape sequences do no harm")
    func longReplies() async throws {
        let long = String(repeating: "long ", count: 20_000)
        let lines = (0..<2000).map { "250-line \($0) of many, many lines\r\n" }.joined()
        for reply in ["250 " + long, lines + "250 end"] {
            let server = try Letters.server { $0.letter = { _ in .reply(reply) } }
            #expect(await Letters.error(Letters.letter(to: server)) == nil)
        }
        let server = try Letters.server {
            $0.letter = { _ in .bytes(Array("554 5.7.1 \u{1B}[31mred\u{0}\u{7}\r\n".utf8)) }
        }
        let error = await Letters.error(Letters.letter(to: server))
        #expect(error?.code == .rejected)
        #expect(error?.facts[.reply] == "554 5.7.1 [31mred")
    }

    @Test("M13 what could not be sent is refused before anything is connected to")
    func badLetters() async throws {
        let server = try Letters.server()
        let wrong = ["", "nobody", "a b@example.jp", "花子@example.jp", "a@b>\r\nRCPT TO:<x@y", "a@b\r\nDATA"]
        for address in wrong {
            #expect(
                await Letters.error(Letters.letter(to: server, recipients: ["ok@example.jp", address]))?.code
                    == .badRequest)
            var letter = Letters.letter(to: server)
            letter.sender = address
            #expect(await Letters.error(letter)?.code == .badRequest)
        }
        #expect(await Letters.error(Letters.letter(to: server, recipients: []))?.code == .badRequest)
        for address in [
            "http://127.0.0.1:\(server.port)", "smtp://a:b@127.0.0.1:\(server.port)", "smtp://", "127.0.0.1",
            "smtp://127.0.0.1:\(server.port)/x", "file:///etc/passwd", "smtp://127.0.0.1:0",
        ] {
            var letter = Letters.letter(to: server)
            letter.server.address = address
            #expect(await Letters.error(letter)?.code == .badAddress, "\(address)")
        }
        #expect(server.connections == 0)
    }

    @Test("M14 a letter whose run is stopped ends at once, before the letter and after it")
    func cancellation() async throws {
        let actions: [(inout SMTPServer.Script) -> Void] = [
            { $0.greeting = .hang }, { $0.letter = { _ in .hang } },
            { $0.command = { command, _ in command.hasPrefix("RCPT") ? .hang : nil } },
        ]
        for change in actions {
            let server = try Letters.server(change)
            let letter = Letters.letter(to: server, timeout: .seconds(600))
            let task = Task { await Letters.error(letter) }
            try await eventually { server.connections > 0 }
            try await Task.sleep(for: .milliseconds(50))
            task.cancel()
            #expect(await task.value?.code == .cancelled)
        }
    }

    @Test("M15 a server that thinks for long about a letter delays no feed")
    func feedsGoOn() async throws {
        let mail = try Letters.server { $0.letter = { _ in .hang } }
        let web = try Loopback.server { _ in LoopbackReply(text: "feed") }
        let transport = Loopback.transport()
        let letter = Letters.letter(to: mail, timeout: .seconds(600))
        let task = Task { await Letters.error(letter) }
        try await eventually { !mail.letters.isEmpty }
        for _ in 0..<5 { #expect(try await transport.send(HTTPRequest(url: web.url("/f"))).status == 200) }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
    }

    @Test("M16 a server that cannot be reached is an outage, as elsewhere")
    func unreachable() async throws {
        let server = try Letters.server()
        var letter = Letters.letter(to: server)
        server.stop()
        #expect(await Letters.error(letter)?.code == .refused)
        letter.server.address = "smtp://mail.invalid:25"
        letter.server.tls = .required
        #expect(await Letters.error(letter)?.code == .dns)
    }
}
