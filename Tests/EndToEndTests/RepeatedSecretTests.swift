import FeedTesting
import Foundation
import MachineLaboratory
import Testing

/// A server that repeats what it was told, in a feed that is kept.
@Suite("credentials that a server repeats")
struct RepeatedSecretTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    private static let token = "tKr8Wq5Zx2Lm7Vn4"
    private static let password = "pWr6Yb3Jd9Fh1Gc8"

    private static func secret(in request: LoopbackServer.Request) -> String {
        request.header("authorization")?.contains("Basic") == true ? password : token
    }

    private static func reply(to request: LoopbackServer.Request) -> LoopbackReply {
        let secret = secret(in: request)
        return LoopbackReply(
            headers: [("ETag", "\"v1-\(secret)\""), ("Last-Modified", secret)],
            text: """
                <rss version="2.0"><channel><title>Hello \(secret)!</title>
                <item><guid>\(request.target.prefix(2))</guid>
                <title>For \(secret) alone</title><author>\(secret)</author><category>\(secret)</category>
                <link>https://host.example/e?token=\(secret)</link>
                <description>ordinary text</description></item></channel></rss>
                """)
    }

    private func write(_ server: LoopbackServer, formats: [String] = ["markdown"]) throws {
        let sinks = formats.map { "  \($0): { type: file, path: page.\($0), format: \($0) }\n" }.joined()
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { env_file: .env, network: { allow: ["127.0.0.1/32"] } }
            sources:
              bearer: { type: feed, url: "\(server.url("/b"))", auth: { bearer: { env: TOKEN } } }
              query: { type: feed, url: "\(server.url("/q?token=\(Self.token)"))" }
              whole: { type: feed, url: { env: ADDRESS } }
              basic: { type: feed, url: "\(server.url("/p"))", auth: { basic: { user: me, password: { env: PASSWORD } } } }
            sinks:
            \(sinks)
            pipelines: { all: { sources: ["*"], sinks: [\(formats.joined(separator: ", "))] } }

            """)
        try workplace.write(
            ".env", "TOKEN=\(Self.token)\nPASSWORD=\(Self.password)\nADDRESS=\(server.url("/w?token=\(Self.token)"))\n")
        try #require(chmod(workplace.path(".env"), 0o600) == 0)
    }

    @Test("X10: a credential in titles, names, tags and validators is masked before it is kept; addresses stay")
    func masked() throws {
        let server = try #require(LoopbackServer { Self.reply(to: $0) })
        try write(server)
        let first = try workplace.run("run")
        try #require(first.status == 0, "\(first.errors)")
        let page = workplace.read("page.markdown")
        let listed = try workplace.run("list", "--json").output
        let status = try workplace.run("status", "--json").output + workplace.run("status", "bearer").output
        for text in [page, listed, status] {
            // What a private feed links to may need it.
            let rest = text.replacing("https://host.example/e?token=\(Self.token)", with: "")
                .replacing("https://host.example/e?token=\(Self.password)", with: "")
            #expect(!rest.contains(Self.token) && !rest.contains(Self.password), "\(rest)")
        }
        #expect(page.contains("host.example/e?token=\(Self.token)"))
        #expect(listed.contains("For {sources.bearer.auth.bearer} alone"))
        #expect(listed.contains("For {sources.query.url.token} alone"), "\(listed)")
        #expect(status.contains("Hello {sources.bearer.auth.bearer}!"), "\(status)")
        // No validator was kept: the second run asks without any.
        _ = try workplace.run("run")
        #expect(server.requests.count == 8)
        #expect(server.requests.allSatisfy { $0.header("if-none-match") == nil })
        #expect(server.requests.allSatisfy { $0.header("if-modified-since") == nil })
    }

    /// As a page breaks it into lines.
    private static func hidden(_ secret: String) -> String {
        secret.map(String.init).joined(separator: "\u{ad}\u{200b}")
    }

    /// Every place of an entry and a feed that has words, and the kept ones: text, addresses, ids.
    private static func atom(_ secret: String) -> String {
        """
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-\(secret)"><id>feed</id>
        <title>\(hidden(secret))</title><subtitle>\(secret)</subtitle><rights>\(secret)</rights>
        <generator version="\(secret)">\(secret)</generator>
        <author><name>\(secret)</name><email>\(secret)@host.example</email></author>
        <category term="\(secret)" scheme="https://host.example/\(secret)" label="\(secret)"/>
        <entry xml:lang="en-\(secret)"><id>kept-id-\(secret)</id><title>entry \(hidden(secret))</title>
        <updated>2026-11-20T00:00:00Z</updated>
        <rights type="html">&lt;b&gt;\(secret)&lt;/b&gt;</rights>
        <author><name>\(secret)</name><email>\(secret)@host.example</email></author>
        <contributor><name>\(hidden(secret))</name></contributor>
        <category term="\(secret)" scheme="https://host.example/\(secret)" label="\(secret)"/>
        <link href="https://host.example/kept-page-\(secret)"/>
        <link rel="\(secret)" href="https://host.example/kept-link-\(secret)" title="\(secret)" hreflang="\(secret)"
          type="text/\(secret)"/>
        <link rel="enclosure" href="https://host.example/kept-file-\(secret)" title="\(secret)" type="audio/\(secret)"/>
        <source><id>kept-origin-\(secret)</id><title>\(secret)</title></source>
        <content type="html">kept-text-\(secret)</content></entry></feed>
        """
    }

    @Test("X10: only texts, addresses and ids of entries keep a credential, wherever a feed repeats it")
    func everywhere() throws {
        let server = try #require(LoopbackServer { LoopbackReply(text: Self.atom(Self.secret(in: $0))) })
        try write(server, formats: ["markdown", "jsonl", "json", "html"])
        let first = try workplace.run("run", "--report", "report.json")
        try #require(first.status == 0, "\(first.errors)")
        var texts = ["page.jsonl", "page.markdown", "page.json", "page.html", "report.json"].map(workplace.read)
        texts.append(try workplace.run("list").output)
        texts.append(try workplace.run("list", "--json").output)
        texts.append(try workplace.run("status", "--json").output)
        texts.append(try workplace.run("status", "bearer").output)
        for (text, secret) in texts.flatMap({ text in [Self.token, Self.password].map { (text, $0) } }) {
            let rest = ["page", "link", "file", "id", "origin", "text"].reduce(text) {
                $0.replacing("kept-\($1)-\(secret)", with: "")
            }
            #expect(!text.isEmpty && !rest.contains(secret) && !rest.contains(Self.hidden(secret)), "\(rest)")
        }
        #expect(texts[0].contains("kept-text-\(Self.token)") && texts[0].contains("kept-file-\(Self.token)"))
    }

    private static func refusal(of request: LoopbackServer.Request) -> LoopbackReply {
        let secret = secret(in: request)
        let type = [("Content-Type", "text/\(secret)")]
        return switch request.target.prefix(2) {
        case "/b": LoopbackReply(302, headers: [("Location", "http://[\(secret)]/\(secret)")])
        case "/q": .raw("HTTP/1.1 404 \(secret)\r\nContent-Length: 0\r\nRetry-After: \(secret)\r\n\r\n")
        case "/w": LoopbackReply(headers: type, text: "<html><title>\(secret)</title>\(hidden(secret))</html>")
        default: LoopbackReply(headers: type, text: "{\"\(secret)\": \"\(hidden(secret))\"}")
        }
    }

    @Test("X10: what is told of a failure has no credential, though the answer repeats it everywhere")
    func failures() throws {
        let server = try #require(LoopbackServer { Self.refusal(of: $0) })
        try write(server)
        let told = try workplace.run("run", "--report", "report.json", "--log-format", "json", "--log-level", "debug")
        #expect(told.status == 1, "\(told.errors)")
        var texts = [told.output, told.errors, workplace.read("report.json")]
        texts.append(try workplace.run("status", "--json").output)
        texts += try ["bearer", "query", "whole", "basic"].map { try workplace.run("status", $0).output }
        texts.append(try workplace.run("check", "--online").output)
        for text in texts {
            for secret in [Self.token, Self.password] {
                #expect(!text.contains(secret) && !text.contains(Self.hidden(secret)), "\(text)")
            }
        }
        #expect(told.errors.contains("http://[{sources.bearer.auth.bearer}]/"), "\(told.errors)")
    }
}
