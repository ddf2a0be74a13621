import FeedConfiguration
import FeedJSON
import FeedModel
import FeedStages
import FeedSystem
import Glibc
import HTMLList
import JSONList
import Logging

/// Measures how the source `json` reads a list of 10 MB with 100,000 objects of about 100 bytes, and how long the JSON
/// tree of that list alone takes. Measures how the source `html` reads a page of 200,000 elements, and one that is
/// 10,000 levels deep.
///
///     list-benchmark tree|entries|all [ITERATIONS [OBJECTS]]
///     list-benchmark page|deep [ITERATIONS [ENTRIES]]
///
/// prints `objects=<…> bytes=<…> entries=<…> cpu_s=<of one pass> rss_kb=<peak>`. `entries` makes as many entries as a
/// run takes, 10,000; `all` makes all of them, as with `max_entries`. Each mode needs its own process, because a
/// process does not give memory back.
@main
struct ListBenchmark {
    static func main() throws {
        let arguments = CommandLine.arguments
        let iterations = arguments.count > 2 ? Int(arguments[2]) ?? 5 : 5
        let mode = arguments.dropFirst().first ?? ""
        let isPage = ["page", "deep"].contains(mode)
        let usual = isPage ? 40_000 : 100_000
        let objects = arguments.count > 3 ? Int(arguments[3]) ?? usual : usual
        let list =
            isPage ? LargePage.bytes(entries: objects, levels: mode == "deep" ? 10_000 : 0) : Self.list(of: objects)
        let read: (Document) throws -> Int
        switch mode {
        case "tree": read = { try JSONReader.read($0.bytes)["items"]?.array?.count ?? 0 }
        case "entries", "all":
            let parser = try Self.parser()
            read = { try parser.parse($0).entries.count }
        case "page", "deep":
            let parser = try HTMLListParser(
                PageOptions(from: section("{ entries: li.entry, summary: p, min_entries: 0 }")), services: services)
            read = { try parser.parse($0).entries.count }
        default:
            let line = "usage: list-benchmark tree|entries|all|page|deep [ITERATIONS [OBJECTS]]\n"
            _ = write(2, line, line.utf8.count)
            exit(64)
        }
        var document = Document(
            bytes: list, contentType: "application/json", url: "https://api.example/items",
            fetchedAt: Timestamp(seconds: 1_800_000_000))
        if mode == "all" { document.maxEntries = objects }
        var entries = 0
        let start = clock()
        for _ in 0..<max(iterations, 1) { entries = try read(document) }
        let microseconds = Int(clock() - start) / max(iterations, 1)
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        print(
            "objects=\(objects) bytes=\(list.count) entries=\(entries) cpu_s=0.\(padded(microseconds, 6))",
            "rss_kb=\(usage.ru_maxrss)")
    }

    private static func parser() throws -> JSONListParser {
        let yaml = """
            { entries: items, id: id, title: title, link: "https://x.example/{{id}}", published: date,
              numbers: { likes: likes } }
            """
        return try JSONListParser(EntryOptions(from: section(yaml)), services: services)
    }

    private static func section(_ yaml: String) -> ConfigSection {
        let diagnostics = Diagnostics()
        let node = YAMLReader.read(Array(yaml.utf8), file: "options.yaml", into: diagnostics)
        return ConfigSection(
            node ?? Node(.map([]), at: Place(file: "", line: 1, column: 1)), path: "list", diagnostics: diagnostics)
    }

    private static var services: Services {
        Services(
            transport: NoTransport(), clock: SystemClock(), zone: .utc, locale: .en,
            blocking: BlockingExecutor(width: 1), directory: ".",
            logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() })
    }

    private static func list(of count: Int) -> [UInt8] {
        var bytes = Array("{\"items\": [".utf8)
        bytes.reserveCapacity(count * 112)
        for number in 0..<count {
            let text = """
                \(number == 0 ? "" : ",")
                {"id": \(10_000_000 + number), "title": "Entry number \(number) of them", \
                "date": \(1_795_000_000 + number), "likes": \(number % 97), "author": "mika"}
                """
            bytes.append(contentsOf: text.utf8)
        }
        return bytes + Array("]}".utf8)
    }
}

private struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        throw StageError(.notRecorded, subject: request.url.mask)
    }
}
