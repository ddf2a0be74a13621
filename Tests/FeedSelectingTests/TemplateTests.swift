import FeedSelecting
import Testing

@Suite("Templates")
struct TemplateTests {
    private typealias PathTemplate = Template<JSONPath>

    private func filled(
        _ text: String, _ use: PathTemplate.Use, _ values: [String: String]
    ) throws -> String? {
        let template = try PathTemplate(text) { path throws(SelectorError) in try JSONPath(path) }
        return template.filled(as: use) { values[$0.description] }
    }

    @Test("put values between the words")
    func words() throws {
        let values = ["name.first": "Mika", "name.last": "Salmi"]
        #expect(try filled("{{name.first}} {{ name.last }}!", .text, values) == "Mika Salmi!")
        #expect(PathTemplate.isTemplate("{{a}}") && !PathTemplate.isTemplate("a.b"))
    }

    @Test("J08 keep a value of an address in one segment, and its slashes where `+` asks for that")
    func addresses() throws {
        let values = ["id": "a/b?c#d é", "path": "/r/x/comments/1/ü?y=%C3%A9%2", "up": ".."]
        #expect(
            try filled("https://e.example/{{id}}/x", .address, values)
                == "https://e.example/a%2Fb%3Fc%23d%20%C3%A9/x")
        #expect(
            try filled("https://e.example{{+path}}", .address, values)
                == "https://e.example/r/x/comments/1/%C3%BC%3Fy%3D%C3%A9%252")
        #expect(try filled("{{+path}}", .text, values) == values["path"])
        #expect(
            try filled("https://e.example{{+host}}", .address, ["host": "@evil.example/"])
                == "https://e.example%40evil.example/")
    }

    @Test("have no result where a value is missing")
    func missing() throws {
        #expect(try filled("{{a}} {{b}}", .text, ["a": "1"]) == nil)
    }

    @Test("J07 are filled once: braces inside a value stay as they are")
    func once() throws {
        #expect(try filled("{{a}}", .text, ["a": "{{b}}", "b": "secret"]) == "{{b}}")
    }

    @Test("may name members with braces, in quotes")
    func quotedBraces() throws {
        #expect(try filled("{{['a}}b']}}", .text, ["['a}}b']": "1"]) == "1")
    }

    @Test(
        "that are none are refused at a column of the whole text",
        arguments: [
            ("x {{a", 3), ("{{}}", 1), ("{{ + }}", 4), ("é {{a..b}}", 6), ("{{#if a}}", 3), ("{{{a}}}", 3),
            ("{{a}} {{b.}}", 11),
        ] as [(String, Int)])
    func mistakes(text: String, column: Int) {
        do throws(SelectorError) {
            _ = try PathTemplate(text) { path throws(SelectorError) in try JSONPath(path) }
            Issue.record("\(text) was read")
        } catch {
            #expect(error.column == column, "\(error)")
        }
    }
}
