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

    @Test("the sink keeps the rules of all stages")
    func conformance() {
        let sample: Node = [
            "to": .quoted("a@b.jp"), "from": .quoted("c@d.jp"), "via": MailTestBench.smtp, "pictures": "remote",
        ]
        #expect(StageConformance.problems(of: MailSink.self, sample: sample) == [])
    }
}
