import FeedTesting
import MachineLaboratory
import Testing

@testable import FeedConfiguration

@Suite struct YAMLReaderTests {
    static func read(_ bytes: [UInt8]) -> (node: Node?, messages: [String]) {
        let diagnostics = Diagnostics()
        let node = YAMLReader.read(bytes, file: "f", into: diagnostics)
        return (node, diagnostics.list.map { "\($0.place.line):\($0.place.column): \($0.message)" })
    }

    static func read(_ text: String) -> (node: Node?, messages: [String]) { read(Array(text.utf8)) }

    @Test("scalars keep their text: no type is guessed")
    func noTypes() {
        let texts = ["no", "on", "010", "1.10", "1e3", "0x1F", "12:30:45", "2026-01-01", "0o17", "1_000", ".inf"]
        let (node, messages) = Self.read(texts.map { "- \($0)\n" }.joined())
        #expect(messages == [])
        #expect(node?.list?.map(\.scalar) == texts)
    }

    @Test("each node knows its place, columns count characters")
    func places() {
        let (node, _) = Self.read("瓦版: [日本, 語]\nb:\n  - c: d\n")
        #expect(node?["瓦版"]?.list?.map(\.place.column) == [6, 10])
        #expect(node?["b"]?.list?.first?["c"]?.place == Place(file: "f", line: 3, column: 8))
        #expect(node?["b"]?.list?.first?.pair("c")?.place.column == 5)
    }

    @Test(
        "BOM, CR LF, CR, a missing last line break, comments and document marks are fine",
        arguments: [
            "\u{FEFF}a: 1\nb: 2\n", "a: 1\r\nb: 2\r\n", "a: 1\rb: 2\r", "a: 1\nb: 2", "# x\n---\na: 1\nb: 2\n...\n",
            "%YAML 1.2\n---\na: 1\nb: 2\n",
        ])
    func variants(text: String) {
        let (node, messages) = Self.read(text)
        #expect(messages == [])
        #expect(node?.map?.map(\.key) == ["a", "b"])
        #expect(node?["b"]?.scalar == "2")
    }

    @Test("quoted text differs from nothing")
    func nulls() {
        let (node, _) = Self.read("a:\nb: ~\nc: null\nd: ''\ne: \"~\"\nf: x\n")
        #expect(node?.map?.map(\.value.isNull) == [true, true, true, false, false, false])
    }

    @Test("block scalars arrive whole")
    func blocks() {
        let (node, _) = Self.read("a: |\n  x\n  y\nb: >-\n  x\n  y\n")
        #expect(node?["a"]?.scalar == "x\ny\n")
        #expect(node?["b"]?.scalar == "x y")
    }

    @Test("<< merges a map or a list of maps; explicit keys win wherever they stand, then the earlier map")
    func merging() {
        let text = """
            x-a: &a { one: 1, two: 2 }
            x-b: &b { two: 22, three: 33 }
            c: { two: own, <<: *a }
            d: { <<: [*b, *a] }
            e: { "<<": plain }
            f: { <<: *a, one: later }
            """
        let (node, messages) = Self.read(text)
        #expect(messages == [])
        #expect(node?["c"]?.map?.map { "\($0.key)=\($0.value.scalar ?? "")" } == ["two=own", "one=1"])
        #expect(node?["d"]?.map?.map { "\($0.key)=\($0.value.scalar ?? "")" } == ["two=22", "three=33", "one=1"])
        #expect(node?["e"]?["<<"]?.scalar == "plain")
        #expect(node?["f"]?["one"]?.scalar == "later")
    }

