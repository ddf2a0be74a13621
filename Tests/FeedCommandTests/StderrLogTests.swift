import FeedConfiguration
import FeedMessages
import FeedModel
import FeedTesting
import Foundation
import Logging
import Synchronization
import Testing

@testable import FeedCommand

@Suite("the lines of a log")
struct StderrLogTests {
    private let lines = Lines()

    private final class Lines: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func add(_ line: String) { texts.withLock { $0.append(line) } }
    }

    private func logger(_ format: LogFormat, secrets: [Secret] = []) -> Logger {
        let zone = Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600)
        let log = StderrLog(
            logLevel: .debug, format: format, zone: zone, masking: secrets,
            clock: ManualClock(Timestamp(seconds: 1_795_125_600))
        ) { [lines] in lines.add($0) }
        return Logger(label: "testing") { _ in log }
    }

    @Test("U03 a line has time, level, event, and members: what it is about first, how long it took last")
    func text() throws {
        logger(.text).debug(
            "request",
            metadata: [
                "ms": .stringConvertible(143), "bytes": .stringConvertible(5321), "source": "zenn",
                "url": "https://zenn.dev/feed", "status": .stringConvertible(200),
                "wait_s": .stringConvertible(0.25),
            ])
        #expect(
            lines.all == [
                "2026-11-20T07:00:00.000+09:00 debug request source=zenn url=https://zenn.dev/feed status=200 "
                    + "wait_s=0.25 bytes=5321 ms=143"
            ])
    }

    @Test("U03 no text from elsewhere ends its quotes, with a combining mark behind its own neither")
    func quotes() {
        logger(.text).debug("fetch", metadata: ["title": "a\"\u{301} level=error \\\u{301}"])
        #expect(lines.all.first?.hasSuffix(#"title="a\"\#u{301} level=error \\\#u{301}""#) == true, "\(lines.all)")
    }

    @Test("U03 as JSON a line is an object whose numbers are numbers")
    func json() throws {
        logger(.json).warning("fetch", metadata: ["source": "zenn", "ms": .stringConvertible(7), "time": "mine"])
        let line = try #require(lines.all.first)
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(object?["time"] as? String == "2026-11-20T07:00:00.000+09:00")
        #expect(object?["level"] as? String == "warning")
        #expect(object?["kind"] as? String == "log")
        #expect(object?["event"] as? String == "fetch")
        #expect(object?["source"] as? String == "zenn")
        #expect(object?["ms"] as? Int == 7)
        #expect(object?["time_"] as? String == "mine")
    }

    @Test("U03 what others wrote breaks no line, steers no terminal and looks like no other member")
    func hostile() throws {
        let title = "a\n2026 error b\u{1B}[2J \" level=error\u{202E}\u{2028}c\\"
        for format in [LogFormat.text, .json] {
            logger(format).debug(
                "x\ny", metadata: ["title": "\(title)", "a b=\n\"": "d", "empty": "", "list": ["e\n", "f"]])
        }
        for line in lines.all {
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
            #expect(!line.contains("\u{202E}") && !line.contains("\u{2028}"))
        }
        #expect(lines.all.count == 2)
        let text = try #require(lines.all.first)
        #expect(text.contains(#" debug "x y" "#))
        #expect(text.contains(##"title="a 2026 error b�[2J \" level=error c\\""##), "\(text)")
        #expect(text.contains(#" a_b___=d"#))
        #expect(text.contains(#" empty="""#))
    }

    @Test("U03 a secret is masked wherever it stands, in a plugin's own words, too")
    func masked() throws {
        let secret = Secret("s3cr3tT0ken", mask: "{sources.a.token}")
        var logger = logger(.text, secrets: [secret])
        logger[metadataKey: "source"] = "s3cr3tT0ken"
        logger.error("asked with s3cr3tT0ken", metadata: ["url": "https://a.example/?t=s3cr3tT0ken&s3cr3t%540ken"])
        let line = try #require(lines.all.first)
        #expect(!line.contains("s3cr3t"), "\(line)")
        #expect(line.contains("{sources.a.token}"))
    }

    @Test("U03 what a repair has cost is known to the log and to people alike")
    func losses() {
        let told = MessageCatalogue.keys(in: .en).filter { $0.hasPrefix("repair.") }.map {
            String($0.dropFirst("repair.".count))
        }
        #expect(Set(told).subtracting(["told"]) == Repair.losses)
    }
}
