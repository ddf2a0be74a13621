import FeedTesting
import Foundation
import MachineLaboratory
import Testing

@Suite("lists in JSON, from a server to a file")
struct ListTests {
    private static let token = "s3cr3tZq8Lw0"

    /// Three pages of entries for who shows the token; it is told again in a text.
    private static func answer(_ request: LoopbackServer.Request) -> LoopbackReply {
        let body = String(decoding: request.body, as: UTF8.self)
        guard request.method == "POST", body.contains("\"key\":\"\(token)\"") else {
            return LoopbackReply(401, text: "{\"message\": \"who is \(body)?\"}")
        }
        let page = body.contains("\"page\":2") ? 2 : body.contains("\"page\":3") ? 3 : 1
        let items =
            page == 3 ? "" : (1...2).map { "{\"id\": \(page * 10 + $0), \"t\": \"Entry\"}" }.joined(separator: ",")
        return LoopbackReply(
            headers: [("Content-Type", "application/json")],
            text: "{\"data\": {\"items\": [\(items)]}, \"for\": \"\(token)\"}")
    }

    private func workplace(_ server: LoopbackServer, entries: String = "data.items") throws -> Workplace {
        let place = try Workplace()
        try place.write(
            "config.yaml",
            """
            version: 1
            settings: { timezone: UTC, network: { allow: ["127.0.0.0/8"] } }
            defaults: { first_run: all }
            sources:
              posts:
                type: json
                url: "\(server.url("/api"))"
                json: { q: all, auth: { key: { secret: { env: TOKEN } } } }
                entries: \(entries)
                id: id
                title: t
                page: { parameter: page }
                pages: 5
            sinks: { out: { type: file, path: out.jsonl, format: jsonl, mode: append } }
            pipelines: { all: { sources: [posts], sinks: [out] } }
            """)
        return place
    }

    @Test("are delivered once, page by page; a recording has no secret and replays to the same bytes")
    func recorded() throws {
        let server = try #require(LoopbackServer { Self.answer($0) })
        let place = try workplace(server)
        let environment = ["TOKEN": Self.token]
        #expect(try place.run("run", "--record", "recording", environment: environment).status == 0)
        #expect(place.lines("out.jsonl").count == 4)
        #expect(server.requests.count == 3)
        #expect(try place.run("run", environment: environment).status == 0)
        #expect(place.lines("out.jsonl").count == 4)
        // All that is on the first page is known.
        #expect(server.requests.count == 4)

        let names = try FileManager.default.contentsOfDirectory(atPath: place.path("recording"))
        #expect(names.filter { $0.hasSuffix(".http") }.count == 3)
        for name in names { #expect(!place.read("recording/\(name)").contains(Self.token)) }
        let delivered = place.read("out.jsonl")
        try FileManager.default.removeItem(atPath: place.path("out.jsonl"))
        let replay = try place.run("run", "--replay", "recording", "--state", "other.sqlite")
        #expect(replay.status == 0, "\(replay.errors)")
        #expect(place.read("out.jsonl") == delivered)
    }

    @Test("that are not where they are looked for are told in a line with what is there, without a secret")
    func lost() throws {
        let server = try #require(LoopbackServer { Self.answer($0) })
        let place = try workplace(server, entries: "data.item")
        let outcome = try place.run("run", environment: ["TOKEN": Self.token])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "kawaraban: source \"posts\" has never worked: no `data.item`; there is `data.items[2]`; correct `entries` "
                + "[\(server.url("/api"))] (list_not_found)\n")
        for name in [".kawaraban/state.sqlite", ".kawaraban/state.sqlite-wal"] {
            #expect(!place.read(name).contains(Self.token))
        }
    }
}
