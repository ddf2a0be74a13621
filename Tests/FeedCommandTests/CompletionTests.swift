import ArgumentParser
import FeedEngine
import FeedTesting
import Foundation
import StandardPlugins
import Testing

@testable import FeedCommand

@Suite("completions of the shell")
struct CompletionTests {
    private func names(_ configuration: String) throws -> ConfiguredNames {
        let folder = try TemporaryFolder()
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: folder("c.yaml")))
        return ConfiguredNames(path: folder("c.yaml"), registry: try StandardPlugins.registry())
    }

    @Test("know the sources, sinks and pipelines of a configuration, and the short forms in its lists")
    func known() throws {
        let names = try names(
            """
            settings: { notices: "notes/{{date}}.html" }
            sources:
              x-anchor: {}
              blog: { type: feed, url: https://blog.example/feed.xml }
              "no name": { type: feed, url: https://blog.example/2 }
            sinks: { page: { type: file } }
            pipelines:
              morning:
                sources: [blog, "zenn:swift", "*", "zenn:${TOPIC:-swift}", "https://a.example/feed"]
                sinks: [page, "digests/{{date}}.html"]
              evening: { sources: ["zenn:swift"], sinks: [stdout] }
            """)
        #expect(names.sources == ["blog", "zenn:swift", "zenn:${TOPIC:-swift}", "https://a.example/feed"])
        #expect(names.sinks == ["page", "digests/{{date}}.html", "stdout", "notes/{{date}}.html"])
        #expect(names.pipelines == ["morning", "evening"])
    }

    @Test(
        "offer nothing for a configuration that is broken, no map, or of other shapes",
        arguments: [
            "", "a: [", "just text", "- a\n- b", "sources: [a]\npipelines: text", "pipelines: { 1 2: {} }",
            "pipelines: { ? [a] : b }", "sources: { \"a\": \n\tb", "\u{0}",
        ])
    func broken(_ configuration: String) throws {
        #expect(try names(configuration) == names(""))
    }

    @Test("read neither a missing file nor a pipe or a folder, which would let the shell wait")
    func noFile() throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        for path in [folder("none"), folder("pipe"), folder.path, "/dev/stdin", "/dev/tty"] {
            let registry = try StandardPlugins.registry()
            #expect(ConfiguredNames(path: path, registry: registry).pipelines.isEmpty)
        }
    }

    @Test("look where the typed line says: the last --config counts, quotes and ~ as the shell reads them")
    func configuration() {
        func path(_ words: String...) -> String? {
            Completion.configuration(of: ["kawaraban"] + words + [""], besides: words.count + 1, home: "/home/me")
        }
        #expect(path("run") == "config.yaml")
        #expect(path("run", "-c", "a.yaml") == "a.yaml")
        #expect(path("-c=a.yaml", "run", "--config=b.yaml") == "b.yaml")
        #expect(path("run", "--config", "'my news'.yaml") == "my news.yaml")
        #expect(path("run", "--config", #"my\ news.yaml"#) == "my news.yaml")
        #expect(path("run", "--config", #""a \ b.yaml""#) == #"a \ b.yaml"#)
        #expect(path("run", "-c", "~/a.yaml") == "/home/me/a.yaml")
        #expect(path("run", "--", "-c", "a.yaml") == "config.yaml")
        // Only the shell knows these.
        for word in ["$NEWS", "$(echo a)", "`echo a`", "\"$HOME/a\"", "~you/a.yaml", ""] {
            #expect(path("run", "-c", word) == nil)
        }
        #expect(path("run", "-c", "'$NEWS'") == "$NEWS")
    }

    @Test("give bash words that it does not run or split, quoted as the word that was begun")
    func bash() {
        let hostile = [
            "zenn:$(touch x)", "zenn:it's", "zenn:a b", "zenn:`id`;&|<>*?!\"\\", "tab\there", "new\nline", "",
        ]
        func lines(_ typed: String) -> [String] { ShellText(shell: .bash, typed: typed).lines(hostile) }
        #expect(
            lines("") == [
                #"zenn:\$\(touch\ x\)"#, #"zenn:it\'s"#, #"zenn:a\ b"#, #"zenn:\`id\`\;\&\|\<\>\*\?\!\"\\"#,
            ])
        #expect(lines(#"zenn:a\ "#) == [#"zenn:a\ b"#])
        #expect(lines("'zenn:a") == ["zenn:a b"])
        #expect(lines("'zenn:i") == [])
        #expect(lines("\"zenn:$") == [#"zenn:\$(touch x)"#])
        #expect(lines("other") == [])
        // A mark that combines with a quote makes another character of it, and leaves its byte.
        let marked = [
            "zenn:a'\u{301};touch x;'\u{301}", "zenn:b`\u{301};touch x;`\u{301}", "zenn:c\"\u{301};touch x",
            "zenn:d!\u{301}",
        ]
        func markedLines(_ typed: String) -> [String] { ShellText(shell: .bash, typed: typed).lines(marked) }
        #expect(markedLines("'zenn:a") == [])
        #expect(markedLines("\"zenn:b") == ["zenn:b\\`\u{301};touch x;\\`\u{301}"])
        #expect(markedLines("\"zenn:c") == ["zenn:c\\\"\u{301};touch x"])
        #expect(markedLines("\"zenn:d") == [])
        #expect(TypedWord("'a'\u{301}$(b)").open == nil && TypedWord("'a'\u{301}$(b)").isEvaluated)
        #expect(
            ShellText(shell: .bash, typed: "").lines(["日本語", "https://a.example/?q=1,2"]) == [
                "日本語", #"https://a.example/\?q=1,2"#,
            ])
    }

    @Test("give zsh and fish plain words: what looks like a description is none")
    func others() {
        let names = [#"zenn:a\b"#, "$(touch x)", "a\tdescription", "\u{202e}"]
        #expect(ShellText(shell: .zsh, typed: "").lines(names) == [#"zenn\:a\\b"#, "$(touch x)"])
        #expect(ShellText(shell: .fish, typed: "").lines(names) == [#"zenn:a\b"#, "$(touch x)"])
    }

    @Test("have scripts with our functions in the place of those of the library")
    func scripts() {
        for (shell, function) in [
            ("bash", "__kawaraban_add_completions() {"), ("bash", "__kawaraban_custom_complete() {"),
            ("bash", "__kawaraban_cursor_index_in_current_word() {"), ("zsh", "__kawaraban_complete() {"),
            ("zsh", "__kawaraban_custom_complete() {"), ("fish", "function __kawaraban_custom_completion\n"),
        ] {
            let arguments = ["kawaraban", "--generate-completion-script", shell]
            let library = Self.library(arguments)
            let script = CompletionScript(library: library).text
            #expect(library.ranges(of: function).count == 1, "\(shell) \(function)")
            #expect(script.ranges(of: function).count == 2, "\(shell) \(function)")
        }
    }

    @Test("know in zsh that the value of an option may stand behind =")
    func equals() {
        let script = CompletionScript(library: Self.library(["kawaraban", "--generate-completion-script", "zsh"])).text
        for spec in ["'*--source=[", "{-c,--config=}'[", "'--sink=[", "'--dry-run["] { #expect(script.contains(spec)) }
    }

    private static func library(_ arguments: [String]) -> String {
        do { _ = try RootCommand.parseAsRoot(Array(arguments.dropFirst())) } catch {
            return RootCommand.message(for: error)
        }
        return ""
    }
}
