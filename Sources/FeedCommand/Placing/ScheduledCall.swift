import FeedMessages
import FeedModel
import FeedPrograms
import FeedRendering
import FeedSystem
import Glibc

/// The command that cron or systemd is to start: absolute paths only, because neither knows our working folder.
struct ScheduledCall {
    /// The path of this program.
    let program: String
    /// The path of the configuration. Links in it stay: paths in the configuration are relative to its folder.
    let config: String
    /// The path of the state, or nil if the configuration decides.
    let state: String?
    /// The name of the worker, or nil for that of the machine.
    let worker: String?

    /// The words of the command.
    var words: [String] {
        [program, "run", "-c", config] + (state.map { ["--state", $0] } ?? [])
            + (worker.map { ["--worker", $0] } ?? [])
    }

    /// Makes the command. Blocks. Throws with status 70 if this program's own file is gone.
    init(_ context: CommandContext, _ common: CommonOptions, worker: String?) throws(CommandFailure) {
        guard let program = Self.ownProgram else {
            throw CommandFailure(.internalError, context.localized("placing.no_program"))
        }
        self.program = program
        config = absolutePath(common.config)
        state = common.state.map(absolutePath)
        self.worker = worker
    }

    /// Makes the command of its words.
    init(program: String, config: String, state: String? = nil, worker: String? = nil) {
        (self.program, self.config, self.state, self.worker) = (program, config, state, worker)
    }

    /// The program's path in `PATH`, which stays the same over upgrades, or else that of its file.
    private static var ownProgram: String? {
        guard
            let file = realpath("/proc/self/exe", nil).map({ pointer in
                defer { free(pointer) }
                return String(cString: pointer)
            })
        else { return nil }
        let path = ProcessEnvironment.variables["PATH"]
        guard let found = ProgramFile.path(of: PathParts(file).name, in: "", searching: path), realPath(found) == file
        else { return file }
        return found
    }

    /// The longest command that every cron takes, in bytes.
    private static let longestLine = 990

    /// Why cron cannot start the command, or nil.
    var cronFault: LocalizedText? {
        if let word = words.first(where: { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") } }) {
            return .message("cron.unfit_path", ["path": .text(VisibleText.line(word))])
        }
        guard cronText.utf8.count > Self.longestLine else { return nil }
        return .message("cron.long_path", ["path": .text(VisibleText.line(config))])
    }

    /// Why systemd cannot start the command, or nil.
    var unitFault: LocalizedText? {
        words.first { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }.map {
            .message("systemd.unfit_path", ["path": .text(VisibleText.line($0))])
        }
    }

    /// The same command with another state, unless `state` is nil.
    func with(state: String?) -> ScheduledCall {
        ScheduledCall(program: program, config: config, state: state ?? self.state, worker: worker)
    }

    /// The command for sh, in a line of crontab(5), in which a `%` would end it.
    var cronText: String {
        words.map(Self.quoted).joined(separator: " ").replacingBytes("%", with: "\\%")
    }

    /// The command of `ExecStart=` (systemd.service(5) §Command lines): `%` and `$` have a meaning of their own there.
    var unitText: String {
        words.map { word in
            let plain = word.replacingBytes("%", with: "%%").replacingBytes("$", with: "$$")
            guard !Self.isPlain(word) else { return plain }
            return "\"" + plain.replacingBytes("\\", with: "\\\\").replacingBytes("\"", with: "\\\"") + "\""
        }.joined(separator: " ")
    }

    /// Returns a word as sh reads it.
    static func quoted(_ word: String) -> String {
        isPlain(word) ? word : "'" + word.replacingBytes("'", with: "'\"'\"'") + "'"
    }

    private static func isPlain(_ word: String) -> Bool {
        !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "/._-+,:@%".utf8.contains(byte)
                }
            }
    }
}