    @Test(
        "mistakes are told with their place",
        arguments: [
            ("a: b: c\n", "1:5: mapping values are not allowed in this context"),
            ("a:\n\t- b\n", "2:1: found character that cannot start any token, while scanning for the next token"),
            (
                "a: [1, 2\nb: 3\n",
                "2:2: did not find expected ',' or ']', while parsing a flow sequence that begins in line 1"
            ),
            (
                "a: 'x\n",
                "2:1: found unexpected end of stream, while scanning a quoted scalar that begins in line 1"
            ),
            ("a: 1\nb: 2\na: 3\n", "3:1: `a` appears twice in one map, first in line 1"),
            ("a:\n  b: 1\n  b: 2\n", "3:3: `b` appears twice in one map, first in line 2"),
            ("a: { b: 1, b: 2 }\n", "1:12: `b` appears twice in one map, first in line 1"),
            ("a: !!python/object x\n", "1:4: the tag !!python/object is not supported"),
            ("a: !!binary eA==\n", "1:4: the tag !!binary is not supported"),
            ("a: !own [1]\n", "1:4: the tag !own is not supported"),
            ("a: 1\n---\nb: 2\n", "2:1: a second document begins here"),
            ("a: *nope\n", "1:4: there is no anchor &nope before this"),
            ("a: &a [*a]\n", "1:8: *a refers to itself"),
            ("a: { <<: x }\n", "1:10: `<<` merges a map or a list of maps, found \"x\""),
            ("a: { <<: [{b: 1}, x] }\n", "1:19: `<<` merges maps, found \"x\""),
            ("? [a]\n: 1\n", "1:3: a key must be text, found a list"),
            ("'': 1\n", "1:1: a key is empty"),
            ("", "1:1: the file is empty"),
            ("\u{FEFF}", "1:1: the file is empty"),
            ("# only this\n\n", "1:1: the file is empty"),
            ("a: 1\nb: x\u{0}y\n", "2:5: a configuration cannot contain a NUL byte"),
            ("日: \u{1B}[31m\n", "1:4: a configuration cannot contain the control character 0x1B"),
            ("a: x\u{9B}\n", "1:5: control characters are not allowed"),
        ])
    func mistakes(text: String, message: String) { #expect(Self.read(text).messages == [message]) }

    @Test("bytes that are not UTF-8 are told with their place")
    func encodings() {
        #expect(Self.read(Array("a: 1\nb: caf".utf8) + [0xE9, 0x0A]).messages == ["2:7: byte 0xE9 is not UTF-8"])
        #expect(Self.read(Array("瓦: ".utf8) + [0xE7, 0x93]).messages == ["1:4: byte 0xE7 is not UTF-8"])
        #expect(Self.read([0xFF, 0xFE, 0x61, 0x00]).messages == ["1:1: the file is UTF-16"])
        #expect(Self.read([0xFE, 0xFF, 0x00, 0x61]).messages == ["1:1: the file is UTF-16"])
    }

    @Test("several mistakes that leave the structure clear are told at once")
    func several() {
        let (node, messages) = Self.read("a: 1\na: 2\nb: !!int 3\nc: *no\nd: 4\n")
        #expect(messages.count == 3)
        #expect(node?["d"]?.scalar == "4")
    }

    @Test("nesting is bounded, also through aliases, and costs little", arguments: ["[", "- ", "? ", "{a: "])
    func depth(opening: String) {
        let time = processorTime {
            let (node, messages) = Self.read(String(repeating: opening, count: 50_000))
            #expect(node == nil)
            #expect(messages.count == 1)
            #expect(messages.first?.contains("nested deeper than 64 levels") == true)
        }
        #expect(time < .seconds(10))  // takes milliseconds; libyaml alone would need 14 s
    }

    @Test("64 levels are allowed")
    func allowedDepth() {
        let text = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(Self.read(text).messages == [])
    }

    @Test("aliases may not nest deeper than the limit either")
    func aliasDepth() {
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        let text = "a: &a \(deep)\nb: \(String(repeating: "[", count: 40))*a\(String(repeating: "]", count: 40))\n"
        #expect(Self.read(text).messages == ["2:44: *a nests deeper than 64 levels"])
    }

    @Test("an alias bomb stops at 10,000 added nodes")
    func aliasBomb() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let name = "*a\(level - 1)"
            text += "a\(level): &a\(level) [\(Array(repeating: name, count: 9).joined(separator: ", "))]\n"
        }
        let (node, messages) = Self.read(text)
        #expect(node == nil)
        #expect(messages.count == 1)
        #expect(messages.first?.hasSuffix("aliases add more than 10000 nodes") == true)
    }

    @Test("10,000 anchors and a file of many mistakes cost little")
    func many() {
        let anchors = (0..<10_000).map { "k\($0): &n\($0) v\n" }.joined()
        #expect(Self.read(anchors).messages == [])
        let diagnostics = Diagnostics()
        let aliases = Array((0..<20_000).map { "k\($0): *nowhere\($0)\n" }.joined().utf8)
        _ = YAMLReader.read(aliases, file: "f", into: diagnostics)
        #expect(diagnostics.list.count == Diagnostics.limit)
        #expect(diagnostics.omitted == 20_000 - Diagnostics.limit)
    }

    @Test("a file over 16 MiB is refused unread")
    func size() {
        let messages = Self.read([UInt8](repeating: 0x23, count: (16 << 20) + 1)).messages
        #expect(messages == ["1:1: the file is larger than 16 MiB"])
    }

    @Test(
        "T13 what is missing at the end of a text is told at that end, also where the last line has no end",
        arguments: [
            ("a: [b", Place(file: "f", line: 1, column: 6)), ("a: {\n  b: c", Place(file: "f", line: 2, column: 7)),
            ("a: [b\n", Place(file: "f", line: 2, column: 1)),
        ])
    func openEnd(text: String, place: Place) {
        let diagnostics = Diagnostics()
        _ = YAMLReader.read(Array(text.utf8), file: "f", into: diagnostics)
        #expect(diagnostics.list.map(\.place) == [place])
    }

    @Test("T13 whatever byte is changed or left out, there is a tree or a mistake, and each place lies in the text")
    func mutations() {
        let text = Array("a: &x {b: [1, 'q', \"d\\n\"], <<: {c: d}}\n? k\n: |\n  t\ne: *x\nf: !t >-\n  u\n".utf8)
        for index in text.indices {
            for byte in [0x00, 0x09, 0x0A, 0x22, 0x2A, 0x3A, 0x7B, 0x80, 0xEF, 0xFF] as [UInt8] {
                var changed = text
                changed[index] = byte
                Self.expectSense(of: changed)
            }
            Self.expectSense(of: Array(text[..<index]))
        }
    }

    /// There is a tree, or what is wrong is told; every place lies in the text.
    private static func expectSense(of bytes: [UInt8]) {
        let diagnostics = Diagnostics()
        let node = YAMLReader.read(bytes, file: "f", into: diagnostics)
        let shown = String(decoding: bytes, as: UTF8.self)
        #expect(node != nil || !diagnostics.list.isEmpty, "\(shown)")
        let lines = bytes.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }.count
        for place in diagnostics.list.map(\.place) + places(in: node) {
            #expect((1...lines).contains(place.line), "\(place): \(shown)")
            #expect((1...bytes.count + 1).contains(place.column), "\(place): \(shown)")
        }
    }

    private static func places(in node: Node?) -> [Place] {
        guard let node else { return [] }
        let children = (node.map?.map(\.value) ?? []) + (node.list ?? [])
        return [node.place] + children.flatMap { places(in: $0) }
    }
}
