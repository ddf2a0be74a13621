import Glibc
import Testing

@testable import FeedPages

@Suite("CSS selectors on a page")
struct SelectorResultTests {
    /// A line of `selectors.tsv`: it tells what its columns are.
    struct Row: CustomTestStringConvertible {
        let scope: String
        let selector: String
        let ids: [String]
        var testDescription: String { "\(selector) in \(scope)" }
    }

    private static func text(_ name: String) -> [UInt8] {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        guard let file = fopen("/\(folder)/Fixtures/\(name)", "rb") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return bytes
    }

    private static let rows: [Row] = String(decoding: text("selectors.tsv"), as: UTF8.self).split(separator: "\n")
        .filter { !$0.hasPrefix("#") }
        .map { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Row(scope: columns[0], selector: columns[1], ids: columns[2].split(separator: " ").map(String.init))
        }

    @Test("find what a browser's do", arguments: rows)
    func found(row: Row) throws {
        let tree = try PageTree(Self.text("selectors.html")[...], url: nil)
        let scope =
            row.scope == "-" ? tree.root : try #require(tree.root.firstDescendant { $0["id"] == row.scope })
        #expect(try tree.elements(PageSelector(row.selector), in: scope).map { $0["id"] ?? $0.name } == row.ids)
    }

    @Test("that are as long and as deep as they may be are found, too")
    func bounds() throws {
        let depth = CSSSelector.mostNesting
        let parts = CSSSelector.mostParts
        let page = String(repeating: "<div>", count: 400) + "<p>" + String(repeating: "<i></i>", count: 100)
        let tree = try PageTree(Array(page.utf8)[...], url: nil)
        for (selector, count) in [
            (String(repeating: "div ", count: parts - 1) + "p", 1),
            (String(repeating: "div > ", count: parts - 1) + "p", 1),
            ("i" + String(repeating: " ~ i", count: 99), 1),
            ("i" + String(repeating: " + i", count: 99), 1),
            (Array(repeating: "p", count: parts).joined(separator: ","), 1),
            (String(repeating: ":is(", count: depth) + "p" + String(repeating: ")", count: depth), 1),
            (String(repeating: ":not(", count: depth) + "p" + String(repeating: ")", count: depth), 1),
            ("body > div:has(" + String(repeating: "> div ", count: depth) + ")", 1),
            (":nth-child(1 of :nth-child(n+100 of i))", 1),
        ] {
            #expect(try tree.elements(PageSelector(selector), in: tree.root).count == count, "\(selector.prefix(40))…")
        }
    }

    @Test("were tried on more than 120 cases") func enough() { #expect(Self.rows.count > 120) }
}
