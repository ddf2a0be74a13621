import Glibc
import MachineLaboratory
import Synchronization

/// A mail server on the loopback interface that does exactly what a test wants, sound or not, and keeps what it was
/// told.
///
/// It never leaves 127.0.0.0/8 and ::1. A class, because its threads and the test share it; it stops when it is let go.
public final class SMTPServer: Sendable {
    /// What the server does at one point of the conversation.
    public enum Action: Sendable {
        /// Sends a reply; CRLF is added at its end.
        case reply(String)
        /// Sends bytes as they are.
        case bytes([UInt8])
        /// Sends a piece again and again until the client is gone.
        case flood(String)
        /// Waits, milliseconds, and does something then.
        indirect case pause(Int, Action)
        /// Closes the connection, or resets it.
        case close, reset
        /// Says nothing until the client is gone.
        case hang
    }

    /// How a server behaves. Each point has a sound default.
    public struct Script: Sendable {
        /// The first thing it says.
        public var greeting = Action.reply("220 mail.example ESMTP")
        /// What it offers in its reply to EHLO, beside STARTTLS.
        public var offers = ["SIZE 1000000", "8BITMIME", "PIPELINING"]
        /// What it does with a command of a connection, counted from 1; nil does what is sound.
        public var command: @Sendable (_ command: String, _ connection: Int) -> Action? = { _, _ in nil }
        /// What it does with a letter of a connection, after its end.
        public var letter: @Sendable (_ connection: Int) -> Action = { _ in .reply("250 2.0.0 queued") }
        /// After how many bytes of a letter it closes the connection, or nil.
        public var closesWithin: Int?
        /// Its certificate, or nil if it does not encrypt.
        public var certificate: TestCertificate?
        /// Whether TLS begins with the connection, and not by STARTTLS.
        public var beginsEncrypted = false

        /// A server that takes everything.
        public init() {}
    }

    /// A letter as it arrived.
    public struct Letter: Sendable, Hashable {
        /// The envelope.
        public var sender: String
        /// Those that it accepted.
        public var recipients: [String]
        /// The letter, with its dots no longer doubled.
        public var bytes: [UInt8]
        /// Whether it came behind TLS.
        public var isEncrypted: Bool
        /// Whether the server said that it took it.
        public var wasTaken: Bool
    }

    private struct Record {
        var letters: [Letter] = []
        var commands: [String] = []
    }

    /// What the connections' threads share; they do not keep the server itself alive.
    private final class Log: Sendable {
        let record = Mutex(Record())
    }

    private let log: Log
    private let listener: LoopbackListener
    private let scheme: String

    /// Listens on `host` (within 127.0.0.0/8, or ::1) and a free port. Nil if the system gives no socket, or OpenSSL
    /// will not use the certificate.
    public init?(host: String = "127.0.0.1", _ script: Script = Script()) {
        let acceptor = script.certificate.flatMap { TLSAcceptor($0) }
        guard (acceptor == nil) == (script.certificate == nil) else { return nil }
        let log = Log()
        let listener = LoopbackListener(host: host) { socket, number in
            var clear: any LoopbackWire = ClearWire(socket)
            if script.beginsEncrypted {
                guard let wire = acceptor?.accept(socket) else { return }
                clear = wire
            }
            var conversation = Conversation(
                wire: clear, script: script, number: number, acceptor: acceptor,
                isEncrypted: script.beginsEncrypted)
            conversation.hold(
                { command in log.record.withLock { $0.commands.append(command) } },
                { letter in log.record.withLock { $0.letters.append(letter) } })
        }
        guard let listener else { return nil }
        self.listener = listener
        self.log = log
        scheme = script.beginsEncrypted ? "smtps" : "smtp"
    }

    /// Its address.
    public var address: String { "\(scheme)://\(listener.authority)" }
    /// The port that the system gave it.
    public var port: Int { listener.port }
    /// Every letter whose end arrived, in order.
    public var letters: [Letter] { log.record.withLock { $0.letters } }
    /// Every command, in order.
    public var commands: [String] { log.record.withLock { $0.commands } }
    /// Connections accepted so far.
    public var connections: Int { listener.connections }

    /// Closes every connection and listens no more.
    public func stop() { listener.stop() }

    /// One conversation, on its own thread.
    private struct Conversation {
        var wire: any LoopbackWire
        let script: Script
        let number: Int
        let acceptor: TLSAcceptor?
        var isEncrypted: Bool
        private var buffer: [UInt8] = []
        private var sender = ""
        private var recipients: [String] = []

