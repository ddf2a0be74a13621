import FeedTesting
import MachineLaboratory

/// The responses of two servers, as an input describes them: its bytes are sent unchanged, except for marks.
///
/// A mark is the byte 0x1D and a letter. `n` begins the next response, `p` pauses, so that the next bytes arrive
/// separately, `c` closes the connection, `r` resets it, and `o` is replaced by the other server's host and port. Any
/// other letter stands for itself. The input's first byte chooses the kind of requests.
struct ExchangeScript: Sendable {
    static let mark: UInt8 = 0x1D
    private static let mostAnswers = 16
    private static let mostPauses = 8

    /// A part of a response.
    private enum Part: Sendable {
        case step(LoopbackReply.Step)
        case other
    }

    /// The byte that chooses the kind of requests.
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

    /// The part for a mark; nil if the letter is none.
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

    /// The response to a request (counted from 0) at a server. The first server has the even responses, the second the
    /// odd ones; if there is only one, both have it.
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
