import FeedTesting
import MachineLaboratory

/// What two servers answer, as an input says: bytes go over the wire as they are, but for marks.
///
/// A mark is the byte 0x1D and a letter: `n` begins the next answer, `p` lets a moment pass, so that what follows comes
/// by itself, `c` closes the connection, `r` resets it, `o` stands for the other server's host and port, and anything
/// else for itself. The first byte of all tells how the answers are asked for.
struct ExchangeScript: Sendable {
    static let mark: UInt8 = 0x1D
    private static let mostAnswers = 16
    private static let mostPauses = 8

    /// One thing that an answer does.
    private enum Part: Sendable {
        case step(LoopbackReply.Step)
        case other
    }

    /// How the answers are asked for.
    let choice: UInt8
    private var answers: [[Part]] = [[]]
    private var pauses = 0

    init(_ input: [UInt8]) {
        choice = input.first ?? 0
        var bytes: [UInt8] = []
        var rest = input.dropFirst()
        func flushed() -> [Part] { bytes.isEmpty ? [] : [.step(.send(bytes))] }
        while let byte = rest.popFirst() {
            guard byte == Self.mark, let letter = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            guard let part = part(letter) else {
                bytes.append(letter)
                continue
            }
            answers[answers.count - 1] += flushed() + part
            bytes = []
            if letter == UInt8(ascii: "n"), answers.count < Self.mostAnswers { answers.append([]) }
        }
        answers[answers.count - 1] += flushed()
    }

    /// What a mark does in an answer, or nil if it is none.
    private mutating func part(_ letter: UInt8) -> [Part]? {
        switch letter {
        case UInt8(ascii: "n"): return []
        case UInt8(ascii: "c"): return [.step(.close)]
        case UInt8(ascii: "r"): return [.step(.reset)]
        case UInt8(ascii: "o"): return [.other]
        case UInt8(ascii: "p"):
            pauses += 1
            return pauses <= Self.mostPauses ? [.step(.pause(1))] : []
        default: return nil
        }
    }

    /// The answer to the request with that number, counted from 0, at a server: the first has the even answers, the
    /// second the odd ones, and both all of them where there is only one.
    func reply(to request: Int, at server: Int, other authority: String) -> LoopbackReply {
        let own = answers.count == 1 ? answers : answers.indices.filter { $0 % 2 == server }.map { answers[$0] }
        let steps = own[request % own.count].map { part -> LoopbackReply.Step in
            switch part {
            case .step(let step): step
            case .other: .send(Array(authority.utf8))
            }
        }
        return LoopbackReply(steps: steps)
    }
}
