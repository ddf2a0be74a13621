import FeedTesting
import Foundation
import LoopbackLaboratory
import MachineLaboratory
import Testing

@Suite("feeds over HTTPS")
struct SecureFeedTests {
    private let workplace: Workplace
    private let authority: TestAuthority

    init() throws {
        workplace = try Workplace()
        authority = try TestAuthority()
    }

    private func writeConfiguration(_ sources: [(name: String, url: String, options: String)]) throws {
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { network: { allow: ["127.0.0.1/32"] } }
            defaults: { first_run: all }
            sources:
            \(sources.map { "  \($0.name): { type: feed, url: \"\($0.url)\"\($0.options) }" }.joined(separator: "\n"))
            sinks:
              archive: { type: file, path: archive.jsonl, format: jsonl, mode: append }
            pipelines:
              all: { sources: ["*"], sinks: [archive] }

            """)
    }

    @Test("N07, N08, N09 each way in which HTTPS fails is told in words of its own, with what to do")
    func words() throws {
        let certificates = [
            "expired": try authority.issue(valid: -30 ... -1), "future": try authority.issue(valid: 1...30),
            "name": try authority.issue(for: ["feeds.example"]), "weak": try authority.issue(key: .rsa512),
            "unknown": try TestAuthority(named: "somebody").issue(), "good": try authority.issue(),
        ]
        var feed = IssuedFeed(file: "feed")
        feed.issue(1)
        let document = feed.document
        var servers: [String: LoopbackServer] = [:]
        for (name, certificate) in certificates {
            let server = try #require(
                LoopbackServer(certificate: certificate) { _ in LoopbackReply(text: document) })
            servers[name] = server
        }
        let silent = try #require(LoopbackServer { _ in LoopbackReply(steps: [.hang]) })
        let trust = ", ca_file: \"\(authority.file)\""
        try writeConfiguration(
            servers.map { (name: $0.key, url: $0.value.url(), options: trust) } + [
                (name: "stalled", url: "https://127.0.0.1:\(silent.port)/", options: ", timeout: 3s"),
                (name: "untrusted", url: servers["good"]?.url("/other") ?? "", options: ""),
            ])
        let sources = try workplace.runNow().sources
        #expect(sources["good"]?.new == 1)
        let expected = [
            "expired": ("tls_expired", "expired", "clock"), "future": ("tls_not_yet_valid", "not valid yet", "clock"),
            "name": ("tls_name", "another host name", "URL"), "weak": ("tls_weak", "weak key", "site"),
            "unknown": ("tls_untrusted", "no trusted issuer", "ca_file"),
            "untrusted": ("tls_untrusted", "no trusted issuer", "ca_file"),
            "stalled": ("tls_timeout", "no secure connection in 3 s", "later"),
        ]
        for (name, (code, what, cure)) in expected {
            let error = try #require(sources[name]?.error, "\(name)")
            #expect(error.code == code)
            #expect(error.message.contains(what), "\(error.message)")
            #expect(error.recovery.contains(cure), "\(error.recovery)")
        }
        for name in ["expired", "future", "name", "weak", "unknown"] {
            #expect(servers[name]?.requests.isEmpty == true)
        }
        #expect(servers["good"]?.requests.count == 1)
    }

    @Test("N48 files and variables that curl(1) obeys change nothing, and no session key is written down")
    func surroundings() throws {
        let server = try #require(
            LoopbackServer(certificate: authority.issue()) { _ in
                LoopbackReply(text: "<rss version=\"2.0\"><channel><title>t</title></channel></rss>")
            })
        let proxy = try #require(LoopbackServer { _ in LoopbackReply(500) })
        let trust = ", ca_file: \"\(authority.file)\""
        try writeConfiguration([
            (name: "one", url: server.url("/one"), options: trust), (name: "two", url: server.url("/two"), options: ""),
        ])
        try workplace.write(
            "home/.netrc", "machine 127.0.0.1 login spy password pa55\ndefault login spy password pa55\n")
        let curlrc =
            "header = \"X-Spy: 1\"\nproxy = \"\(proxy.url())\"\ninsecure\nuser = \"spy:pa55\"\ncookie = \"a=b\"\n"
        try workplace.write("home/.curlrc", curlrc)
        try workplace.write("home/.config/curlrc", curlrc)
        let home = workplace.path("home")
        let outcome = try workplace.run(
            "run", "--report", "report.json",
            environment: [
                "HOME": home, "CURL_HOME": home, "XDG_CONFIG_HOME": home + "/.config", "NETRC": home + "/.netrc",
                "SSLKEYLOGFILE": workplace.path("keys.txt"), "CURL_CA_BUNDLE": authority.file,
                "SSL_CERT_FILE": authority.file, "SSL_CERT_DIR": "/nowhere", "CURL_SSL_BACKEND": "gnutls",
            ])
        #expect(outcome.status < 128)
        let sources = try RunReport(in: workplace).sources
        #expect(sources["one"]?.outcome == "loaded", "\(sources["one"]?.error?.message ?? "")")
        // Trusted by variables of other programs only.
        #expect(sources["two"]?.error?.code == "tls_untrusted")
        let names = try #require(server.requests.first).headers.map(\.name)
        #expect(names.sorted() == ["accept", "accept-encoding", "host", "user-agent"])
        #expect(server.requests.count == 1)
        #expect(proxy.connections == 0)
        #expect(!workplace.exists("keys.txt"))
    }
}
