import FeedModel
import Testing

@testable import FeedRendering

@Suite("the page of what was left out")
struct HTMLOmittedPageTests {
    private func entry(_ name: String, _ title: String) -> DigestEntry {
        SampleDigest.entry(name, source: ("blog", "A Blog")) {
            $0.title = title
            $0.url = "https://blog.example/\(name)"
        }
    }

    private func page(_ omitted: OmittedEntries, _ digest: Digest = SampleDigest.morning) -> String {
        String(decoding: HTMLOmittedPage.render(omitted, of: digest, page: "morning.html"), as: UTF8.self)
    }

    @Test("each entry has a line under the filter that decided; a reason that all share stands once")
    func groups() throws {
        let text = page(
            OmittedEntries([
                OmittedEntry(entry("a", "Old"), fate: .dropped, filter: "newer_than", reason: "4日前の記事"),
                OmittedEntry(entry("b", "Older"), fate: .dropped, filter: "newer_than", reason: "9日前の記事"),
                OmittedEntry(entry("c", "Third"), fate: .held, filter: "take", reason: "上限 2 件"),
                OmittedEntry(entry("d", "Fourth"), fate: .held, filter: "take", reason: "上限 2 件"),
            ]))
        #expect(text.contains("見送り：newer_than</span> <span class=\"count\">2<"))
        #expect(text.contains("次回に持ち越し：take</span> <span class=\"count\">2<"))
        for reason in ["4日前の記事", "9日前の記事", "上限 2 件"] {
            #expect(text.split(separator: reason, omittingEmptySubsequences: false).count == 2)
        }
        for key in ["a", "b", "c", "d"] { #expect(text.contains("<li id=\"e-\(key)\">")) }
        #expect(text.contains("<a href=\"https://blog.example/a\" rel=\"noopener noreferrer\">Old</a>"))
        #expect(text.contains("<a href=\"morning.html\">ページに戻る</a>"))
        #expect(!text.contains("を載せています"))
    }

    @Test("it says that it lists only the newest of many, and that nothing was left out")
    func ends() {
        let cut = page(OmittedEntries([OmittedEntry(entry("a", "Old"), fate: .dropped)], count: 1234))
        #expect(cut.contains("1,234件のうち、新しい1件を載せています。"))
        #expect(page(OmittedEntries()).contains("載せなかった記事はありません。"))
        #expect(!page(OmittedEntries()).contains("<section"))
    }

    @Test("an entry that a filter holds says until when at most")
    func until() {
        let end = SampleDigest.moment("2026-11-24T07:00:00+09:00")
        let held = ["a", "b"].map {
            OmittedEntry(entry($0, "Held"), fate: .held, filter: "take", reason: "上限 2 件", until: end)
        }
        #expect(page(OmittedEntries(held)).contains("auto\">上限 2 件、11/24(火) 07:00まで待ちます</p>"))
    }

    @Test("an entry for which the page has no space says so")
    func gone() {
        let text = page(OmittedEntries([OmittedEntry(entry("a", "Old"), fate: .gone)]))
        #expect(text.contains("ページに載りきらなかった記事</span> <span class=\"count\">1<"))
        // Of many entries none may be listed.
        #expect(!page(OmittedEntries([], count: 5)).contains("載せなかった記事はありません。"))
    }

    @Test("hostile titles, addresses, filters and reasons stay text")
    func hostile() {
        let entries = HostileEntries.all.map {
            OmittedEntry($0, fate: .dropped, filter: "\"><script>x", reason: "</p><script>alert(2)</script>\u{202E}")
        }
        let text = page(OmittedEntries(entries), SampleDigest.hostile)
        #expect(!text.contains("<script"))
        #expect(!text.contains("href=\"javascript"))
        #expect(!text.unicodeScalars.contains("\u{202E}"))
        #expect(text.components(of: "<li id=") == entries.count && text.components(of: "</li>") == entries.count)
    }
}

extension String {
    fileprivate func components(of part: String) -> Int {
        split(separator: part, omittingEmptySubsequences: false).count - 1
    }
}
