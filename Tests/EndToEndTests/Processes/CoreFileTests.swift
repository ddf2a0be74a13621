import FeedTesting
import Foundation
import Glibc
import MachineLaboratory
import Testing

@Suite("the memory of a run")
struct CoreFileTests {
    private let workplace: Workplace
    private static let permission = "KAWARABAN_CORE_FILES"

    init() throws { workplace = try Workplace() }

    /// A run that waits for the program that prints its secret.
    private func startAsking(user: OtherUser? = nil, environment: [String: String]) throws -> RunningProgram {
        try workplace.write(
            "config.yaml",
            """
            version: 1
            sources:
              one: { type: qiita, tag: swift, token: { command: [/bin/sh, "\(workplace.path("asked.sh"))"] } }
            sinks: { console: { type: stdout } }
            pipelines: { all: { sources: [one], sinks: [console] } }

            """)
        // It must not outlive the run for long.
        try workplace.write("asked.sh", "ulimit -c >limit.tmp && mv limit.tmp limit && exec sleep 8\n")
        try user?.take(workplace)
        let script = "ulimit -c unlimited && exec \"$@\""
        let program = try workplace.start(
            ["run"], environment: environment, wrapper: (user?.wrapper ?? []) + ["/bin/sh", "-c", script, "sh"])
        let deadline = Date(timeIntervalSinceNow: 60)
        while !workplace.exists("limit"), program.isRunning, Date() < deadline { usleep(5000) }
        try #require(workplace.exists("limit"), "\(workplace.read("stderr.txt"))")
        return program
    }

    private var coreFiles: [String] {
        FileManager.default.enumerator(atPath: workplace.folder)?.compactMap { $0 as? String }
            .filter { $0.hasPrefix("core") } ?? []
    }

    private func dies(_ environment: [String: String]) throws {
        let program = try startAsking(environment: environment)
        kill(program.processIdentifier, SIGABRT)
        #expect(program.waitUntilExit() == 128 + SIGABRT)
    }

    @Test("X11: a run that is ended by a fault leaves no core file, unless it is asked for one")
    func leavesNoCore() throws {
        try dies([Self.permission: "yes"])
        #expect(workplace.read("limit") == "unlimited\n")
        guard !coreFiles.isEmpty else {
            print("skipped: this machine writes no core files into the working folder (core_pattern)")
            return
        }
        for name in coreFiles + ["limit"] { try FileManager.default.removeItem(atPath: workplace.path(name)) }
        try dies([:])
        #expect(coreFiles.isEmpty)
        // Nor does the program that prints the secret.
        #expect(workplace.read("limit") == "0\n")
    }

    @Test("X11: no other process of the same user can read the memory of a run, or the environment it began with")
    func isClosed() throws {
        // Root may read everything.
        let user = OtherUser.nobody
        if geteuid() == 0, user == nil {
            print(OtherUser.need)
            return
        }
        for (isPermitted, environment) in [(true, [Self.permission: "yes"]), (false, [:])] {
            let program = try startAsking(user: geteuid() == 0 ? user : nil, environment: environment)
            defer {
                kill(program.processIdentifier, SIGKILL)
                program.waitUntilExit()
            }
            for file in ["environ", "mem"] {
                let reading = "exec 3<\"/proc/\(program.processIdentifier)/\(file)\""
                let outcome = try Workplace().runOther(
                    (geteuid() == 0 ? user?.wrapper ?? [] : []) + ["/bin/sh", "-c", reading])
                // Others of the same user may be kept away by the machine in any case (yama).
                if isPermitted, file == "mem", outcome.status != 0 { continue }
                #expect((outcome.status == 0) == isPermitted, "\(file): \(outcome)")
            }
            try FileManager.default.removeItem(atPath: workplace.path("limit"))
        }
    }
}
