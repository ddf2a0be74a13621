import FeedModel
import FeedStages
import FeedTesting
import Foundation
import JSONList
import Testing

/// Real answers, which lie outside the repository.
@Suite(
    "Recorded lists", .enabled(if: RecordedLists.folder != nil, "skipped: KAWARABAN_SHARED names no folder with them"))
struct RecordedListTests {
    private func feed(_ options: String, _ file: String) throws -> Feed {
        let folder = try #require(RecordedLists.folder)
        let parser = try JSONListParser.configured(try JSONListBench.section(options)).stage
        let bytes = try #require(FileManager.default.contents(atPath: "\(folder)/\(file)"))
        return try parser.parse(
            Document(
                bytes: Array(bytes), contentType: "application/json", url: "https://api.example/",
                fetchedAt: Timestamp(seconds: 1_800_000_000)))
    }

    @Test("every user of randomuser.me has an id of its own, a name, a date and a picture")
    func people() throws {
        let options = """
            { entries: results, id: login.uuid, title: "{{name.first}} {{name.last}}", image: picture.thumbnail,
              summary: "{{location.city}}, {{location.country}}", published: registered.date }
            """
        var entries: [Entry] = []
        for file in try RecordedLists.names() where file.contains("randomuser") {
            entries += try feed(options, file).entries
        }
        print("randomuser: \(entries.count) users, \(Set(entries.map(\.guid)).count) ids")
        #expect(entries.count >= 111)
        #expect(Set(entries.map(\.guid)).count == entries.count)
        #expect(entries.allSatisfy { $0.title != nil && $0.published != nil && $0.image != nil })
    }

    @Test("stories of HN all have a link, releases of GitHub a date and a text, Reddit's its own page")
    func others() throws {
        let stories = """
            { entries: hits, id: objectID, title: title, published: created_at_i,
              link: [url, "https://news.ycombinator.com/item?id={{objectID}}"] }
            """
        let releases =
            "{ id: node_id, title: [name, tag_name], link: html_url, content: body, content_type: markdown, published: published_at }"
        let listing = """
            { entries: "data.children[*].data", id: name, title: title, link: "https://www.reddit.com{{+permalink}}",
              published: created_utc }
            """
        for file in try RecordedLists.names() {
            if file.contains("hackernews") || file.contains("hn_front_page") {
                let entries = try feed(stories, file).entries
                #expect(!entries.isEmpty && entries.allSatisfy { $0.url != nil })
            } else if file.contains("github_releases") {
                let entries = try feed(releases, file).entries
                #expect(entries.count == 5 && entries.allSatisfy { $0.published != nil && $0.content != nil })
            } else if file.contains("reddit") {
                let entries = try feed(listing, file).entries
                #expect(
                    !entries.isEmpty && entries.allSatisfy { $0.url?.hasPrefix("https://www.reddit.com/r/") == true })
            }
        }
    }
}

private enum RecordedLists {
    static let folder: String? = {
        guard let shared = ProcessInfo.processInfo.environment["KAWARABAN_SHARED"] else { return nil }
        let folder = shared + "/corpus/users-api"
        return FileManager.default.fileExists(atPath: folder) ? folder : nil
    }()

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder ?? "").filter { $0.hasSuffix(".json") }
    }
}
