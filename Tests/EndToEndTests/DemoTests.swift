import Foundation
import Testing

@Suite("the demo")
struct DemoTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
        let demo = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Examples/demo")
        for name in ["config.yaml", "recorded"] {
            try FileManager.default.copyItem(
                atPath: demo.appendingPathComponent(name).path, toPath: workplace.path(name))
        }
    }

    private func run() throws -> Workplace.Outcome {
        try workplace.run("run", "--replay", "recorded", "--state", "demo.sqlite")
    }

    @Test("makes a digest of all five kinds of sources, names the one that has moved away, and delivers nothing twice")
    func twice() throws {
        let first = try run()
        #expect(first.status == 1)
        #expect(first.errors.split(separator: "\n").count == 1)
        #expect(first.errors.contains("machinaka"))

        let markdown = workplace.read("digests/morning-2026-11-20.md")
        let page = workplace.read("digests/morning-2026-11-20.html")
        let titles = [
            "Qiita – Swift", "Qiita – Linux", "Zenn – Swift", "はてなブックマーク – テクノロジー", "Google ニュース – テクノロジー",
            "Google News – Swift", "雲ラボ技術ノート", "星空観測ノート", "Weeknotes from a Small Office",
        ]
        for title in titles {
            #expect(markdown.contains("\n## \(title)\n"))
            #expect(page.contains(title))
        }
        let places = ["\n### [", "\n- ["].map { markdown.components(separatedBy: $0).count - 1 }
        #expect(places.reduce(0, +) == 75)
        #expect(try ids(inJSONLines: workplace.read("archive.jsonl")).count == 79)

        // Quirks: an article on the second page, a charset, a relative address, a made-up summary, an advertisement,
        // and an article that two sources brought.
        #expect(markdown.contains("Swiftでcronから動かすCLIを書くときのチェックリスト"))
        #expect(markdown.contains("しし座流星群、極大の翌晩に17個"))
        #expect(markdown.contains("https://kumo-lab.example/notes/three-numbers"))
        #expect(markdown.contains("[北信タイムス] 2026/11/19 18:30"))
        #expect(!markdown.contains("_blank"))
        #expect(!markdown.contains("乗り換えキャンペーン"))
        #expect(markdown.components(separatedBy: "[Swiftで作る、落ちないフィードリーダー]").count == 2)

        let archive = workplace.read("archive.jsonl")
        let second = try run()
        #expect(second.status == 0)
        #expect(second.errors.isEmpty)
        #expect(workplace.read("archive.jsonl") == archive)
        #expect(workplace.read("digests/morning-2026-11-20.md") == markdown)
        #expect(workplace.read("digests/morning-2026-11-20.html") == page)
    }
}
