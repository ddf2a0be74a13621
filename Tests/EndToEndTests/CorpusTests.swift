import Foundation
import Testing

@Suite(
    "recorded documents of the real web",
    .enabled(if: SharedCorpus.folder != nil, "skipped: KAWARABAN_SHARED names no folder with recorded documents"))
struct CorpusTests {
    @Test("are read or refused with a reason, and every entry is delivered once")
    func readsAll() throws {
        let folder = try #require(SharedCorpus.folder)
        let workplace = try Workplace()
        try workplace.write(
            "config.yaml",
            """
            version: 1
            defaults: { first_run: all }
            sources:
              world: { type: file, path: "\(folder)/world-feeds/*.[!t]*" }
              japan: { type: file, path: "\(folder)/japanese-feeds/*.[!t]*" }
              google: { type: file, path: "\(folder)/google-news/*.[!t]*", parser: google_news }
              qiita: { type: file, path: "\(folder)/qiita-api/*.json", parser: qiita }
            sinks:
              archive: { type: file, path: archive.jsonl, format: jsonl, mode: append }
            pipelines:
              all: { sources: ["*"], sinks: [archive] }
            """)
        let outcome = try workplace.run("run", "--report", "report.json")
        #expect(outcome.status == 0 || outcome.status == 1)
        let report = try JSONSerialization.jsonObject(with: Data(workplace.read("report.json").utf8)) as? [String: Any]
        let sources = try #require(report?["sources"] as? [String: [String: Any]])
        var new = 0
        for name in sources.keys.sorted() {
            let source = sources[name] ?? [:]
            new += source["new"] as? Int ?? 0
            let refused = source["failed_documents"] as? [[String: Any]] ?? []
            #expect(source["outcome"] as? String == "loaded")
            print("\(name): \(source["entries"] ?? 0) entries, \(refused.count) documents refused")
            for document in refused {
                let error = document["error"] as? [String: Any]
                let key = (document["key"] as? String ?? "").split(separator: "/").last ?? ""
                print("  \(key): \(error?["message"] ?? "")")
                #expect(error?["message"] != nil)
            }
        }
        #expect(new > 4000)
        #expect(try ids(inJSONLines: workplace.read("archive.jsonl")).count == new)
        #expect(try workplace.run("run").status == 0)
        #expect(workplace.lines("archive.jsonl").count == new)
    }
}

/// Other people's documents, kept outside the repository.
private enum SharedCorpus {
    static let folder: String? = {
        guard let shared = ProcessInfo.processInfo.environment["KAWARABAN_SHARED"] else { return nil }
        let folder = shared + "/corpus"
        return FileManager.default.fileExists(atPath: folder) ? folder : nil
    }()
}
