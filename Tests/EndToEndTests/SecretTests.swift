import FeedStages
import FeedSystem
import FeedTesting
import Foundation
import MachineLaboratory
import Testing

/// A secret in every option that takes one, sent to servers that quote it in every way they can.
@Suite("secrets")
struct SecretTests {
    private let workplace: Workplace
    private let server: LoopbackServer
    /// Wants a pause, which would keep the others of its host and port from being asked.
    private let busy: LoopbackServer
    private let stranger: LoopbackServer
    private let proxy: LoopbackServer

    /// Each made so that no other text holds it, nor its first eight characters.
    private enum Secrets {
        static let qiita = "qT7xkWbAq9ZrLmP2vN4s"
        static let bearer = "bR3x~Lq0Zt7Yw1Vn8Kd+/="
        static let password = "pW7!mQx ü&%<zJ4\"cE:a"
        static let header = "hD5jU8nXkB3vMsG6"
        static let query = "uT9wCf4RtBq8XzLk"
        static let path = "uSe7cretPa1234xyz"
        static let hookUser = "hkUs8er4Jd"
        static let hookPassword = "hkPa55word99"
        static let hookPath = "hkPath777xQp"
        static let hookHeader = "whHd8Fr2Nm5Qs7Tv"
        static let signing = "c2lnbmluZy1rZXktMDEyMzQ1Njc4OQ=="
        static let proxy = "pxPw6Zk9Wd3Hb1Uy"
        /// Not ours, but as good as a password of ours.
        static let cookie = "ckVz4Gm8Hs2Jf6Kr"
        static let all = [
            qiita, bearer, password, header, query, path, hookUser, hookPassword, hookPath, hookHeader, signing, proxy,
            cookie,
        ]
    }

    /// What a server does with what it was told, by the first part of the path.
    private static let answers = [
        "ok", "401", "403", "404", "410", "429", "500", "loop", "hop", "away", "ftp", "broken", "port", "private",
        "reset", "garbage", "coding", "page", "root", "down",
    ]

    init() throws {
        workplace = try Workplace()
        stranger = try #require(LoopbackServer { LoopbackReply(404, text: Self.quoted($0)) })
        let away = stranger.url("/404")
        server = try #require(LoopbackServer { Self.reply(to: $0, away: away) })
        busy = try #require(LoopbackServer { Self.reply(to: $0, away: away) })
        proxy = try #require(LoopbackServer { LoopbackReply(502, text: Self.quoted($0)) })
    }

    /// Everything that a request tells of its sender's credentials.
    private static func quoted(_ request: LoopbackServer.Request) -> String {
        let authorization = request.header("authorization") ?? ""
        let packed = String(authorization.split(separator: " ").last ?? "")
        let unpacked = Base64.decode(packed).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let others = request.headers.filter { $0.name != "authorization" }.map(\.value)
        return ([request.target, authorization, unpacked] + others).joined(separator: " ")
    }

    /// As pages quote what they were sent.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }

