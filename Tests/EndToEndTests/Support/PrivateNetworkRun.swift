import Foundation
import Testing

/// Runs of the built program in a network of their own, where every address that a test wants is this machine and
/// every connection is counted (`Tests/PrivateNetwork`).
struct PrivateNetworkRun {
    /// How often an address was connected to.
    struct Connections: Hashable {
        let port: Int
        let address: String
        let count: Int
    }

    /// Connections that were made, by port and address.
    let connections: [Connections]
    /// Questions that the name server was asked, by `NAME TYPE`.
    let questions: [String: Int]
    /// Addresses that the system would not take.
    let missing: Set<String>
    let outcome: Workplace.Outcome

    /// Connections made to a port.
    func count(port: Int) -> Int { connections.filter { $0.port == port }.map(\.count).reduce(0, +) }

    /// Runs `kawaraban` with each of `commands` in turn; the status is the last one's.
    init(
        _ commands: [[String]], in workplace: Workplace, at addresses: [String] = [], ports: [String],
        unanswering: [String] = [], environment: [String: String] = [:]
    ) throws {
        let script = commands.map { ([Workplace.program] + $0).map { "'\($0)'" }.joined(separator: " ") }
            .joined(separator: "; ")
        let wrapper =
            Self.unshare + [Self.program] + addresses.flatMap { ["--at", $0] } + ports.flatMap { ["--port", $0] }
            + unanswering.flatMap { ["--unanswering", $0] } + [
                "--report", workplace.path("network.txt"), "--", "/bin/sh", "-c", script,
            ]
        if workplace.exists("network.txt") { try FileManager.default.removeItem(atPath: workplace.path("network.txt")) }
        outcome = try workplace.runOther(wrapper, environment: environment)
        // Nobody connected to anything where nothing was run.
        try #require(workplace.exists("network.txt"), "\(outcome)")
        var connections: [Connections] = []
        var questions: [String: Int] = [:]
        var missing: Set<String> = []
        for line in workplace.lines("network.txt") {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "tcp":
                connections.append(Connections(port: Int(words[1]) ?? 0, address: words[2], count: Int(words[3]) ?? 0))
            case "dns": questions["\(words[1]) \(words[2])"] = Int(words[3])
            default: missing.insert(words.last ?? "")
            }
        }
        self.connections = connections
        self.questions = questions
        self.missing = missing
    }

    /// Whether this machine lets a test have a network of its own.
    static let isPossible: Bool = {
        guard let workplace = try? Workplace(),
            let outcome = try? workplace.runOther(unshare + [program, "--", "/bin/true"])
        else { return false }
        return outcome.status == 0
    }()

    /// What a skipped test says.
    static let need: Comment =
        "skipped: this machine gives no network namespace (unshare --map-root-user --net --mount)"

    private static let unshare = ["/usr/bin/unshare", "--map-root-user", "--net", "--mount"]
    private static let program = URL(fileURLWithPath: Workplace.program).deletingLastPathComponent()
        .appendingPathComponent("private-network").path
}
