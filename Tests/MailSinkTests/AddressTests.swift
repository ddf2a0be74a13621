import FeedConfiguration
import FeedModel
import FeedTesting
import Testing

@testable import MailSink

@Suite("Addresses and options of mail")
struct AddressTests {
    @Test("an address may have a name, in quotation marks or without")
    func parsed() throws {
        #expect(try MailAddress("a@b.jp") == MailAddress(name: nil, address: "a@b.jp"))
        #expect(try MailAddress(" 花子  <a.b+c@b.jp> ") == MailAddress(name: "花子", address: "a.b+c@b.jp"))
        #expect(try MailAddress("\"Doe, \\\"J\\\"\" <j@[127.0.0.1]>").name == "Doe, \"J\"")
        #expect(try MailAddress("root@localhost").domain == "localhost")
        #expect(try MailAddress("a <b@c> <d@e.jp>") == MailAddress(name: "a <b@c>", address: "d@e.jp"))
    }

    @Test(
        "X22: what is no address is told",
        arguments: [
            ("", MailAddress.Fault.address), ("a", .address), ("a@", .address), ("@b", .address),
            ("a b@c.jp", .address),
            ("a..b@c.jp", .address), ("a@-c.jp", .address), ("a@c..jp", .address), ("-f@c.jp", .address),
            ("花@c.jp", .notASCII), ("a@例え.jp", .notASCII), ("a@b.jp, c@d.jp", .many),
            ("a\r\nBcc: x <a@b.jp>", .controls),
            ("a\u{0}@b.jp", .controls), (String(repeating: "a", count: 65) + "@b.jp", .address),
            (String(repeating: "名", count: 400) + " <a@b.jp>", .name), ("<a@b.jp", .address),
            ("\"a@b\"@c.jp", .address), ("\"a b\"@c.jp", .address), ("a@b.jp (Mary)", .address),
            ("friends: a@b.jp, c@d.jp;", .many), ("a@b.jp; c@d.jp", .many), ("mailto:a@b.jp", .address),
        ])
    func refused(_ text: String, _ fault: MailAddress.Fault) {
        #expect(throws: fault) { try MailAddress(text) }
    }

    @Test("a name in a header is atoms, a quoted text or encoded words")
    func headerWords() {
        #expect(MailAddress(name: "Mary Smith", address: "m@x.jp").headerWords == ["Mary", "Smith", "<m@x.jp>"])
        #expect(MailAddress(name: "Smith, M.", address: "m@x.jp").headerWords == ["\"Smith, M.\"", "<m@x.jp>"])
        #expect(MailAddress(name: "花子", address: "m@x.jp").headerWords == ["=?UTF-8?B?6Iqx5a2Q?=", "<m@x.jp>"])
        #expect(MailAddress(name: nil, address: "m@x.jp").headerWords == ["m@x.jp"])
    }

    private func messages(_ options: [(String, Node)]) -> [String] {
        var pairs: [(String, Node)] = [
            ("to", .quoted("a@b.jp")), ("from", .quoted("c@d.jp")), ("via", MailTestBench.smtp),
        ]
        for option in options {
            pairs.removeAll { $0.0 == option.0 }
            pairs.append(option)
        }
        let node = Node(.map(pairs.map { Node.Pair(key: $0.0, place: .testing, value: $0.1) }), at: .testing)
        return MailSink.diagnostics(of: node, environment: ConfigEnvironment(variables: ["P": "word"]))
            .map { $0.what.text(in: .en) }
    }

