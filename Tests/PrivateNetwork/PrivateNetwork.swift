import FeedSystem
import Glibc

/// Runs a command in a network of its own, whose only machine is this one: every address that a test wants is on its
/// loopback interface, names are answered by a name server of the test's, and every TCP connection is counted.
///
///     private-network [--at ADDRESS]… [--port PORT[/ADDRESS]]… [--unanswering PORT/ADDRESS]…
///         [--report FILE] -- COMMAND [ARGUMENT]…
///
/// - `--at`: an IPv4 or IPv6 address that this machine has, beside 127.0.0.0/8 and ::1.
/// - `--port`: a port on which a web server listens, at every address or at one (see `WebServer` for its answers).
/// - `--unanswering`: a port at an address that takes no notice of who wants to connect (PORT/ADDRESS).
/// - `--report`: where the counts go: `tcp PORT ADDRESS COUNT`, `dns NAME COUNT`, `missing ADDRESS`.
///
/// Needs to be root of a network and a mount namespace of its own, as `unshare --map-root-user --net --mount` makes
/// them; it refuses to touch any other network. Exits with the command's status, or with 77 if there is no such
/// network (so that a test can say "skipped").
@main
struct PrivateNetwork {
    static let notPermitted: Int32 = 77

    static func main() {
        guard let order = Order(Array(CommandLine.arguments.dropFirst())) else {
            fail(
                "usage: private-network [--at ADDRESS]… [--port PORT[/ADDRESS]]… [--report FILE] -- COMMAND…",
                status: 64)
        }
        guard LoopbackInterface.isAlone, LoopbackInterface.raise() else {
            fail("not in a network namespace of its own", status: notPermitted)
        }
        let missing = order.addresses.filter { !LoopbackInterface.add($0) }
        guard ResolverFiles.replace(nameServer: NameServer.address) else {
            fail("not in a mount namespace of its own", status: notPermitted)
        }
        let counts = Counts()
        guard NameServer.start(counting: counts) else { fail("no name server", status: 70) }
        for server in order.servers {
            guard server.start(counting: counts) else { fail("no web server", status: 70) }
        }
        for port in order.unanswering {
            guard port.startUnanswering() else { fail("no port that does not answer", status: 70) }
        }
        let status = Command.run(order.command)
        for server in order.servers { server.settle(counts) }
        if let report = order.report {
            let lines = missing.map { "missing \($0)" } + counts.lines
            guard write(lines.map { $0 + "\n" }.joined(), to: report) else { fail("no report", status: 70) }
        }
        exit(status)
    }

    /// What the command line asks for.
    private struct Order {
        var addresses: [String] = []
        var servers: [WebServer] = []
        var unanswering: [WebServer] = []
        var report: String?
        var command: [String] = []

        init?(_ words: [String]) {
            var rest = words[...]
            while let word = rest.popFirst(), word != "--" {
                guard let value = rest.popFirst() else { return nil }
                switch word {
                case "--at": addresses.append(value)
                case "--port", "--unanswering":
                    let parts = value.split(separator: "/")
                    guard let port = parts.first.flatMap({ UInt16($0) }) else { return nil }
                    let server = WebServer(port: port, address: parts.count > 1 ? String(parts[1]) : nil)
                    if word == "--port" { servers.append(server) } else { unanswering.append(server) }
                case "--report": report = value
                default: return nil
                }
            }
            command = Array(rest)
            if command.isEmpty { return nil }
        }
    }

    private static func write(_ text: String, to path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { return false }
        defer { close(file) }
        return writeAll(Array(text.utf8), to: file)
    }

    private static func fail(_ words: String, status: Int32) -> Never {
        _ = writeAll(Array("private-network: \(words)\n".utf8), to: STDERR_FILENO)
        exit(status)
    }
}
