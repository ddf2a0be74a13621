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

    @Test(
        "X17: what steers a terminal or turns the direction of writing is escaped",
        arguments: [
            ("\u{80}\u{9b}\u{9f}", #""\u0080\u009b\u009f""#), ("a\u{85}b", #""a\u0085b""#),
            ("\u{61c}\u{200e}\u{200f}", #""\u061c\u200e\u200f""#),
            ("\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}", #""\u202a\u202b\u202c\u202d\u202e""#),
            ("\u{2066}\u{2067}\u{2068}\u{2069}", #""\u2066\u2067\u2068\u2069""#),
            ("title \u{202e}gpj.exe and more text", #""title \u202egpj.exe and more text""#),
        ])
    func steering(_ text: String, _ json: String) throws {
        #expect(written(.string(text)) == json)
        #expect(written(.object(JSONObject([.init(name: text, value: .null)]))) == "{\(json):null}")
        #expect(try JSONReader.read(Array(json.utf8)) == .string(text))
    }

    @Test(
        "X17: letters, joiners and emoji beside these stay as they are",
        arguments: [
            "\u{a0}é§", "؛ب", "👨\u{200d}👩\u{200d}👧", "می\u{200c}خواهم", "“…” € ™ 🏴\u{e0067}\u{e007f}", "\u{feff}",
        ])
    func beside(_ text: String) { #expect(written(.string(text)) == "\"\(text)\"") }

    @Test("every character survives writing and reading at every place in a word")
    func roundTrip() throws {
        for scalar in (0...0x6FF).compactMap(Unicode.Scalar.init) + (0x1FF0...0x207F).compactMap(Unicode.Scalar.init)
            + [
                "\u{E000}", "\u{FEFF}", "\u{10FFFF}",
            ]
        {
            for lead in 0..<17 {
                let word = String(repeating: "x", count: lead) + String(scalar) + "yz"
                for text in [word, word + "0123456789abcdef"] {
                    #expect(try JSONReader.read(Array(written(.string(text)).utf8)) == .string(text))
                }
            }
        }
    }

    @Test("a character is written in the same way at every place of a long text")
    func places() {
        for character in ["\"", "\\", "<", "\n", "\u{1}", "\u{7f}", "\u{85}", "\u{61c}", "\u{202e}", "é", "瓦", "“"] {
            let alone = written(.string(character)).dropFirst().dropLast()
            for place in 0...40 {
                let (head, tail) = (String(repeating: "a", count: place), String(repeating: "b", count: 40 - place))
                #expect(written(.string(head + character + tail)) == "\"\(head)\(alone)\(tail)\"")
            }
        }
    }

    @Test("a text of any length is written as its characters are, one by one")
    func lengths() {
        let characters = [
            "a", "\"", "<", "瓦", "\u{85}", "b", "\u{2028}", "\u{1}", "c", "d", "é", "e", "f", "g", "h", "i", "j",
        ]
        let alone = characters.map { String(written(.string($0)).dropFirst().dropLast()) }
        for count in Array(0...80) + Array(650...750) + Array(3_000...3_030) {
            let places = (0..<count).map { $0 * ($0 % 7 + 1) % characters.count }
            let text = places.map { characters[$0] }.joined()
            #expect(written(.string(text)) == "\"" + places.map { alone[$0] }.joined() + "\"")
        }
    }

    @Test("what cannot be written as a number is null", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(_ number: Double) {
        var writer = JSONWriter()
        writer.value(number)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "null")
    }
}
