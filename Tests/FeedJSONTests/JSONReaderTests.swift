import FeedJSON
import FeedMessages
import FeedModel
import Testing

@Suite("JSONReader")
struct JSONReaderTests {
    private func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

    @Test(
        "scalars are read",
        arguments: [
            ("null", JSONValue.null), (" true ", .bool(true)), ("\r\nfalse\t", .bool(false)), ("0", .number("0")),
            ("-12.50e+3", .number("-12.50e+3")), ("1e400", .number("1e400")), ("\"\"", .string("")),
            ("\"瓦版\"", .string("瓦版")), ("\u{FEFF}1", .number("1")),
        ])
    func scalar(_ text: String, is value: JSONValue) throws {
        #expect(try read(text) == value)
    }

    @Test("nesting and the order of members are kept; of a repeated name the last counts")
    func structure() throws {
        let value = try read(#" { "b" : [ 1 , [ ] , { } , [ { "x" : [ null ] } ] ] , "a" : "y" , "b" : 2 } "#)
        let object = try #require(value.object)
        #expect(object.members.map(\.name) == ["b", "a", "b"])
        #expect(
            object.members[0].value
                == .array([
                    .number("1"), .array([]), .object(JSONObject()),
                    .array([.object(JSONObject([.init(name: "x", value: .array([.null]))]))]),
                ]))
        #expect(value["b"]?.int == 2)
        #expect(try read(#"[[[1],2],[3,[4]],5]"#) == read(" [ [ [ 1 ] , 2 ] , [ 3 , [ 4 ] ] , 5 ] "))
    }

    @Test(
        "escapes stand for their characters",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u0041\u00e9\u74E6\u0000""#, "Aé瓦\u{0}"),
            (#""\ud83d\ude00!""#, "😀!"),
            (#""a long run of plain text \n and another \u0021""#, "a long run of plain text \n and another !"),
            (#""\ud83d""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"), (#""\ude00\ud83d\ude00""#, "\u{FFFD}😀"),
            (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ud83d\n""#, "\u{FFFD}\n"),
        ])
    func escapes(_ text: String, stand plain: String) throws {
        #expect(try read(text) == .string(plain))
    }

    @Test("invalid UTF-8 is repaired, raw controls in strings are kept")
    func repair() throws {
        #expect(try JSONReader.read([0x22, 0x61, 0xFF, 0x62, 0x22]) == .string("a\u{FFFD}b"))
        #expect(try JSONReader.read([0x22, 0xE7, 0x93, 0x22]) == .string("\u{FFFD}"))
        #expect(try JSONReader.read([0x22, 0x5C, 0x6E, 0xC3, 0x22]) == .string("\n\u{FFFD}"))
        #expect(try read("\"a\tb\nc\"") == .string("a\tb\nc"))
    }

    @Test(
        "what is not JSON is refused at the right place",
        arguments: [
            ("", 0), ("  ", 2), ("nul", 0), ("NaN", 0), ("Infinity", 0), ("+1", 0), ("01", 0), ("-", 1), ("1.", 2),
            ("1e", 2),
            ("1e+", 3), (".5", 0), ("1 2", 2), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3), ("[", 1), ("[1", 2), ("]", 0),
            ("{\"a\":1,}", 7), ("{a:1}", 1), ("{\"a\" 1}", 5), ("{\"a\":}", 5), ("{\"a\":1", 6), ("{\"a\":1]", 6),
            ("{\"a\"", 4),
            ("\"abc", 0), ("\"\\", 1), ("\"\\x\"", 1), ("\"\\u12\"", 1), ("\"\\u12g4\"", 1), ("'a'", 0), ("/**/1", 0),
            ("truex", 4),
            ("{1:2}", 1), ("[1}", 2),
        ])
    func refused(_ text: String, at offset: Int) throws {
        let error = #expect(throws: JSONError.self) { try read(text) }
        #expect(error?.offset == offset)
        #expect(error?.reason.description.isEmpty == false)
    }

    @Test("J01 nesting is read up to 128 and refused beyond, however deep")
    func depth() throws {
        func nested(_ count: Int) -> String {
            String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        #expect(throws: Never.self) { try read(nested(128)) }
        #expect(throws: JSONError.self) { try read(nested(129)) }
        #expect(throws: JSONError.self) { try read(String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONError.self) { try read(String(repeating: "{\"a\":", count: 100_000)) }
    }

    @Test("a number is read up to 1,024 digits")
    func numberLength() throws {
        #expect(try read(String(repeating: "1", count: 1_024)).int == nil)
        #expect(throws: JSONError.self) { try read(String(repeating: "1", count: 1_025)) }
    }

    @Test("a document of nothing but values is refused before it eats the memory")
    func valueCount() {
        let bytes =
            [UInt8(ascii: "[")]
            + Array(repeatElement([UInt8(ascii: "0"), UInt8(ascii: ",")], count: 2_100_000).joined())
        let error = #expect(throws: JSONError.self) { try JSONReader.read(bytes) }
        #expect(error?.reason.description == "more than 2000000 values")
        #expect(error?.reason.text(in: .ja) == "値が2000000個を超えている")
    }

    @Test(
        "whole numbers are read however they are written",
        arguments: [("12", 12), ("1.0", 1), ("1e3", 1000), ("-0", 0)])
    func whole(_ text: String, _ number: Int) throws {
        #expect(try read(text).int == number)
    }

    @Test(
        "a number that is not whole or too large is no Int",
        arguments: ["1.5", "1e400", "99999999999999999999", "1e-400000", "-1e300"])
    func notWhole(_ text: String) throws {
        let value = try read(text).int
        #expect(value == nil || value == 0)
    }
}
