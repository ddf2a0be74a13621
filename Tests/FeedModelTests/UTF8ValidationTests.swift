import Testing

@testable import FeedModel

@Suite("Validity of UTF-8")
struct UTF8ValidationTests {
    private func isValid(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer { UTF8Validation.isValid($0) } }

    private func check(_ bytes: [UInt8]) {
        let expected = String(validating: bytes, as: UTF8.self) != nil
        if isValid(bytes) != expected { Issue.record("\(bytes)") }
    }

    @Test("is what the standard library says of every short sequence, wherever it stands")
    func shortSequences() {
        // A lead of each kind, and tails around the bounds of table 3-7.
        let leads: [UInt8] = [0x41, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1]
        let tails: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        for lead in leads + [0xF3, 0xF4, 0xF5, 0xF8, 0xFF] {
            check([lead])
            for first in tails {
                check([lead, first])
                for second in tails {
                    check([lead, first, second])
                    for third in tails { check([lead, first, second, third]) }
                }
            }
        }
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max { check([first, second]) }
        }
    }

    @Test("is what the standard library says beside every block of ASCII")
    func places() {
        let pieces: [[UInt8]] = [
            [0xE3, 0x81, 0x82], [0xF0, 0x9F, 0x98, 0x80], [0xC3], [0xE3, 0x81], [0xFF], [0xED, 0xA0, 0x80],
        ]
        for piece in pieces {
            for before in 0..<70 {
                for after in [0, 1, 7, 8, 9, 31, 32, 33, 40] {
                    check([UInt8](repeating: 0x61, count: before) + piece + [UInt8](repeating: 0x62, count: after))
                }
            }
        }
    }

    @Test("is what the standard library says of two characters of three bytes, whatever follows them")
    func pairs() {
        let leads: [UInt8] = [0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0]
        let tails: [UInt8] = [0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC0]
        for first in leads {
            for second in leads {
                for tail in tails {
                    for other in tails {
                        for end in [[], [0x61], [0x61, 0x62], [0x80, 0x61]] as [[UInt8]] {
                            check([first, tail, 0x80, second, other, 0xBF] + end)
                            check([first, 0x90, tail, second, 0xBF, other] + end)
                        }
                    }
                }
            }
        }
    }

    @Test("is what the standard library says of texts with a byte changed")
    func mutations() {
        let text = Array("Kawaraban 瓦版 – é ü 😀 plain text of some length, 長い文 and the end 🗞".utf8)
        for place in text.indices {
            for byte in stride(from: 0, through: 255, by: 3) {
                var changed = text
                changed[place] = UInt8(byte)
                check(changed)
            }
            check(Array(text[..<place]))
            check(Array(text[place...]))
        }
    }
}
