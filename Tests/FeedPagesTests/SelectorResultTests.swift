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

    @Test("were tried on more than 120 cases") func enough() { #expect(Self.rows.count > 120) }
}