    private static func reply(to request: LoopbackServer.Request, away: String) -> LoopbackReply {
        let quoted = quoted(request)
        let encoded = quoted.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let raw = quoted.replacing(" ", with: "_")
        func redirect(_ location: String) -> LoopbackReply { LoopbackReply(302, headers: [("Location", location)]) }
        switch request.target.split(separator: "/").first.map(String.init) ?? "" {
        case "ok":
            return LoopbackReply(
                headers: [("Set-Cookie", "session=\(Secrets.cookie)")],
                text: "<rss version='2.0' xmlns:a='http://www.w3.org/2005/Atom'><channel><title>T</title>"
                    + "<link>http://\(request.header("host") ?? "")\(request.target)</link>"
                    + "<a:link rel='self' href='http://\(request.header("host") ?? "")\(request.target)'/>"
                    + "<a:id>http://\(request.header("host") ?? "")\(request.target)</a:id>"
                    + "<item><guid>\(request.connection)</guid><title>E</title><link>page</link></item></channel></rss>"
            )
        case "loop": return redirect("/loop?\(encoded)")
        case "hop": return redirect("/404/?leak=\(encoded)&again=\(raw)")
        case "away": return redirect("\(away)?leak=\(encoded)&again=\(raw)")
        case "ftp": return redirect("ftp://\(raw)@127.0.0.1/\(raw)?\(encoded)")
        case "broken": return redirect("http://[" + String(repeating: "x", count: 170) + raw)
        case "port": return redirect("http://127.0.0.1:25/\(encoded)")
        case "private": return redirect("http://10.0.0.1/\(encoded)?\(raw)")
        case "reset": return LoopbackReply(steps: [.send(Array("HTTP/1.1 200 OK\r\nX: \(raw)\r\n\r\n".utf8)), .reset])
        case "garbage": return .raw("HTTP/1.1 \(raw) \(quoted)\r\n\r\n")
        case "coding": return LoopbackReply(headers: [("Content-Encoding", raw)], text: quoted)
        case "page": return LoopbackReply(headers: [("Content-Type", "text/html; \(raw)")], text: "<h1>\(quoted)</h1>")
        case "root": return LoopbackReply(text: "<\(Secrets.header)><\(Secrets.query)/></\(Secrets.header)>")
        case let status:
            let fields = [("X-Quoted", raw), ("WWW-Authenticate", raw), ("Retry-After", "60")]
            return LoopbackReply(Int(status) ?? 404, headers: fields, text: quoted + "\n" + escaped(quoted))
        }
    }

