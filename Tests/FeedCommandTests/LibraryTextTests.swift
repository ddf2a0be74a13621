import ArgumentParser
import FeedMessages
import FeedModel
import FeedRendering
import Testing

@testable import FeedCommand

/// What the library writes that reads the command line, for people who read Japanese.
@Suite("help and mistakes on the command line in Japanese")
struct LibraryTextTests {
    private func text(for arguments: [String]) -> (mistake: String, page: String) {
        do {
            var command = try RootCommand.parseAsRoot(arguments)
            try command.run()
        } catch {
            return (RootCommand.message(for: error), RootCommand.fullMessage(for: error, columns: 100_000))
        }
        return ("", "")
    }

    @Test(
        "every mistake that one can make is told in Japanese",
        arguments: [
            (["plugins", "--bogus"], "不明なオプションです: '--bogus'"),
            (["plugins", "--jso"], "不明なオプションです: '--jso'。'--json' の間違いではありませんか"),
            (["plugins", "a", "b"], "余分な引数です: 'b'"),
            (["plugins", "a", "b", "c"], "余分な引数が2個あります: 'b', 'c'"),
            (["plugins", "--color"], "'--color <when>' の値を指定してください"),
            (["show"], "'<id-or-url>' を指定してください"),
            (["list", "--limit", "x"], "'--limit <count>' の値 'x' は正しくありません"),
            (["plugins", "--json=x"], "オプション '--json' に値 'x' は指定できません"),
        ])
    func mistakes(_ arguments: [String], _ expected: String) {
        #expect(LibraryPhrase(localized: Localizer(.ja)).mistake(text(for: arguments).mistake) == expected)
    }

    @Test("a value that is none of those possible is told with those that are")
    func values() {
        let mistake = LibraryPhrase(localized: Localizer(.ja)).mistake(
            text(for: ["plugins", "--color", "pink"]).mistake)
        #expect(mistake.hasPrefix("'--color <when>' の値 'pink' は正しくありません。"))
        #expect(mistake.hasSuffix("のいずれかを指定してください") && mistake.contains("'always'"))
    }

    @Test(
        "the headings of a page of help are in Japanese, and no line is wider than the terminal",
        arguments: [40, 60, 80, 120])
    func pages(_ columns: Int) {
        for arguments in [["--help"], ["run", "--help"], ["state", "forget", "--help"], ["list", "--help"]] {
            let page = LibraryPage(localized: Localizer(.ja), columns: columns).translated(text(for: arguments).page)
            // Examples stay whole.
            let lines = page.split(separator: "\n").filter { !$0.hasPrefix("  kawaraban") && !$0.hasPrefix("  */15") }
            #expect(page.hasPrefix("概要: ") && page.contains("使い方: ") && page.contains("\nオプション:\n"))
            for word in ["OVERVIEW", "USAGE", "OPTIONS", "(default:", "(values:", "Show help", "See '"] {
                #expect(!page.contains(word))
            }
            let wide = lines.filter { DisplayWidth.of(String($0)) > columns }
            #expect(wide.isEmpty, "\(wide)")
        }
    }

    @Test("on a terminal no line of English help is wider than it, either", arguments: [40, 80, 120])
    func englishPages(_ columns: Int) {
        for arguments in [["--help"], ["init", "--help"], ["state", "retry", "too", "much"]] {
            let page = LibraryPage(localized: Localizer(.en), columns: columns).translated(text(for: arguments).page)
            #expect(page.contains("kawaraban") && !page.contains { "ぁ"..."ん" ~= $0 })
            let wide = page.split(separator: "\n").filter { DisplayWidth.of(String($0)) > columns }
            #expect(wide.allSatisfy { $0.hasPrefix("  kawaraban") || $0.hasPrefix("  */15") }, "\(wide)")
        }
    }

    @Test("an explanation goes on below where it began, also in full-width characters")
    func explanations() {
        let line = "  -c, --config <file>     設定ファイル。既定では現在のディレクトリにあるものを読みます (default: config.yaml)"
        let page = LibraryPage(localized: Localizer(.ja), columns: 60).translated("OPTIONS:\n\(line)")
        #expect(
            page == """
                オプション:
                  -c, --config <file>     設定ファイル。既定では現在のディレ
                                          クトリにあるものを読みます（既定
                                          値: config.yaml）
                """)
    }

    @Test("a wrong command line is told with its usage, and where to find help")
    func usage() {
        let page = LibraryPage(localized: Localizer(.ja), columns: 80).translated(text(for: ["show"]).page)
        #expect(page.hasPrefix("エラー: '<id-or-url>' を指定してください\n説明: <id-or-url>  "))
        #expect(page.hasSuffix("\n  詳細は 'kawaraban show --help' で確認できます。"))
    }
}
