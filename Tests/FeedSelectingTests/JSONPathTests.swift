import FeedJSON
import FeedMessages
import FeedModel
import FeedSelecting
import Testing

@Suite("Paths into JSON")
struct JSONPathTests {
    private static let document = """
        {"data": {"items": [{"id": 1, "тема": "a"}, {"id": 2, "тема": null}, {"id": 3}], "a key": {"x": true}},
         "id": 7, "id": 8, "deep": [[1, 2], [3]], "none": null, "empty": []}
        """

    private func texts(_ path: String) throws -> [String] {
        let value = try JSONReader.read(Array(Self.document.utf8))
        return try JSONPath(path).values(in: value).map(Self.text)
    }

    private static func text(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(
        "lead to values in the document's order, with `$.` or without",
        arguments: [
            ("$.data.items[0].id", ["1"]), ("data.items[0].id", ["1"]), ("data.items[-1].id", ["3"]),
            ("data.items[*].id", ["1", "2", "3"]), ("data['items'].*.id", ["1", "2", "3"]),
            ("data.items[*].тема", ["\"a\"", "null"]), ("data[\"a key\"].x", ["true"]),
            ("$ .data ['a key'] .x", ["true"]),
            ("deep[*][*]", ["1", "2", "3"]), ("deep.*[1]", ["2"]), ("data['\\u0061 key'].*", ["true"]),
            ("data.items[3]", []), ("data.items[-4]", []), ("data.items.id", []), ("id[0]", []), ("none.x", []),
            ("empty[*]", []), ("none", ["null"]),
            // Of two members of one name the last counts.
            ("id", ["8"]),
        ] as [(String, [String])])
    func values(path: String, expected: [String]) throws {
        #expect(try texts(path) == expected)
    }

    @Test("`$` is the value itself")
    func root() throws {
        #expect(try JSONPath("$").values(in: .string("x")) == [.string("x")])
        #expect(try JSONPath("$").isSingular)
        #expect(try !JSONPath("a[*]").isSingular)
    }

    @Test(
        "that are none are refused at a column",
        arguments: [
            ("", 1), (" a", 1), ("a ", 2), ("a..b", 2), ("$..a", 2), ("a.", 3), (".a", 1), ("a[", 3), ("a[0", 4),
            ("a[01]", 3), ("a[-0]", 3), ("a[-]", 3), ("a['b]", 3), ("a['b\\x']", 5), ("a['\\ud800']", 4),
            ("a[b]", 3), ("a[0,1]", 4), ("a[0:1]", 3), ("a[:]", 3), ("a[?@.b]", 3), ("a[9007199254740992]", 3),
            ("a b", 3), ("content-type", 8), ("@id", 1), ("é.b-c", 4), ("a\u{7}", 2),
        ] as [(String, Int)])
    func mistakes(path: String, column: Int) {
        #expect(throws: SelectorError.self) { try JSONPath(path) }
        do throws(SelectorError) { _ = try JSONPath(path) } catch { #expect(error.column == column, "\(error)") }
    }

    @Test("tell what the language has and this program does not, and how a name with other signs is written")
    func advice() {
        func error(_ path: String) -> SelectorError? {
            do throws(SelectorError) { _ = try JSONPath(path) } catch { return error }
            return nil
        }
        #expect(error("a[?@.b == 1]")?.isUnsupported == true)
        #expect(error("a[?@.b == 1]")?.advice?.description == "select entries with `keep` in the pipeline")
        #expect(error("a[1:2]")?.reason.text(in: .ja) == "スライス（`:`）は使えません")
        #expect(error("a[1:2]")?.reason.description == "slices (`:`) are not supported here")
        #expect(error("a.content-type")?.advice?.description.hasSuffix("as ['content-type']") == true)
        #expect(error("@id")?.advice?.description.hasSuffix("as ['@id']") == true)
        #expect(error("a[0")?.isUnsupported == false)
    }

    @Test(
        "are written as they are read",
        arguments: ["$", "a.b", "['a key'].x", "a[0][-1].*", "*", "['it\\'s']", "a['\\u0007']"])
    func written(path: String) throws {
        #expect(try JSONPath(path).description == path)
        #expect(try JSONPath(JSONPath(path).description) == JSONPath(path))
    }

    @Test("of more than 64 steps are refused")
    func bounded() throws {
        let steps = Array(repeating: "*", count: 64).joined(separator: ".")
        #expect(try JSONPath(steps).steps.count == 64)
        #expect(throws: SelectorError.self) { try JSONPath(steps + ".a") }
    }
}
