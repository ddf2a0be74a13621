import FeedModel
import Testing

@testable import FeedRendering

/// Markdown for people who keep notes.
@Suite("Markdown for notes")
struct MarkdownNoteTests {
    private func markdown(_ digest: Digest, _ choose: (inout MarkdownOptions) -> Void = { _ in }) -> String {
        var options = MarkdownOptions()
        choose(&options)
        return String(decoding: MarkdownDigest.render(digest, options: options), as: UTF8.self)
    }

    private func head(_ digest: Digest) -> [Substring] {
        let text = markdown(digest) { $0.hasFrontMatter = true }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "---")
        return Array(lines.dropFirst().prefix { $0 != "---" })
    }

    @Test("front matter tells title, date, tags, sources and count")
    func frontMatter() {
        #expect(
            head(SampleDigest.morning).joined(separator: "\n").hasPrefix(
                """
                title: "朝のまとめ"
                date: 2026-11-20T07:00:00+09:00
                tags:
                  - "Swift"
                """))
        #expect(head(SampleDigest.morning).contains("  - \"Qiita – Swift\""))
        #expect(head(SampleDigest.morning).last == "count: 9")
        #expect(head(SampleDigest.empty(.en)) == ["title: \"Morning\"", "date: 2026-11-20T07:00:00+09:00", "count: 0"])
    }

    @Test("no text of a feed ends the front matter or adds a key")
    func hostileFrontMatter() {
        let keys: Set = ["title", "date", "link", "authors", "tags", "sources", "count"]
        let digests = [SampleDigest.hostile] + HostileEntries.all.map(SampleDigest.hostile.note)
        for digest in digests {
            for line in head(digest) {
                if line.hasPrefix("  - ") {
                    #expect(isQuoted(line.dropFirst(4)), "\(line)")
                    continue
                }
                let parts = line.split(separator: ":", maxSplits: 1)
                #expect(keys.contains(String(parts[0])), "\(line)")
                if parts[0] == "title" || parts[0] == "link" { #expect(isQuoted(parts[1].dropFirst()), "\(line)") }
            }
        }
    }

    @Test("a title is no command of templates for notes")
    func templates() {
        let entry = SampleDigest.entry("k") { $0.title = "<%* app.quit() %>" }
        let digest = SampleDigest.digest(
            title: "t", locale: .en, sections: [DigestSection(title: "", entries: [entry])]
        ).note(of: entry)
        var options = MarkdownOptions()
        options.hasFrontMatter = true
        let note = String(decoding: MarkdownDigest.render(digest, options: options), as: UTF8.self)
        #expect(note.contains("title: \"\\x3C%* app.quit() %>\""))
        #expect(!note.contains("<%"))
    }

    /// Whether a text is one double-quoted scalar: no quotation mark inside without a backslash.
    private func isQuoted(_ text: Substring) -> Bool {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return false }
        var isEscaped = false
        for scalar in text.unicodeScalars.dropFirst().dropLast() {
            if scalar == "\"", !isEscaped { return false }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return !isEscaped
    }

    @Test(
        "tags are written as programs for notes know them",
        arguments: [
            ("Swift", "Swift"), ("C++", "Cpp"), ("C#", "Csharp"), ("#swift", "swift"), ("Node.js", "Node-js"),
            ("machine learning", "machine-learning"), ("日本語", "日本語"), ("2026", nil), ("!?", nil), ("", nil),
            ("a/b", "a/b"), ("\"x\ny", "x-y"),
        ] as [(String, String?)])
    func tags(text: String, tag: String?) {
        #expect(FrontMatter.tag(text) == tag)
    }

    @Test("with checkboxes each entry is a task, and its excerpt is part of the task")
    func checkboxes() {
        let text = markdown(SampleDigest.morning) { $0.hasCheckboxes = true }
        #expect(text.split(separator: "\n- [ ] ").count == 1 + SampleDigest.morning.entries.count)
        #expect(!text.contains("### "))
        #expect(text.contains("\n- [ ] [Debian 12 で Swift の静的リンクを試す]("))
        #expect(text.contains("\n\n  起動が 3.4 ms から 1.8 ms になりました。"))
        let brief = markdown(SampleDigest.morning) {
            $0.hasCheckboxes = true
            $0.page.briefAfter = 0
        }
        #expect(brief.split(separator: "\n").filter { $0.hasPrefix("- [ ] ") }.count == 9)
    }

    @Test("the file of one entry has its title once, its facts and its excerpt, and nothing of an edition")
    func note() {
        let digest = SampleDigest.morning.note(of: SampleDigest.qiita[1])
        let text = markdown(digest) { $0.hasFrontMatter = true }
        #expect(
            text == """
                ---
                title: "Debian 12 で Swift の静的リンクを試す"
                date: 2026-11-20T01:03:00+09:00
                link: "https://qiita.example/items/1f0c"
                authors:
                  - "taro_s"
                tags:
                  - "Debian"
                  - "Swift"
                sources:
                  - "Qiita – Swift"
                ---

                # [Debian 12 で Swift の静的リンクを試す](https://qiita.example/items/1f0c)

                [Qiita – Swift] taro\\_s 2026/11/20 01:03 · いいね 7 · #Swift · #Debian

                起動が 3.4 ms から 1.8 ms になりました。くわしい数字は本文に。


                """)
        let task = markdown(digest) { $0.hasCheckboxes = true }
        #expect(task.hasPrefix("# Debian 12 で Swift の静的リンクを試す\n\n- [ ] [Debian 12"))
    }

    @Test("a note does not change with the delivery that writes it")
    func stable() {
        var later = SampleDigest.morning
        later.to = later.to + .seconds(86_400)
        later.generatedAt = later.to
        for entry in SampleDigest.morning.entries {
            #expect(markdown(later.note(of: entry)) == markdown(SampleDigest.morning.note(of: entry)))
        }
    }
}
