import Testing

@testable import FeedConfiguration

/// A section over YAML text, and what was reported.
final class SectionOfText {
    let diagnostics = Diagnostics()
    let section: ConfigSection

    init(_ text: String, environment: ConfigEnvironment = ConfigEnvironment()) {
        let nowhere = Node(.map([]), at: Place(file: "f", line: 1, column: 1))
        let node = YAMLReader.read(Array(text.utf8), file: "f", into: diagnostics) ?? nowhere
        let expanded = Variables(environment.variables, reporting: diagnostics).expand(node)
        section = ConfigSection(expanded, path: "s", diagnostics: diagnostics, environment: environment)
    }

    var messages: [String] { diagnostics.list.map { "\($0.place.line):\($0.place.column): \($0.message)" } }
    var suggestions: [String] { diagnostics.list.compactMap(\.suggestion) }
}

@Suite struct ConfigValueTests {
    static func read<Value: ConfigValue>(_ text: String, as type: Value.Type) -> (Value?, [String]) {
        let text = SectionOfText("k: \(text)\n")
        let value = text.section.option("k", as: type, help: "x")
        return (value, text.messages)
    }

    @Test(
        "durations",
        arguments: [
            ("20s", 20_000), ("15m", 900_000), ("2h", 7_200_000), ("7d", 604_800_000), ("1h30m", 5_400_000),
            ("1d12h", 129_600_000), ("500ms", 500), ("0s", 0), ("1s500ms", 1500), ("36500d", 3_153_600_000_000),
        ])
    func durations(text: String, milliseconds: Int) {
        let (value, messages) = Self.read(text, as: Duration.self)
        #expect(value == .milliseconds(milliseconds))
        #expect(messages == [])
    }

