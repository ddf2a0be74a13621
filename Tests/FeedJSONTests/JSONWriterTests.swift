import FeedJSON
import Testing

@Suite("JSONWriter")
struct JSONWriterTests {
    private func written(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("objects and arrays have their commas")
    func commas() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("a", 1)
        writer.member("b", nil as String?)
        writer.name("c")
        writer.beginArray()
        writer.value("x")
        writer.beginObject()
        writer.endObject()
        writer.value(true)
        writer.null()
        writer.endArray()
        writer.member("d", false)
        writer.endObject()
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":1,"c":["x",{},true,null],"d":false}"#)
    }

    @Test(
        "strings are safe inside HTML and JavaScript",
        arguments: [
            ("", #""""#), ("plain ascii text beyond eight", #""plain ascii text beyond eight""#),
            ("瓦版と絵草紙", #""瓦版と絵草紙""#),
            ("</script>", #""\u003c/script>""#), ("\u{2028}\u{2029}\u{2027}…", "\"\\u2028\\u2029\u{2027}…\""),
            ("a\"b\\c\n\r\t\u{1}\u{7f}\u{1f}", #""a\"b\\c\n\r\t\u0001\u007f\u001f""#), ("\"\u{301}", "\"\\\"\u{301}\""),
            ("1234567\"", #""1234567\"""#), ("12345678\"", #""12345678\"""#), ("\r\n", #""\r\n""#), ("😀", "\"😀\""),
        ])
    func strings(_ text: String, _ json: String) throws {
        #expect(written(.string(text)) == json)
        #expect(try JSONReader.read(Array(json.utf8)) == .string(text))
    }

    @Test("every character survives writing and reading at every place in a word")
    func roundTrip() throws {
        for scalar in (0...0x2FF).compactMap(Unicode.Scalar.init) + [
            "\u{2027}", "\u{2028}", "\u{202A}", "\u{E000}", "\u{10FFFF}",
        ] {
            for lead in 0..<9 {
                let text = String(repeating: "x", count: lead) + String(scalar) + "yz"
                #expect(try JSONReader.read(Array(written(.string(text)).utf8)) == .string(text))
            }
        }
    }

    @Test("what cannot be written as a number is null", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(_ number: Double) {
        var writer = JSONWriter()
        writer.value(number)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "null")
    }
}
