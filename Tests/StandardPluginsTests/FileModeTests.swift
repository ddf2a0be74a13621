import FeedConfiguration
import FeedEngine
import Testing

/// What `check` says of the modes of `file`.
@Suite struct FileModeTests {
    private func lines(
        _ sink: String, _ pipeline: String = "", format: String = "text"
    ) throws -> [String] {
        try ConfigurationTests.read(
            """
            version: 1
            sources: { a: { type: feed, url: "https://example.com/feed" } }
            sinks:
              out: { type: file, format: \(format), \(sink) }
            pipelines: { p: { sources: [a], sinks: [out]\(pipeline) } }
            """
        ).diagnostics.map(\.description)
    }

    @Test("Y24 a page that shows the last delivery alone needs a schedule, or each run would overwrite it")
    func fleetingPages() throws {
        let warning =
            "4:3: warning: sinks.out: `mode: replace` shows the last delivery alone, and pipelines.p delivers at each run"
        for sink in ["path: x, mode: replace", "path: 'x-{{date}}', mode: replace"] {
            #expect(try lines(sink).filter { $0.contains(warning) }.count == 1)
        }
        #expect(try lines("path: x, mode: replace", ", schedule: '0 7 * * *'") == [])
        #expect(try lines("path: 'x-{{date}}-{{time}}', mode: replace") == [])
        #expect(try lines("path: x, mode: merge") == [])
        #expect(try lines("path: x") == [])
    }

    @Test("Y24 `keep` without a date in the path is refused")
    func keep() throws {
        #expect(try lines("path: 'x-{{date}}', keep: 90d") == [])
        let refusal = "error: sinks.out: `keep` needs a path with a date, so that old files are no longer written"
        #expect(try lines("path: x, keep: 90d").filter { $0.contains(refusal) }.count == 1)
        #expect(try lines("path: 'x-{{date}}', keep: 1h").count == 1)
    }

    @Test("`each: entry` takes a title in the path, and refuses what belongs to files of digests")
    func notes() throws {
        #expect(try lines("path: '{{source}}/{{title}}.txt', each: entry") == [])
        #expect(try lines("path: '{{title}}.txt', each: entry, keep: 90d") == [])
        let needed = "error: sinks.out: `{{title}}` needs a file for each entry"
        #expect(try lines("path: '{{title}}.txt'").filter { $0.contains(needed) }.count == 1)
        for option in ["mode: append", "mode: replace", "when_empty: write", "max_entries: 5", "omitted: yes"] {
            let name = option.prefix { $0 != ":" }
            let refusal = "error: sinks.out: `\(name)` is for files of digests"
            let found = try lines("path: x, each: entry, \(option)")
            #expect(found.filter { $0.contains(refusal) }.count == 1, "\(option)")
        }
    }

    @Test("front matter at the head of a file is refused where the file is appended to")
    func frontMatter() throws {
        let options = "path: x, front_matter: yes"
        #expect(try lines(options + ", mode: merge", format: "markdown") == [])
        let refusal = "error: sinks.out: `front_matter` stands at the head of a file"
        #expect(try lines(options + ", mode: append", format: "markdown").filter { $0.contains(refusal) }.count == 1)
    }
}
