import FeedTesting
import Foundation
import Glibc
import Testing

@Suite("what is no state")
struct NoStateTests {
    private let bench: ProcessTestBench
    private var workplace: Workplace { bench.workplace }

    init() throws { bench = try ProcessTestBench(issuing: 3) }

    /// Every command that opens a state.
    private static let commands = [
        ["run"], ["run", "--dry-run"], ["collect"], ["status"], ["list"], ["show", "x"], ["why", "x"], ["digest"],
        ["doctor"],
        ["state", "check"], ["state", "prune"], ["state", "retry"], ["state", "forget", "--source", "one"],
        ["state", "forget", "--all"], ["state", "replay", "--sink", "page", "--since", "1d"], ["state", "repair"],
    ]

    /// What stands where a state is looked for.
    enum Kind: String, CaseIterable {
        case pipe = "a named pipe"
        case folder = "a folder"
        case socket = "a socket"
        case device = "a device"
    }

    private func make(_ kind: Kind, _ name: String) throws -> String {
        let path = workplace.path(name)
        switch kind {
        case .pipe: try #require(mkfifo(path, 0o600) == 0)
        case .folder: try #require(mkdir(path, 0o700) == 0)
        case .device: return "/dev/null"
        case .socket:
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let name = Array("\(path)".utf8)
            try #require(name.count < MemoryLayout.size(ofValue: address.sun_path))
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
            let bound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(bound == 0)
        }
        return name
    }

    @Test(
        "X20: a pipe, folder, device or socket for a state is called so at once by every command",
        arguments: Kind.allCases)
    func isRefused(_ kind: Kind) throws {
        let state = try make(kind, "s")
        for command in Self.commands {
            let outcome = workplace.waitForExit(try workplace.start(command + ["--state", state]), within: 30)
            let told = outcome.output + outcome.errors
            #expect(outcome.status == (command == ["doctor"] ? 1 : 73), "\(command): \(outcome)")
            #expect(told.contains("it cannot be written: \(kind.rawValue)"), "\(command): \(outcome)")
            #expect(told.contains("name another place, or clear this one"), "\(command): \(outcome)")
        }
        #expect(!workplace.exists("\(state).lock"))
        #expect(!workplace.exists("out/archive.jsonl"))
    }

    @Test(
        "X20: so is a pipe in the place of what lies beside a state",
        arguments: ["-wal", "-shm", "-journal", ".damaged"])
    func beside(_ suffix: String) throws {
        #expect(try workplace.run("run", "--state", "s").status == 0)
        unlink(workplace.path("s\(suffix)"))
        _ = try make(.pipe, "s\(suffix)")
        for command in Self.commands where command != ["state", "forget", "--all"] {
            // Each is the first to meet it: what one run under cron has told, the next does not tell again.
            unlink(workplace.path("s.lock"))
            let outcome = workplace.waitForExit(try workplace.start(command + ["--state", "s"]), within: 30)
            #expect(outcome.status == (command == ["doctor"] ? 1 : 73), "\(command): \(outcome)")
            #expect((outcome.output + outcome.errors).contains("a named pipe"), "\(command): \(outcome)")
        }
    }
}
