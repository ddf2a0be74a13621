import FeedConfiguration
import FeedMessages
import FeedModel
import FeedSystem
import Testing

@testable import FeedStages

@Suite("SecretMask")
struct SecretMaskTests {
    private let mask = SecretMask([Secret("pa ss/w\"rd", mask: "{m}"), Secret("pa ss/w\"rd-long", mask: "{l}")])

    @Test(
        "a secret is found as it is and in every escape",
        arguments: [
            "pa ss/w\"rd", "pa%20ss%2Fw%22rd", "pa%20ss%2fw%22rd", "pa+ss/w%22rd", #"pa ss\/w\"rd"#,
            #"pa\u0020ss/w\u0022rd"#, "cGEgc3MvdyJyZA", "70612073732f77227264", "70612073732F77227264",
            "pa ss/w&quot;rd", "pa&#32;ss&#x2F;w&#34;rd", "&#112;a ss/w&#x22;rd",
        ])
    func forms(_ text: String) {
        let masked = mask.masked("<" + text + ">")
        #expect(masked.hasPrefix("<{m}") && masked.hasSuffix(">"))
    }

    @Test("of two secrets of which one is a part of the other the longer is found")
    func longest() { #expect(mask.masked("x pa ss/w\"rd-long x") == "x {l} x") }

    @Test(
        "a secret inside base64 is found whatever stands before it",
        arguments: ["", "a", "ab", "abc", "user:", "me@example.org:"])
    func base64(_ before: String) {
        let text = Base64.encode(Array((before + "pa ss/w\"rd" + "!").utf8))
        #expect(mask.masked(text).contains("{m}"))
    }

    @Test(
        "X10: characters that are not shown do not hide a secret",
        arguments: [
            "\u{200b}", "\u{ad}", "\u{2060}", "\u{feff}", "\u{fe0f}", "\u{34f}", "\u{200d}", "\u{202e}", "\u{e0041}",
            "\u{115f}", "\u{200b}\u{ad}\u{2060}", "&#8203;", "&#xAD;", #"\u200b"#,
        ])
    func invisible(_ hidden: String) {
        let mask = SecretMask([Secret("tKr8Wq5Z", mask: "{m}")])
        let text = ["t", "Kr8W", "q5", "Z"].joined(separator: hidden)
        #expect(mask.masked("for \(text) alone") == "for {m} alone")
        #expect(mask.masked("for \(hidden)\(text)\(hidden) alone") == "for \(hidden){m}\(hidden) alone")
        let other = "for tKr8\(hidden)Wq5z alone"
        #expect(mask.masked(other) == other)
    }

    @Test(
        "X10: characters that are shown part one word from another",
        arguments: [" ", "é", "\u{301}", "瓦", "😀", "&amp;"])
    func visible(_ shown: String) {
        let text = "tKr8\(shown)Wq5Z"
        #expect(SecretMask([Secret("tKr8Wq5Z", mask: "{m}")]).masked(text) == text)
    }

    @Test(
        "what gives access in the query of a secret address is found alone, however its name is written",
        arguments: ["token", "TOKEN", "Api_Key", "access%5Ftoken"])
    func tokens(name: String) {
        let mask = SecretMask([Secret("https://example.com/feed?lang=japanese&\(name)=abcd%2Fefgh", mask: "{m}")])
        #expect(mask.masked("the key abcd/efgh is not valid") == "the key {m} is not valid")
        #expect(mask.masked("in japanese") == "in japanese")
    }

    @Test("a text without secrets has no replacement")
    func none() {
        #expect(mask.replacement(for: "pa ss/w\"re, and much more") == nil)
        #expect(SecretMask([]).replacement(for: "anything") == nil)
        #expect(mask.replacement(for: "") == nil)
    }

    @Test("other texts stay as they are", arguments: ["", "pa ss", "password", "%", "\\", "pa%2", "%u0041\\u00"])
    func others(_ text: String) { #expect(mask.masked(text) == text) }

    @Test("a secret that was cut with the text around it leaves nothing of its beginning")
    func cut() {
        let mask = SecretMask([Secret("abcdefghijkl", mask: "{m}")])
        #expect(mask.maskedCut("the token abcdefgh") == "the token {m}")
        #expect(mask.maskedCut("the token abcdefghijkl") == "the token {m}")
        #expect(mask.maskedCut("abc") == "abc")
        #expect(mask.maskedCut("abcdefgh is not it") == "abcdefgh is not it")
        let error = StageError(.forbidden, subject: "s", explanation: "no: abcdefghi").masked(by: mask)
        #expect(error.explanation == "no: {m}")
    }

    @Test("a phrase of an error shows no secret among what it names")
    func phrases() {
        let mask = SecretMask([Secret("abcdefghijkl", mask: "{m}")])
        let phrase: LocalizedText = .message("program.folder", ["folder": "/abcdefghijkl", "reason": "gone"])
        let error = StageError(.programNotStarted, subject: "s", phrases: [.found: phrase]).masked(by: mask)
        #expect(error.text(of: .found, in: .en) == "cannot be started in /{m}: gone")
        #expect(error.text(of: .found, in: .ja) == "/{m} で起動できません: gone")
    }

    @Test("a text in which a secret was masked is known, percent-encoded as well")
    func masked() {
        #expect(mask.hasMasked("http://a.example/{m}") && mask.hasMasked("http://a.example/%7Bl%7D?q"))
        #expect(!mask.hasMasked("http://a.example/{x}?m=l"))
    }

    @Test("missing, empty and short secrets mask nothing where they would mask too much")
    func short() {
        let mask = SecretMask(
            [Secret(nil, mask: "{a}"), Secret("", mask: "{b}"), Secret("abc", mask: "{c}")], shortest: 4)
        #expect(mask.masked("abc {a}") == "abc {a}")
        #expect(SecretMask([Secret("abc", mask: "{c}")]).masked("xabcx") == "x{c}x")
    }
}