    @Test(
        "what is no duration",
        arguments: [
            "-1", "-1s", "0", "30", "9999999999h", "99999999999999999999s", "∞", "1,5h", "1.5h", "1e3s", "30m1h",
            "1h1h",
            "s", "1  h", "1S", "1W", "+1s", "'1s '", "36501d", "1d1w", "二日", "3か月", "1y",
        ])
    func noDurations(text: String) {
        let (value, messages) = Self.read(text, as: Duration.self)
        #expect(value == nil)
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("1:4: s.k: expected a duration such as 20s, 15m, 2h or 7d, found") == true)
    }

    @Test(
        "U08 weeks, words for units, blanks and full-width digits can only mean one thing",
        arguments: [
            ("1w", 7 * 86_400_000), ("2w3d", 17 * 86_400_000), ("7 days", 7 * 86_400_000), ("7日", 7 * 86_400_000),
            ("７日間", 7 * 86_400_000), ("1週間", 7 * 86_400_000), ("1時間30分", 5_400_000), ("1 hour 30 minutes", 5_400_000),
            ("90 s", 90_000), ("１s", 1000), ("20秒", 20_000),
        ])
    func words(text: String, milliseconds: Int) {
        let (value, messages) = Self.read(text, as: Duration.self)
        #expect(value == .milliseconds(milliseconds))
        #expect(messages == [])
    }

    @Test("U08 sizes and rates are read in any case and with words for their units")
    func sizesAndRates() {
        for text in ["16MiB", "16 MiB", "16mib"] { #expect(Self.read(text, as: ByteSize.self).0?.bytes == 16 << 20) }
        for text in ["60/h", "60/hour", "60/時間"] {
            #expect(Self.read(text, as: Rate.self).0 == Rate(count: 60, per: .seconds(3600)))
        }
        #expect(Self.read("60/2h", as: Rate.self).0 == nil && Self.read("60/w", as: Rate.self).0 == nil)
    }

    @Test(
        "U08 a number with separators or full-width digits is told as it is to be written",
        arguments: ["1,000", "1_000", "１０００"])
    func numbers(text: String) {
        let text = SectionOfText("k: \"\(text)\"\n")
        #expect(text.section.option("k", as: Int.self, help: "x") == nil)
        #expect(text.suggestions == ["write 1000"])
    }

    @Test("U08 a month, which has no fixed length, is told to be days", arguments: ["1 month", "3か月", "1y", "1年"])
    func months(text: String) {
        let text = SectionOfText("k: \(text)\n")
        #expect(text.section.option("k", as: Duration.self, help: "x") == nil)
        #expect(text.suggestions == ["months and years have no fixed length: write days, such as 30d"])
    }

    @Test("a duration without a unit is told what to add")
    func unit() {
        let text = SectionOfText("k: 30\n")
        _ = text.section.option("k", as: Duration.self, help: "x")
        #expect(text.suggestions == ["add the unit: 30s, 30m, 30h or 30d"])
    }

    @Test("durations are shown as they are written", arguments: ["0s", "20s", "1h30m", "7d", "1s500ms"])
    func durationText(text: String) { #expect(Self.read(text, as: Duration.self).0?.manualText == text) }

    @Test(
        "sizes",
        arguments: [
            ("16MiB", 16 << 20), ("64KiB", 65_536), ("1GiB", 1 << 30), ("10kB", 10_000), ("5MB", 5_000_000), ("7B", 7),
            ("2GB", 2_000_000_000), ("3KB", 3000),
        ])
    func sizes(text: String, bytes: Int) {
        #expect(Self.read(text, as: ByteSize.self).0?.bytes == bytes)
    }

    @Test(
        "what is no size", arguments: ["16", "-1B", "1.5MiB", "16 M", "99999999999999999999B", "1025GiB", "MiB", ""])
    func noSizes(text: String) {
        let (value, messages) = Self.read("'\(text)'", as: ByteSize.self)
        #expect(value == nil)
        #expect(messages.count == 1)
    }

    @Test(
        "T11 a rate counts in a second, a minute, an hour or a day, and is told as it was written",
        arguments: [
            ("5/s", 5, 1), ("30/m", 30, 60), ("60/h", 60, 3600), ("7/d", 7, 86_400), ("1000000/d", 1_000_000, 86_400),
        ])
    func rates(text: String, count: Int, seconds: Int) {
        let (rate, messages) = Self.read(text, as: Rate.self)
        #expect(rate == Rate(count: count, per: .seconds(seconds)))
        #expect(rate?.manualText == text)
        #expect(messages == [])
    }

    @Test("what is no rate")
    func noRates() {
        for text in ["60", "0/h", "-1/h", "1/w", "1/h/d", "1000001/s", "/h", "1/"] {
            #expect(Self.read(text, as: Rate.self).0 == nil)
        }
    }

    @Test(
        "only the words of YAML 1.1 are yes and no, and only for options that are yes or no",
        arguments: [("true", true), ("yes", true), ("ON", true), ("false", false), ("No", false), ("off", false)])
    func booleans(text: String, value: Bool) {
        #expect(Self.read(text, as: Bool.self).0 == value)
        #expect(Self.read(text, as: String.self).0 == text)
        #expect(Self.read("y", as: Bool.self).1 == ["1:4: s.k: expected yes or no, found \"y\""])
        #expect(Self.read("1", as: Bool.self).0 == nil)
    }

    @Test(
        "whole numbers are decimal digits",
        arguments: [
            ("7", 7), ("-3", -3), ("0", 0), ("010", nil), ("0x1F", nil), ("1e3", nil), ("1_000", nil), ("+5", nil),
            ("1.0", nil), ("99999999999999999999", nil), ("٣", nil), ("-", nil),
        ] as [(String, Int?)])
    func numbers(text: String, value: Int?) { #expect(Self.read(text, as: Int.self).0 == value) }

    @Test(
        "a wrong kind is told with both kinds",
        arguments: [
            ("[1]", "1:4: s.k: expected a whole number, found a list"),
            ("{ a: 1 }", "1:4: s.k: expected a whole number, found a map"),
            ("", "1:3: s.k: expected a whole number, found nothing"),
            ("null", "1:4: s.k: expected a whole number, found nothing"),
            ("abc", "1:4: s.k: expected a whole number, found \"abc\""),
        ])
    func kinds(text: String, message: String) { #expect(Self.read(text, as: Int.self).1 == [message]) }

    @Test("lists have one type; one value is a list only where the option says so")
    func lists() {
        #expect(Self.read("[1, 2]", as: [Int].self).0 == [1, 2])
        #expect(Self.read("1", as: [Int].self).1 == ["1:4: s.k: expected a list, found \"1\""])
        #expect(Self.read("1", as: OneOrMany<Int>.self).0?.values == [1])
        #expect(Self.read("[1, 2]", as: OneOrMany<Int>.self).0?.values == [1, 2])
        #expect(Self.read("[1, x, ~]", as: [Int].self).1.count == 2)
        #expect(Self.read("[1, x]", as: [Int].self).1 == ["1:8: s.k[1]: expected a whole number, found \"x\""])
    }

    @Test("maps have free keys")
    func maps() {
        #expect(Self.read("{ a: 1, b: 2 }", as: [String: Int].self).0 == ["a": 1, "b": 2])
        #expect(Self.read("[a]", as: [String: Int].self).1 == ["1:4: s.k: expected a map, found a list"])
    }

    enum Mode: String, ConfigChoice { case replace, append, other }

    @Test("a choice is one of its words, and a slip is recognised")
    func choices() {
        #expect(Self.read("append", as: Mode.self).0 == .append)
        let text = SectionOfText("k: apend\n")
        #expect(text.section.option("k", as: Mode.self, help: "x") == nil)
        #expect(text.messages == ["1:4: s.k: expected replace, append or other, found \"apend\""])
        #expect(text.suggestions == ["did you mean `append`?"])
    }

    @Test("U08 what is shown of a value is short, on one line, and hides no invisible character")
    func shown() {
        let long = String(repeating: "x", count: 500)
        #expect(Self.read(long, as: Int.self).1.first.map { $0.utf8.count < 120 } == true)
        let diagnostic = Diagnostic(
            at: Place(file: "f", line: 1, column: 1), "a\nb\u{1B}[31m\u{202E}\u{200B}", suggestion: "c")
        #expect(diagnostic.description == "f:1:1: error: a\u{FFFD}b\u{FFFD}[31m\\u{202E}\\u{200B} (c)")
    }
}
