import FeedJSON
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import Glibc

/// `parse --batch`: answers each job on standard input with one line, in order.
struct BatchParsing {
    private let reading: FeedReading
    private let console: Console
    private let localized: Localizer

    init(_ reading: FeedReading, _ console: Console, _ localized: Localizer) {
        self.reading = reading
        self.console = console
        self.localized = localized
    }

    /// Answers jobs, bad ones too, until standard input ends. Throws if the output fails. Blocks.
    func perform() throws(CommandFailure) {
        var lines = LineReader(STDIN_FILENO)
        while let line = lines.next() {
            guard !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) else { continue }
            try console.print(bytes: answer(to: line) + [UInt8(ascii: "\n")])
        }
    }

    private func answer(to line: [UInt8]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        if let job = Self.job(line) {
            write(job, into: &writer)
        } else {
            writer.member("error", localized("parse.bad_job"))
            writer.member("code", StageError.Code.badRequest.rawValue)
        }
        writer.endObject()
        return writer.bytes
    }

    private func write(_ job: FeedReading.Job, into writer: inout JSONWriter) {
        do throws(StageError) {
            let feed = try reading.feed(ofFile: job)
            writer.name("feed")
            JSONFeedDocument.write(feed: feed, into: &writer)
        } catch {
            writer.member("error", Catalogue(localized).sentence(error))
            writer.member("code", error.code.rawValue)
        }
    }

    private static func job(_ line: [UInt8]) -> FeedReading.Job? {
        guard let json = try? JSONReader.read(line), let file = json["file"]?.string else { return nil }
        return FeedReading.Job(
            document: file, baseURL: json["base_url"]?.string, contentType: json["content_type"]?.string)
    }
}

/// Lines of an open file, read in pieces.
private struct LineReader {
    private static let piece = 64 << 10
    /// The longest line in bytes. The rest of a longer line is dropped.
    private static let longest = 1 << 20

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Returns the next line without its line end, or nil at the end. Blocks.
    mutating func next() -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return Array(buffer[start..<min(end, start + Self.longest)])
            }
            guard !isAtEnd else {
                defer { start = buffer.count }
                return start < buffer.count ? Array(buffer[start...].prefix(Self.longest)) : nil
            }
            buffer.removeFirst(start)
            start = 0
            if buffer.count > Self.longest { buffer.removeLast(buffer.count - Self.longest) }
            searched = buffer.count
            fill()
        }
    }

    private mutating func fill() {
        var bytes = [UInt8](repeating: 0, count: Self.piece)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 { buffer += bytes[..<count] } else if count == 0 || errno != EINTR { isAtEnd = true }
    }
}
