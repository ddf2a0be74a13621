import FeedMessages
import FeedModel
import Foundation
import Testing

@Suite("texts for people")
struct LocalizedTextTests {
    @Test("a template takes its arguments, and the word that belongs to their number")
    func arguments() {
        let template = MessageTemplate("{count} {count:entry|entries} of {source}".utf8)
        #expect(template.text(["count": 1, "source": "a"], in: .en) == "1 entry of a")
        #expect(template.text(["count": 12, "source": "{count}"], in: .en) == "12 entries of {count}")
    }

    @Test("the first alternative whose arguments are all there is taken; none: no text")
    func alternatives() {
        let template = MessageTemplate("no answer in {seconds} s || no answer in time".utf8)
        #expect(template.text(["seconds": 20], in: .en) == "no answer in 20 s")
        #expect(template.text([:], in: .en) == "no answer in time")
        #expect(MessageTemplate("{a} || {b}".utf8).text([:], in: .en) == nil)
    }

    @Test(
        "braces that are no placeholder stand for themselves",
        arguments: ["{ env: NAME }", "{{date}}", "{", "}", "{}", "{Name}", "{a|b}", "{a:b}", "a {", "${NAME}"])
    func braces(text: String) { #expect(MessageTemplate(text.utf8).text([:], in: .en) == text) }

    @Test("a key that nobody knows is shown with its arguments, and nothing traps")
    func unknown() {
        let text = LocalizedText.message("no.such.key", ["b": 2, "a": "x"])
        #expect(text.text(in: .ja) == "no.such.key (a: x, b: 2)")
        #expect(LocalizedText.message("").text(in: .en) == "")
        #expect(LocalizedText.message("a\nb").text(in: .en) == "a\nb")
    }

    @Test("U11 every key of either language is found, and its English has an alternative or wants an argument")
    func index() {
        for language in [DigestLocale.en, .ja] {
            let keys = MessageCatalogue.keys(in: language)
            #expect(keys.count > 100 && Set(keys).count == keys.count)
            for key in keys { #expect(MessageCatalogue.template(key, in: language) != nil, "\(key)") }
        }
        let english = Set(MessageCatalogue.keys(in: .en))
        #expect(Set(MessageCatalogue.keys(in: .ja)).subtracting(english).isEmpty)
    }

    @Test("a sentence without its facts shows its key: a plugin's mistake is no crash")
    func withoutFacts() {
        #expect(LocalizedText.message("plugins.unknown").text(in: .en) == "plugins.unknown")
    }

    @Test("quantities are written as people of the language do")
    func quantities() {
        func texts(_ argument: MessageArgument) -> [String] {
            [DigestLocale.en, .ja].map { MessageTemplate("{x}".utf8).text(["x": argument], in: $0) ?? "" }
        }
        #expect(texts(.span(.seconds(45))) == ["45 s", "45秒"])
        #expect(texts(.span(.seconds(86_400 * 3))) == ["3 d", "3日"])
        #expect(texts(.duration(.seconds(86_400 * 7))) == ["7 days", "7日"])
        #expect(texts(.duration(.seconds(86_400 * 10 + 5400))) == ["10 days 1 hour 30 minutes", "10日1時間30分"])
        #expect(texts(.duration(.milliseconds(1001))) == ["1 second 1 millisecond", "1秒1ミリ秒"])
        #expect(texts(.duration(.zero)) == ["0 seconds", "0秒"])
        #expect(texts(.size(16 << 20)) == ["16 MiB", "16 MiB"])
        #expect(texts(.size(1)) == ["1 byte", "1バイト"])
        #expect(texts(.grouped(-1_234_567)) == ["-1,234,567", "-1,234,567"])
        #expect(texts(.names(["a", "b", "c"])) == ["a, b and c", "a、b、c"])
        #expect(texts(.row(["a", "b", "c"])) == ["a, b, c", "a、b、c"])
        #expect(texts(.row([.text("a"), .message("kind.source")])) == ["a, source", "a、取得元"])
        #expect(texts(.either(["a", "b"])) == ["a or b", "a、b"])
        #expect(texts(.message("kind.source")) == ["source", "取得元"])
    }

    @Test("lengths of time and rows are stored and read")
    func stored() throws {
        let text = LocalizedText.message("no.such.key", ["a": .duration(.seconds(60)), "b": .row(["x", "y"])])
        let data = try JSONEncoder().encode(text)
        #expect(try JSONDecoder().decode(LocalizedText.self, from: data) == text)
        #expect(text.description == "no.such.key (a: 1 minute, b: x, y)")
    }

    @Test("in Japanese a blank sets a name apart, but no part of a sentence")
    func blanks() {
        func text(_ template: String, _ argument: MessageArgument) -> String? {
            MessageTemplate(template.utf8).text(["file": argument], in: .ja)
        }
        #expect(text("{file} が見つかりません", .text("/tmp/設定")) == "/tmp/設定 が見つかりません")
        #expect(text("{file} が見つかりません", .message("file.it")) == "ファイルが見つかりません")
        #expect(text("原因は {file} です", .message("file.it")) == "原因はファイルです")
        #expect(text("原因: {file} [x]", .message("file.it")) == "原因: ファイル [x]")
        #expect(text("{file} が空です", .message("secret.variable", ["name": "A"])) == "環境変数 A が空です")
        #expect(MessageTemplate("{file} が".utf8).text(["file": .message("file.it")], in: .en) == "it が")
    }

    @Test("words of a plugin are shown in the language that it gives, else in English")
    func words() {
        #expect(LocalizedText(en: "tag", ja: "タグ").text(in: .ja) == "タグ")
        let english: LocalizedText = "tag"
        #expect(english.text(in: .ja) == "tag" && english.code == nil)
        #expect(LocalizedText.message("plugins.unknown").code == "unknown")
    }
}

@Suite("the language of the terminal")
struct TerminalLanguageTests {
    @Test("U11 the first variable that is set decides; what cron gives everybody leaves it to settings.locale")
    func choice() {
        func choice(_ variables: [String: String]) -> DigestLocale? { TerminalLanguage.choice(in: variables) }
        #expect(choice(["LANG": "ja_JP.UTF-8"]) == .ja)
        #expect(choice(["LANG": "ja"]) == .ja)
        #expect(choice(["LANG": "ja_JP.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"]) == .en)
        #expect(choice(["LANG": "en_US.UTF-8", "LC_ALL": "ja_JP.eucJP"]) == .ja)
        #expect(choice(["LANG": "ja_JP.UTF-8", "LC_ALL": "C"]) == .en)
        #expect(choice(["LANG": "ja_JP.UTF-8", "LC_ALL": ""]) == .ja)
        #expect(choice(["LANG": "fr_FR.UTF-8"]) == .en)
        #expect(choice(["LANG": "jam_JM"]) == .en)
        for value in ["C", "C.UTF-8", "POSIX", ""] { #expect(choice(["LANG": value]) == nil) }
        #expect(choice([:]) == nil)
    }
}