    private func writeConfiguration() throws -> [String: String] {
        let closed = try #require(LoopbackServer { _ in LoopbackReply(404) })
        closed.stop()
        var variables = [
            "QIITA_TOKEN": Secrets.qiita, "HOOK_HEADER": Secrets.hookHeader, "SIGNING": "whsec_" + Secrets.signing,
            "https_proxy": "http://px:\(Secrets.proxy)@127.0.0.1:\(proxy.port)", "no_proxy": "127.0.0.1,localhost",
        ]
        var sources = "  qiita: { type: qiita, query: swift, token: { env: QIITA_TOKEN } }\n"
        var sinks = "  page: { type: file, path: page.md, format: markdown }\n"
        for answer in Self.answers {
            let base =
                switch answer {
                case "down": closed.url()
                case "429": busy.url("/429/")
                default: server.url("/\(answer)/")
                }
            variables["SECRET_URL_\(answer)"] = base + Secrets.path
            sources += """
                  bearer_\(answer): { type: feed, url: "\(base)1", auth: { bearer: { file: bearer.secret } } }
                  basic_\(answer): { type: feed, url: "\(base)2", auth: { basic: { user: me, password: { command: [cat, password.secret] } } } }
                  header_\(answer): { type: feed, url: "\(base)3", headers: { X-Api-Key: { env: FROM_FILE } } }
                  query_\(answer): { type: feed, url: "\(base)4?token=\(Secrets.query)" }
                  path_\(answer): { type: feed, url: { env: SECRET_URL_\(answer) } }

                """
        }
        for answer in ["ok", "401", "400", "hop"] {
            let base = server.url("/\(answer)/")
            let credentials = "\(Secrets.hookUser):\(Secrets.hookPassword)@"
            variables["HOOK_\(answer)"] = base.replacing("http://", with: "http://" + credentials) + Secrets.hookPath
            sinks += """
                  hook_\(answer): { type: webhook, url: { env: HOOK_\(answer) }, secret: { env: SIGNING }, headers: { X-Hook: { env: HOOK_HEADER } } }

                """
        }
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { env_file: .env, network: { allow: ["127.0.0.1/32"] } }
            defaults: { connections_per_host: 4 }
            sources:
            \(sources)sinks:
            \(sinks)pipelines:
              all: { sources: ["*"], sinks: [page, hook_ok, hook_401, hook_400, hook_hop] }

            """)
        for (name, text) in [
            ".env": "FROM_FILE=\(Secrets.header)\n", "bearer.secret": Secrets.bearer,
            "password.secret": Secrets.password,
        ] {
            try workplace.write(name, text)
            chmod(workplace.path(name), 0o600)
        }
        return variables
    }

    /// A secret as it is, its beginning, and every encoding in which it could slip through.
    private static func forms(of secret: String) -> [String] {
        let bytes = Array(secret.utf8)
        let hexadecimal = bytes.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
        let percent = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret
        let base64 = (0..<3).map { offset in
            // Without the characters that depend on what stands beside the secret.
            let text = Base64.encode([UInt8](repeating: 0x3A, count: offset) + bytes)
            return String(text.dropFirst(offset == 0 ? 0 : offset + 1).prefix((bytes.count * 8 - 12) / 6))
        }
        return [
            secret, escaped(secret), String(secret.prefix(8)), hexadecimal, hexadecimal.uppercased(), percent,
            percent.lowercased(),
            String(bytes.prefix(8).map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()),
        ] + base64
    }

    /// Everything that the runs left behind; what was given to them is not looked at.
    private func traces() throws -> [String: Data] {
        let given: Set = ["config.yaml", ".env", "bearer.secret", "password.secret"]
        var traces: [String: Data] = [:]
        let names = try #require(FileManager.default.subpaths(atPath: workplace.folder))
        for name in names where !given.contains(name) {
            traces[name] = Data(name.utf8) + (FileManager.default.contents(atPath: workplace.path(name)) ?? Data())
        }
        return traces
    }

    @Test("C16, W19 a secret in every option that takes one is found in no output, report, recording, state or digest")
    func nowhere() throws {
        let variables = try writeConfiguration()
        let runs: [[String]] = [
            ["check"], ["check", "--json"], ["plugins", "--json"],
            ["run", "--dry-run", "--state", "dry.sqlite", "--log-level", "debug"],
            ["run", "--log-level", "trace", "--report", "report1.json", "--record", "recording"],
            ["run", "--now", "--log-format", "json", "--log-level", "debug", "--report", "report2.json"],
            ["run", "--strict"],
            ["check", "--online"],
            ["run", "--replay", "recording", "--state", "replayed.sqlite", "--report", "report3.json"],
        ]
        var said = ""
        for (number, arguments) in runs.enumerated() {
            let process = try workplace.start(arguments, environment: variables)
            let outcome = workplace.waitForExit(process)
            #expect([0, 1, 69].contains(outcome.status), "\(arguments): \(outcome)")
            try workplace.write("output\(number).txt", outcome.output + outcome.errors)
            said += outcome.output + outcome.errors
        }
        // The servers were told the secrets, or there would be nothing to hide.
        let told = (server.requests + busy.requests + proxy.requests).map { request in
            request.target + request.headers.map(\.value).joined(separator: "\n")
        }.joined(separator: "\n")
        for secret in [
            Secrets.bearer, Secrets.header, Secrets.query, Secrets.path, Secrets.hookPath, Secrets.hookHeader,
        ] {
            #expect(told.contains(secret))
        }
        #expect(told.contains(Base64.encode(Array("me:\(Secrets.password)".utf8))))
        #expect(told.contains(Base64.encode(Array("px:\(Secrets.proxy)".utf8))))
        #expect(told.contains(Base64.encode(Array("\(Secrets.hookUser):\(Secrets.hookPassword)".utf8))))
        for answer in Self.answers where answer != "429" && answer != "down" {
            let asked = Set(server.requests.map(\.target)).filter { $0.hasPrefix("/\(answer)/") }
            #expect(asked.count >= 5, "all five sources that \(answer) answers were asked")
        }
        // Nor did the stranger hear anything that was not in the address it was sent to by the server.
        for request in stranger.requests {
            #expect(Set(request.headers.map(\.name)) == ["host", "accept", "accept-encoding", "user-agent"])
        }
        let traces = try traces()
        #expect(traces.count > 100)
        for secret in Secrets.all {
            for form in Self.forms(of: secret) {
                let places = traces.filter { $0.value.range(of: Data(form.utf8)) != nil }.keys
                #expect(places.isEmpty, "\(form) of \(secret)")
            }
        }
        #expect(said.contains("{sources.query_404.url.token}"))
    }
}
