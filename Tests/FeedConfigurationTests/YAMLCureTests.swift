import Testing

@testable import FeedConfiguration

/// Mistakes that are no YAML any more, in the words that `check` prints.
@Suite("U08 what libyaml cannot read is told with its cure")
struct YAMLCureTests {
    private static func lines(_ text: String) -> [String] {
        let diagnostics = Diagnostics()
        #expect(YAMLReader.read(Array(text.utf8), file: "f", into: diagnostics) == nil)
        return diagnostics.list.map { "\($0.place.line):\($0.place.column): \($0.suggestion ?? "-")" }
    }

    @Test(
        "U08 a value that begins with a character of YAML is shown in quotes",
        arguments: [
            ("schedule: */15 * * * *\n", "1:11: put quotes around the text: `schedule: \"*/15 * * * *\"`"),
            ("a:\n  - likes: >=100\n", "2:12: put quotes around the text: `likes: \">=100\"`"),
            ("f: [ { keep: { likes: >=100, x: 1 } } ]\n", "1:23: put quotes around the text: `likes: \">=100\"`"),
            ("f: [ { keep: { likes: >=100 } } ]\n", "1:23: put quotes around the text: `likes: \">=100\"`"),
            ("user: @name\n", "1:7: put quotes around the text: `user: \"@name\"`"),
            ("- %Y\n", "1:3: put quotes around the text: `\"%Y\"`"),
            ("a: \"x\\d\"\n", "1:4: within \"…\" a \\ begins an escape: use '…' instead"),
            ("a:\n\t- b\n", "2:1: indent with spaces, not with tabs"),
        ])
    func quotes(_ text: String, _ expected: String) {
        let told = Self.lines(text)
        #expect(told.count == 1)
        let (line, cure) = (told[0].split(separator: ":")[0], told[0].drop { $0 != " " })
        #expect(String(line) == String(expected.split(separator: ":")[0]))
        #expect(String(cure) == String(expected.drop { $0 != " " }))
    }

    @Test("U08 full-width colons and blanks are told where they stand")
    func fullWidth() {
        #expect(
            Self.lines("blog:\n  type： feed\n  url: x\n")
                == ["2:7: write `type: feed`, with an ordinary colon and a blank"])
        #expect(
            Self.lines("blog:\n　　type: feed\n  url: x\n")
                == ["2:1: indent with ordinary blanks: this line has full-width ones"])
        let diagnostics = Diagnostics()
        let node = YAMLReader.read(Array("blog: { type： feed, url: x }\n".utf8), file: "f", into: diagnostics)
        #expect(node?["blog"]?["type"]?.scalar == "feed")
        #expect(
            diagnostics.list.map(\.description) == [
                "f:1:9: error: `type： feed` has a full-width colon "
                    + "(write `type: feed`, with an ordinary colon and a blank)"
            ])
    }

    @Test("U08 a colon without a blank behind it is told where it stands")
    func blank() {
        #expect(
            Self.lines("blog:\n  type:feed\n  url: x\n")
                == ["2:7: write `type: feed`, with a blank after the colon"])
    }

    @Test("U08 all such mistakes of a file are told at once, and nothing that only follows from them")
    func several() {
        let text = """
            version: 1
            sources:
              a: { type: feed, url: "https://a.example/" }
              b:
                type： feed
                url: https://b.example/
            pipelines:
              p:
                schedule: */15 * * * *
                sources: [a, b
                filters:
                  - keep: { likes: >=100 }
                sinks: [page]
            """
        let told = Self.lines(text).map { $0.split(separator: ":")[0] }
        #expect(told.first == "5" && told.contains("9") && Set(told).count == told.count, "\(told)")
        // A file without any other mistake has no more than one.
        #expect(Self.lines("a: [1, 2\nb: 3\nc: 4\n").count == 1)
        #expect(Self.lines("a: \"open\nb: 3\nc: 4\n").count == 1)
    }
}