    @Test("mistakes are told with their place")
    func mistakes() {
        let secret: Node = ["env": "P"]
        #expect(messages([]) == [])
        #expect(
            messages([("to", [])]) == ["testing.to: expected at least one value"] || messages([("to", [])]).count == 1)
        #expect(messages([("to", "nobody")]) == ["testing.to: this is no mail address"])
        #expect(messages([("to", Node(.list((0..<51).map { .quoted("a\($0)@b.jp") }), at: .testing))]).count == 1)
        #expect(messages([("via", "sendmail")]).count == 1)
        #expect(messages([("via", [:])]).count == 1)
        #expect(messages([("via", ["smtp": .quoted("smtps://x.jp"), "maildir": "m"])]).count == 1)
        #expect(
            messages([("via", ["smtp": .quoted("http://x.jp")])]) == [
                "testing.via.smtp: expected the address of a mail server"
            ])
        #expect(messages([("via", ["smtp": .quoted("smtp://u:p@x.jp")])]).count == 1)
        #expect(
            messages([("via", ["smtp": .quoted("smtps://x.jp"), "user": "u"])]) == [
                "testing.via: `user` and `password` belong together"
            ])
        #expect(messages([("via", ["smtp": .quoted("smtps://x.jp"), "user": "u", "password": secret])]) == [])
        #expect(messages([("via", ["smtp": .quoted("smtp://x.jp"), "tls": "none"])]).count == 1)
        #expect(messages([("via", ["smtp": .quoted("smtp://127.0.0.1:2525"), "tls": "none"])]) == [])
        #expect(
            messages([
                ("via", ["smtp": .quoted("smtp://localhost"), "tls": "none", "user": "u", "password": secret])
            ]) == ["testing.via: `user` and `password` are never sent without encryption"])
        #expect(messages([("via", ["maildir": "m", "user": "u"])]) == ["testing.via.user: only for `smtp`"])
        #expect(messages([("via", ["sendmail": .quoted("sendmail -t")])]).count == 1)
        #expect(
            messages([("subject", .quoted("{{titel}}"))]) == ["testing.subject: there is no placeholder `{{titel}}`"])
        #expect(messages([("unsubscribe", .quoted("mailto:x"))]).count == 1)
        #expect(messages([("unsubscribe", .quoted("https://x.jp/<a>"))]).count == 1)
        #expect(messages([("format", "json")]).count == 1)
    }

    private func warnings(_ via: Node, path: String = "/usr/bin:/bin", in folder: String) -> [Diagnostic] {
        let pairs: [(String, Node)] = [("to", .quoted("a@b.jp")), ("from", .quoted("c@d.jp")), ("via", via)]
        let node = Node(.map(pairs.map { Node.Pair(key: $0.0, place: .testing, value: $0.1) }), at: .testing)
        return MailSink.diagnostics(
            of: node, environment: ConfigEnvironment(variables: ["PATH": path], directory: folder))
    }

    @Test("a program for mail that could not be started is told, and one that cron would not find, in both languages")
    func sendmail() throws {
        let folder = try TemporaryFolder()
        try folder.write("#!/bin/sh\n", to: "mailer", mode: 0o755)
        try folder.write("#!/bin/sh\n", to: "plain", mode: 0o644)
        try folder.write("#!/nowhere/python\n", to: "orphan", mode: 0o755)
        try folder.write("#!/bin/sh\r\n", to: "carriage", mode: 0o755)
        func told(_ words: [String]) -> [String] {
            let via: Node = ["sendmail": Node(.list(words.map { .quoted($0) }), at: .testing)]
            return warnings(via, path: "/usr/bin:/bin:\(folder.path)", in: folder.path).map { found in
                #expect(found.severity != .error)
                return found.what.text(in: .en)
            }
        }
        let path = "testing.via.sendmail: "
        #expect(told(["./mailer", "-t"]) == [])
        #expect(told(["sh", "-c", "x"]) == [])
        #expect(told(["/nowhere/sendmail"]) == [path + "/nowhere/sendmail cannot be started: the file does not exist"])
        #expect(told(["nowhere-mail"]) == [path + "nowhere-mail was not found in PATH"])
        #expect(told(["./plain"]) == [path + "./plain cannot be started: it is not executable (chmod +x)"])
        #expect(told(["./"]) == [path + "./ cannot be started: it is a folder"])
        #expect(
            told(["./orphan"]) == [
                path + "./orphan cannot be started: the program of its first line (/nowhere/python) does not exist"
            ])
        #expect(
            told(["./carriage"]) == [path + "./carriage cannot be started: its first line ends in a carriage return"])
        #expect(told(["./mailer", "a\0b"]) == [path + "./mailer cannot be started: its arguments contain a NUL"])
        #expect(
            told(["mailer", "-t"]) == [
                path + "cron looks for programs in /usr/bin and /bin only, and not in \(folder.path)"
            ])
        let found = warnings(["sendmail": "/nowhere/sendmail"], in: folder.path)
        #expect(
            found.map { $0.what.text(in: .ja) } == [
                path + "/nowhere/sendmail は起動できません: ファイルが見つかりません"
            ])
    }

    @Test("a port where the encryption begins otherwise, and a Maildir that is a file, are told")
    func oddPlaces() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        func told(_ via: Node) -> [String] {
            warnings(via, in: folder.path).map { found in
                #expect(found.severity != .error)
                return found.what.text(in: .en) + (found.cure.map { " (" + $0.text(in: .en) + ")" } ?? "")
            }
        }
        #expect(
            told(["smtp": .quoted("smtp://mail.x.jp:465")]) == [
                "testing.via.smtp: servers do not speak smtp:// at port 465 (write smtps://mail.x.jp:465)"
            ])
        #expect(told(["smtp": .quoted("smtps://mail.x.jp:587")]).count == 1)
        #expect(told(["smtp": .quoted("smtp://mail.x.jp:25")]) == [])
        #expect(told(["smtp": .quoted("smtps://mail.x.jp:2465")]) == [])
        #expect(told(["maildir": "file"]) == ["testing.via.maildir: \(folder.path)/file is a file"])
        #expect(told(["maildir": "new"]) == [])
    }

    @Test("the sink keeps the rules of all stages")
    func conformance() {
        let sample: Node = [
            "to": .quoted("a@b.jp"), "from": .quoted("c@d.jp"), "via": MailTestBench.smtp, "pictures": "remote",
        ]
        #expect(StageConformance.problems(of: MailSink.self, sample: sample) == [])
    }
}