        init(wire: any LoopbackWire, script: Script, number: Int, acceptor: TLSAcceptor?, isEncrypted: Bool) {
            (self.wire, self.script, self.number, self.acceptor) = (wire, script, number, acceptor)
            self.isEncrypted = isEncrypted
        }

        mutating func hold(_ note: (String) -> Void, _ take: (Letter) -> Void) {
            defer { wire.end() }
            guard perform(script.greeting) else { return }
            while let line = nextLine() {
                let command = String(decoding: line, as: UTF8.self)
                note(command)
                let wished = script.command(command, number)
                let action = wished ?? sound(command)
                guard perform(action) else { return }
                let isAccepted = Self.isAccepting(action)
                if command == "STARTTLS", isAccepted {
                    guard let secure = acceptor?.accept(wire.socket) else { return }
                    (wire, isEncrypted, buffer) = (secure, true, [])
                } else if command == "DATA", isAccepted {
                    guard let bytes = nextLetter() else { return }
                    let action = script.letter(number)
                    take(
                        Letter(
                            sender: sender, recipients: recipients, bytes: bytes, isEncrypted: isEncrypted,
                            wasTaken: Self.isAccepting(action)))
                    guard perform(action) else { return }
                } else if command.hasPrefix("MAIL FROM:<") {
                    sender = Self.address(in: command)
                    recipients = []
                } else if command.hasPrefix("RCPT TO:<"), isAccepted {
                    recipients.append(Self.address(in: command))
                }
            }
        }

        private func sound(_ command: String) -> Action {
            switch command.prefix(4) {
            case "EHLO":
                let secures = acceptor != nil && !isEncrypted
                let lines = ["mail.example"] + (secures ? ["STARTTLS"] : []) + script.offers
                return .reply(
                    lines.enumerated().map { "250\($0 == lines.count - 1 ? " " : "-")\($1)" }
                        .joined(separator: "\r\n"))
            case "STAR": return .reply(acceptor == nil ? "502 5.5.1 what?" : "220 2.0.0 go ahead")
            case "DATA": return .reply("354 end with a dot")
            case "QUIT": return .reply("221 2.0.0 bye")
            default: return .reply("250 2.1.0 fine")
            }
        }

        /// Does it; false if the conversation is over.
        private func perform(_ action: Action) -> Bool {
            switch action {
            case .reply(let text): return wire.write(Array((text + "\r\n").utf8))
            case .bytes(let bytes): return wire.write(bytes)
            case .flood(let piece):
                while wire.write(Array(piece.utf8)) {}
                return false
            case .pause(let milliseconds, let action):
                usleep(UInt32(clamping: milliseconds * 1000))
                return perform(action)
            case .close: return false
            case .reset:
                wire.resetWhenClosed()
                return false
            case .hang:
                wire.waitForEnd()
                return false
            }
        }

        private static func isAccepting(_ action: Action) -> Bool {
            switch action {
            case .reply(let text): text.hasPrefix("2") || text.hasPrefix("3")
            case .bytes(let bytes): bytes.first == UInt8(ascii: "2") || bytes.first == UInt8(ascii: "3")
            case .pause(_, let action): isAccepting(action)
            case .flood, .close, .reset, .hang: false
            }
        }

        private static func address(in command: String) -> String {
            String(command.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
        }

        /// The next line without its end; nil if the client is gone.
        private mutating func nextLine() -> [UInt8]? {
            while true {
                if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = buffer[..<end].filter { $0 != UInt8(ascii: "\r") }
                    buffer.removeFirst(end + 1)
                    return line
                }
                let more = wire.read()
                guard !more.isEmpty else { return nil }
                buffer += more
            }
        }

        /// The letter up to the line with a dot; nil if the client is gone, or the script closes before.
        private mutating func nextLetter() -> [UInt8]? {
            var letter: [UInt8] = []
            var index = 0
            while true {
                if let limit = script.closesWithin, letter.count + buffer.count - index >= limit { return nil }
                guard let end = buffer[index...].firstIndex(of: UInt8(ascii: "\n")) else {
                    buffer.removeFirst(index)
                    index = 0
                    let more = wire.read()
                    guard !more.isEmpty else { return nil }
                    buffer += more
                    continue
                }
                let line = buffer[index...end]
                index = end + 1
                if line.elementsEqual(".\r\n".utf8) {
                    buffer.removeFirst(index)
                    return letter
                }
                letter += line.first == UInt8(ascii: ".") ? line.dropFirst() : line
            }
        }
    }
}
