import FeedStages
import FeedTesting
import Testing

@testable import FeedTransport

@Suite("RecordedExchange")
struct RecordedExchangeTests {
    /// Numbers that look random and are the same in every run.
    private static let sample = Array(
        """
        POST http://a.example/x
        Content-Type: text/plain
        @body base64

        > aGVsbG8=

        HTTP 200
        ETag: "1"
        @field #odd: 1
        @bytes 1234
        @body base64

        aGVsbG8=
        """.utf8)

    @Test("a file that somebody edited is an exchange or a mistake with its line, never a crash", arguments: 0..<8)
    func mutated(seed: UInt64) {
        var dice = SplitMix(seed: seed)
        var read = 0
        for _ in 0..<2000 {
            var bytes = Self.sample
            for _ in 0..<Int.random(in: 1...4, using: &dice) {
                let place = Int.random(in: 0..<bytes.count, using: &dice)
                switch Int.random(in: 0..<4, using: &dice) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: "\n@-9\r:".utf8.prefix(place % 7), at: place)
                default: bytes.removeSubrange(place...)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            do throws(RecordedExchange.Mistake) {
                let exchange = try RecordedExchange(reading: bytes)
                // What was read is written so that it is read again as the same.
                let again = try RecordedExchange(reading: exchange.text)
                #expect(again.text == exchange.text)
                read += 1
            } catch {
                #expect(error.line >= 0)
            }
        }
        #expect(read > 100)
    }
}
