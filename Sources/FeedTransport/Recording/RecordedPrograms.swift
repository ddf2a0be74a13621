import FeedJSON
import FeedMessages
import FeedPrograms
import FeedStages

/// Runs programs, and records the outcome of each beside the exchanges of the network.
struct RecordingPrograms: ProgramRunning {
    let programs: any ProgramRunning
    let recorder: Recorder

    func run(_ program: Program) async -> ProgramOutcome { await recorder.run(program, by: programs) }
}

/// Returns the recorded outcomes of programs; starts none.
struct ReplayPrograms: ProgramRunning {
    let player: Player

    func run(_ program: Program) async -> ProgramOutcome { await player.outcome(of: program) }
}

extension Program {
    /// The method of a program's run in a recording, in place of HTTP's.
    static let method = "RUN"

    /// The program's words in one line, in place of an address. Bytes that would not be visible are escaped as in
    /// addresses.
    var line: String {
        let words = words.map { word in
            word.utf8.map { byte -> String in
                let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "#")
                return isPlain ? String(UnicodeScalar(byte)) : "%" + Self.hexadecimal(byte)
            }.joined()
        }
        return words.joined(separator: " ")
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "0" + digits : digits
    }
}

extension ProgramEnding {
    /// The ending as text for a recording.
    var recorded: String {
        switch self {
        case .exited(let status): "exited \(status)"
        case .signalled(let signal): "signalled \(signal)"
        case .tooSlow: "too-slow"
        case .tooMuchOutput: "too-much-output"
        case .stopped: "stopped"
        case .lost: "lost"
        case .notStarted(let reason): "not-started \(JSONEncoding.text(of: reason) ?? "")"
        }
    }

    /// Reads such a text; nil if it is none.
    init?(recorded text: String) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1] : ""
        switch words.first {
        case "exited":
            if let status = Int(rest), (0...255).contains(status) { self = .exited(status) } else { return nil }
        case "signalled":
            if let signal = Int(rest), (1...64).contains(signal) { self = .signalled(signal) } else { return nil }
        case "too-slow": self = .tooSlow
        case "too-much-output": self = .tooMuchOutput
        case "stopped": self = .stopped
        case "lost": self = .lost
        case "not-started":
            if let reason: LocalizedText = JSONDecoding.value(from: rest) {
                self = .notStarted(reason)
            } else {
                return nil
            }
        default: return nil
        }
    }
}
