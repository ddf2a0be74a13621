import FeedHTML
import FeedModel
import FeedParsing
import Glibc

/// Measures the full parsing of documents to `Feed` values, in this process and without input or output.
///
///     parse-benchmark [--bodies] ITERATIONS FILE…
///
/// prints `items=<entries of one pass> cpu_s=<user+system> wall_s=<…> rss_kb=<peak>`. With `--bodies` it also sanitises
/// every content and summary, which a run only does for sinks that print HTML.
@main
struct ParseBenchmark {
    static func main() {
        var arguments = CommandLine.arguments.dropFirst()
        let withBodies = arguments.first == "--bodies"
        if withBodies { arguments = arguments.dropFirst() }
        guard let iterations = arguments.first.flatMap({ Int($0) }), iterations > 0, arguments.count > 1 else {
            fail("usage: parse-benchmark [--bodies] ITERATIONS FILE…")
        }
        let documents = arguments.dropFirst().map(read)
        var pass = Pass()
        let start = Clocks.now
        for _ in 0..<iterations {
            pass = Pass()
            for document in documents { pass.take(document, withBodies: withBodies) }
        }
        let end = Clocks.now
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        print(
            "items=\(pass.entries) cpu_s=\(seconds(end.cpu - start.cpu)) wall_s=\(seconds(end.wall - start.wall))",
            "rss_kb=\(usage.ru_maxrss) refused=\(pass.refused)\(withBodies ? " html_bytes=\(pass.safeBytes)" : "")")
    }

    private static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "rb") else { fail("\(path): cannot be read") }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        let size = max(0, ftell(file))
        rewind(file)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = fread(buffer.baseAddress, 1, size, file)
        }
    }

    /// Seconds with four decimals.
    private static func seconds(_ nanoseconds: Int) -> String {
        let parts = (nanoseconds / 100_000).quotientAndRemainder(dividingBy: 10_000)
        return "\(parts.quotient)." + String(String(parts.remainder + 10_000).dropFirst())
    }

    private static func fail(_ message: String) -> Never {
        let line = message + "\n"
        _ = write(2, line, line.utf8.count)
        exit(64)
    }
}

/// The counts of one pass over all documents.
private struct Pass {
    var entries = 0
    var refused = 0
    var safeBytes = 0

    mutating func take(_ document: [UInt8], withBodies: Bool) {
        do {
            let feed = try FeedReader.read(document, contentType: nil, url: "https://example.org/feed")
            entries += feed.entries.count
            guard withBodies else { return }
            for entry in feed.entries { safeBytes += size(entry.content) + size(entry.summary) }
        } catch {
            refused += 1
        }
    }

    private func size(_ text: TextContent?) -> Int {
        guard case .html(let markup) = text else { return 0 }
        return HTMLSanitiser.sanitise(markup).markup.utf8.count
    }
}

/// The times of two clocks, in nanoseconds.
private struct Clocks {
    let cpu: Int
    let wall: Int

    static var now: Clocks { Clocks(cpu: read(CLOCK_PROCESS_CPUTIME_ID), wall: read(CLOCK_MONOTONIC)) }

    private static func read(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
