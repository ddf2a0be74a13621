import Foundation
import Testing

/// A workplace with one feed of files and an archive, for tests of what befalls a process.
struct ProcessTestBench {
    let workplace: Workplace
    var feed = IssuedFeed(file: "one.xml", window: 100_000)

    /// Issues `count` entries that are appended to `out/archive.jsonl` and put into `out/page.html`.
    init(issuing count: Int = 40, sinks: String = Self.files) throws {
        workplace = try Workplace()
        try writeConfiguration(sinks: sinks)
        try feed.issue(count, in: workplace)
    }

    static let files = """
          archive: { type: file, path: out/archive.jsonl, format: jsonl, mode: append }
          page: { type: file, path: out/page.jsonl, format: jsonl, max_entries: 100000 }
        """

    /// The configuration, with these sinks in its one pipeline.
    func writeConfiguration(sinks: String) throws {
        let names = sinks.split(separator: "\n").compactMap { line in
            line.split(separator: ":").first.map { $0.trimmingCharacters(in: .whitespaces) }
        }
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { network: { allow: ["127.0.0.1/32"] } }
            defaults: { first_run: all }
            sources:
              one: { type: file, path: one.xml }
            sinks:
            \(sinks)
            pipelines:
              all: { sources: ["*"], sinks: [\(names.joined(separator: ", "))] }

            """)
    }

    /// Every entry that was issued stands once in each file.
    func expectDeliveredOnce(_ files: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        for file in files {
            let ids = try ids(inJSONLines: workplace.read(file)).sorted()
            #expect(ids == feed.ids.sorted(), "\(file)", sourceLocation: sourceLocation)
        }
    }

    /// Runs in a mount namespace after `preparation`, a line of shell; nil if this machine gives none.
    func run(mounting preparation: String, _ arguments: String...) throws -> Workplace.Outcome? {
        let unshare = ["/usr/bin/unshare", "--mount", "--map-root-user", "--user", "/bin/sh", "-c"]
        guard try workplace.runOther(unshare + [preparation]).status == 0 else {
            print("skipped: this machine lets nobody mount anything (unshare --mount --map-root-user --user)")
            return nil
        }
        let script = "\(preparation) && exec \"$0\" \"$@\""
        return try workplace.runOther(unshare + [script, Workplace.program] + arguments)
    }

    /// Runs behind a line of shell, such as `ulimit -n 24`.
    func run(after preparation: String, _ arguments: String...) throws -> Workplace.Outcome {
        try workplace.runOther(
            ["/bin/sh", "-c", "\(preparation) && exec \"$0\" \"$@\"", Workplace.program] + arguments)
    }
}

extension Workplace.Outcome {
    /// The lines on stderr.
    var complaints: [String] { errors.split(separator: "\n").map(String.init) }
}
