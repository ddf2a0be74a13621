import FeedTesting
import Foundation
import Testing

/// A server that repeats what it was told, in a feed that is kept.
@Suite("credentials that a server repeats")
struct RepeatedSecretTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    private static let token = "tKr8Wq5Zx2Lm7Vn4"
    private static let password = "pWr6Yb3Jd9Fh1Gc8"

    private static func reply(to request: LoopbackServer.Request) -> LoopbackReply {
        let said = request.header("authorization") ?? request.target
        let secret = said.contains("Basic") ? password : token
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

    private func write(_ server: LoopbackServer) throws {
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
            sinks: { page: { type: file, path: page.md, format: markdown } }
            pipelines: { all: { sources: ["*"], sinks: [page] } }

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
        let page = workplace.read("page.md")
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
}
