import FeedConfiguration
import FeedModel
import FeedStages
import FeedSystem
import Glibc
import Synchronization

/// Ends a run as `kill -9` would, within one process: at a moment the files of the state are copied as they lie there,
/// from then on nothing reaches the network or a sink any more, and when the run has ended the copy takes the place of
/// the files.
///
/// What it does not show: a death within a system call, or while a file of a sink is written. Harness/kill.py does.
/// A class, because transport, sink and test share one.
final class CrashSimulator: Sendable {
    private struct State {
        /// How many more things may happen, or nil: nobody dies.
        var countdown: Int?
        var isDead = false
        var events = 0
        var files: [String: [UInt8]] = [:]
    }

    private let path: String
    private let state = Mutex(State())

    /// - Parameter path: of the state.
    init(of path: String) { self.path = path }

    /// What has happened in the last run.
    var events: Int { state.withLock { $0.events } }

    /// Begins a run, which dies at the `event`th thing that happens, or never.
    func begin(diesAt event: Int?) {
        state.withLock { state in
            state = State(countdown: event)
        }
    }

    /// Something happens: whether the run is dead by now.
    func strikes() -> Bool {
        state.withLock { state in
            state.events += 1
            if state.isDead { return true }
            guard let countdown = state.countdown else { return false }
            state.countdown = countdown - 1
            guard countdown <= 1 else { return false }
            state.isDead = true
            state.files = copies()
            return true
        }
    }

    /// After the run: whether it was killed. Its files are then as they were at that moment.
    func bury() -> Bool {
        state.withLock { state in
            guard state.isDead else { return false }
            for suffix in ["", "-wal", "-shm"] {
                unlink(path + suffix)
                if let bytes = state.files[suffix] { write(bytes, to: path + suffix) }
            }
            return true
        }
    }

    /// Database and log as they lie there; again if the log was begun anew meanwhile.
    private func copies() -> [String: [UInt8]] {
        while true {
            let log = Array(bytes(of: path + "-wal")?.prefix(32) ?? [])
            let copies = ["": bytes(of: path), "-wal": bytes(of: path + "-wal")].compactMapValues { $0 }
            if Array(copies["-wal"]?.prefix(32) ?? []) == log { return copies }
        }
    }

    private func bytes(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Int(max(0, lseek(descriptor, 0, SEEK_END))))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    private func write(_ bytes: [UInt8], to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = writeAll(bytes, to: descriptor)
    }
}

/// The network of a run that may die before or behind each answer.
struct CrashingWeb: HTTPTransport {
    let base: any HTTPTransport
    let crashes: CrashSimulator

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        if crashes.strikes() { throw StageError(.cancelled, subject: request.url.mask) }
        let answer = try await base.send(request)
        if crashes.strikes() { throw StageError(.cancelled, subject: request.url.mask) }
        return answer
    }
}

/// A sink of a run that may die before or behind each message, and whose disk may be full.
struct CrashingSink: Sink {
    static let type = "mortal"
    static let summary: LocalizedText = "puts messages into an inbox"
    let inbox: Inbox
    let crashes: CrashSimulator

    init(_ configuration: NoOptions, services: Services) throws(StageError) {
        self.init(inbox: Inbox(), crashes: CrashSimulator(of: ""))
    }

    init(inbox: Inbox, crashes: CrashSimulator) {
        self.inbox = inbox
        self.crashes = crashes
    }

    func compose(_ digest: Digest, in context: some ComposeContext) throws(StageError) -> [ComposedMessage] {
        try InboxSink(inbox: inbox).compose(digest, in: context)
    }

    func deliver(_ message: Message) async throws(StageError) -> Receipt {
        if crashes.strikes() { throw StageError(.cancelled, subject: message.target) }
        let receipt = try inbox.receive(message)
        if crashes.strikes() { throw StageError(.cancelled, subject: message.target) }
        return receipt
    }

    func recover(_ message: Message) async throws(StageError) -> Recovery { .unknown }
}
