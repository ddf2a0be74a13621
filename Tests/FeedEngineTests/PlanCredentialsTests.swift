import FeedConfiguration
import FeedModel
import FeedStages
import FeedSystem
import FeedTesting
import Testing

@testable import FeedEngine

/// `auth`, `ca_file` and what stands for a credential in the query of an address.
@Suite struct PlanCredentialsTests {
    private static let certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(
        _ source: String, defaults: String = "{}", for purpose: PlanReader.Purpose = .run,
        variables: [String: String] = [:]
    ) -> PlanReading {
        PlanReaderTests.read(
            """
            version: 1
            defaults: \(defaults)
            sources:
              a: \(source)
            sinks: { out: { type: stdout } }
            pipelines: { p: { sources: [a], sinks: [out] } }
            """, for: purpose, variables: variables, path: folder("config.yaml"))
    }

    private func fields(_ reading: PlanReading) throws -> [String] {
        try #require(reading.plan, "\(reading.diagnostics)").sources[0].policy.headers.map {
            "\($0.name): \($0.value.reveal())"
        }
    }

    @Test("a bearer token is sent as it is")
    func bearer() throws {
        let reading = read("{ type: feed, url: u, auth: { bearer: { env: T } } }", variables: ["T": "s3cret"])
        #expect(try fields(reading) == ["Authorization: Bearer s3cret"])
        let field = try #require(reading.plan?.sources[0].policy.headers.first)
        #expect(field.value.mask == "Bearer {sources.a.auth.bearer}")
        #expect(reading.plan?.secrets.map(\.mask) == ["{sources.a.auth.bearer}"])
    }

    @Test("user and password are packed in UTF-8, and known as secrets both ways")
    func basic() throws {
        let reading = read(
            "{ type: feed, url: u, auth: { basic: { user: 瓦版, password: { env: P } } } }", variables: ["P": "ひみつ"])
        #expect(try fields(reading) == ["Authorization: Basic " + Base64.encode(Array("瓦版:ひみつ".utf8))])
        let masks = reading.plan?.secrets.map(\.mask)
        #expect(masks == ["{sources.a.auth.basic.password}", "{sources.a.auth.basic}"])
        let both = read(
            "{ type: feed, url: u, auth: { basic: { user: { env: U }, password: { env: P } } } }",
            variables: ["U": "me", "P": "a:b"])
        #expect(try fields(both) == ["Authorization: Basic " + Base64.encode(Array("me:a:b".utf8))])
    }

    @Test("a source's own credential goes before that of the defaults, whichever form either has")
    func defaults() throws {
        let source = "{ type: feed, url: u, auth: { bearer: { env: T } } }"
        let variables = ["T": "own", "D": "common"]
        #expect(
            try fields(read(source, defaults: "{ auth: { bearer: { env: D } } }", variables: variables))
                == ["Authorization: Bearer own"])
        #expect(
            try fields(read(source, defaults: "{ headers: { authorization: { env: D } } }", variables: variables))
                == ["Authorization: Bearer own"])
        let field = "{ type: feed, url: u, headers: { AUTHORIZATION: { env: T } } }"
        let reading = read(field, defaults: "{ auth: { bearer: { env: D } } }", variables: variables)
        #expect(try fields(reading) == ["AUTHORIZATION: own"])
        #expect(
            reading.diagnostics.map(\.message)
                == ["defaults.auth: this credential is sent to the servers of all sources"])
    }

    @Test(
        "what cannot be a credential is told at its place and never shown",
        arguments: [
            ("{ type: feed, url: u, auth: hunter2 }", "sources.a.auth: expected { bearer: SECRET }"),
            ("{ type: feed, url: u, auth: { bearer: hunter2 } }", "sources.a.auth.bearer: expected a secret"),
            ("{ type: feed, url: u, auth: { basic: hunter2 } }", "sources.a.auth.basic: expected { user"),
            (
                "{ type: feed, url: u, auth: { basic: { user: me, password: hunter2 } } }",
                "sources.a.auth.basic.password: expected a secret"
            ),
            (
                "{ type: feed, url: u, auth: { basic: { user: 'me:hunter2', password: { env: T } } } }",
                "sources.a.auth.basic.user: a user name cannot contain a colon"
            ),
            (
                "{ type: feed, url: u, auth: { basic: { user: \"m\\u0001\", password: { env: T } } } }",
                "sources.a.auth.basic.user: a user name cannot contain control characters"
            ),
            ("{ type: feed, url: u, auth: { basic: { user: me } } }", "sources.a.auth.basic: `password` is missing"),
            ("{ type: feed, url: u, auth: {} }", "sources.a.auth: one of `bearer`, `basic` must be given"),
            (
                "{ type: feed, url: u, auth: { bearer: { env: T }, basic: { user: me, password: { env: T } } } }",
                "sources.a.auth: only one of `bearer` and `basic` may be given"
            ),
            ("{ type: feed, url: u, auth: { baerer: { env: T } } }", "sources.a.auth: unknown option `baerer`"),
            (
                "{ type: feed, url: u, headers: { Authorization: { env: T } }, auth: { bearer: { env: T } } }",
                "sources.a: `auth` and the header Authorization cannot be used together"
            ),
            ("{ type: feed, url: u, headers: 'Authorization: hunter2' }", "sources.a.headers: expected a map"),
        ])
    func mistakes(source: String, message: String) {
        let reading = read(source, variables: ["T": "s3cret"])
        let lines = reading.diagnostics.map(\.description)
        #expect(lines.contains { $0.contains(message) }, "\(lines)")
        #expect(!lines.joined().contains("hunter2"))
        #expect(reading.plan == nil)
    }

    @Test("a missing credential keeps no recording from being replayed")
    func missing() throws {
        let reading = read("{ type: feed, url: u, auth: { bearer: { env: NONE } }, ca_file: none.pem }", for: .replay)
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.plan?.sources[0].policy.headers.first?.value.isMissing == true)
    }

    @Test("ca_file is relative to the configuration, and read once to see whether it is one")
    func authorities() throws {
        try folder.write("text before\n" + Self.certificate, to: "certs/own.pem")
        let reading = read("{ type: feed, url: u, ca_file: certs/own.pem }")
        #expect(reading.plan?.sources[0].policy.caFile == folder("certs/own.pem"))
        let inherited = read("{ type: feed, url: u }", defaults: "{ ca_file: certs/own.pem }")
        #expect(inherited.plan?.sources[0].policy.caFile == folder("certs/own.pem"))
    }

    @Test(
        "a ca_file that is none is a mistake of the configuration",
        arguments: [
            ("none.pem", "does not exist"), (".", "is a folder"), ("der.crt", "contains no certificate in PEM format"),
            ("key.pem", "contains no certificate in PEM format"), ("half.pem", "contains no certificate in PEM format"),
        ])
    func noAuthorities(name: String, reason: String) throws {
        try folder.write([0x30, 0x82, 1, 2], to: "der.crt")
        try folder.write("-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n", to: "key.pem")
        try folder.write("-----BEGIN CERTIFICATE-----\nMIIB\n", to: "half.pem")
        let reading = read("{ type: feed, url: u, ca_file: \(name) }")
        #expect(reading.plan == nil)
        #expect(reading.diagnostics.map(\.message).first?.hasSuffix(reason) == true, "\(reading.diagnostics)")
        #expect(reading.diagnostics.first?.place.line == 4)
    }

    @Test("proxies may stand in env_file, and their credentials are secrets")
    func proxies() throws {
        try folder.write("https_proxy=http://me:pa55word@proxy.example:3128\nHTTP_PROXY=x\n", to: ".env", mode: 0o600)
        let reading = PlanReaderTests.read(
            """
            version: 1
            settings: { env_file: .env }
            sources: { a: { type: feed, url: u } }
            sinks: { out: { type: stdout } }
            pipelines: { p: { sources: [a], sinks: [out] } }
            """, for: .run, variables: ["no_proxy": "x.example"], path: folder("config.yaml"))
        let plan = try #require(reading.plan, "\(reading.diagnostics)")
        #expect(
            plan.settings.proxyVariables
                == ["https_proxy": "http://me:pa55word@proxy.example:3128", "no_proxy": "x.example"])
        #expect(plan.secrets.map(\.mask) == ["{https_proxy}"])
    }

    private func reading(network: String, variables: [String: String] = [:]) -> PlanReading {
        PlanReaderTests.read(
            """
            version: 1
            settings: { network: \(network) }
            sources: { a: { type: feed, url: u } }
            sinks: { out: { type: stdout } }
            pipelines: { p: { sources: [a], sinks: [out] } }
            """, for: .run, variables: variables, path: folder("config.yaml"))
    }

    @Test("a proxy in the configuration counts instead of those of the environment, and its credentials are secrets")
    func ownProxy() throws {
        let variables = [
            "https_proxy": "http://other.example", "no_proxy": "x.example",
            "PROXY": "http://me:pa55word@p.example:3128",
        ]
        let plain = try #require(reading(network: "{ proxy: \"http://p.example:3128\" }", variables: variables).plan)
        #expect(plain.settings.proxyVariables == ["all_proxy": "http://p.example:3128", "no_proxy": "x.example"])
        let own = try #require(
            reading(network: "{ proxy: { env: PROXY }, no_proxy: [a.example, 10.0.0.0/8] }", variables: variables).plan)
        #expect(
            own.settings.proxyVariables
                == ["all_proxy": "http://me:pa55word@p.example:3128", "no_proxy": "a.example,10.0.0.0/8"])
        #expect(own.secrets.map(\.mask) == ["{settings.network.proxy}"])
    }

    @Test("what is no proxy is told with its place")
    func noProxy() throws {
        for text in ["\"ftp://p.example\"", "\"http://\"", "\"http://p.example:x\""] {
            let found = reading(network: "{ proxy: \(text) }").diagnostics
            #expect(found.map(\.message) == ["settings.network.proxy: expected the URL of a proxy"])
            #expect(found.map(\.suggestion) == ["such as http://proxy.example:3128"])
            #expect(found.map(\.place.line) == [2])
        }
    }

    @Test("where the proxy's variable is missing, nothing is asked without it")
    func missingProxy() throws {
        let found = reading(network: "{ proxy: { env: PROXY } }")
        #expect(found.diagnostics.map(\.message).contains { $0.contains("PROXY is not set") })
        #expect(found.plan?.settings.proxyVariables["all_proxy"].map { Proxy($0).address == nil } != false)
    }
}
