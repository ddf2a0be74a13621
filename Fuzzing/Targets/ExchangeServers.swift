import FeedTesting
import MachineLaboratory
import Synchronization

/// Two servers that answer as a script says, and a good one beside them.
///
/// On addresses of their own, so that no answer meets a stranger. A class, because the servers end with it.
final class ExchangeServers: Sendable {
    /// Where the servers are, known to their answers. A class, because all three share it.
    private final class Places: Sendable {
        let authorities = Mutex<[String]>([])
        func other(than server: Int) -> String { authorities.withLock { $0.indices.contains(1) ? $0[1 - server] : "" } }
    }

    /// Those that answer as the script says.
    let scripted: [LoopbackServer]
    /// The one whose answers are known.
    let good: LoopbackServer
    /// What the good one says, with the path that it was asked for behind it.
    let document: String

    /// Nil if the system gives no sockets.
    init?(_ script: ExchangeScript, document: String) {
        let places = Places()
        scripted = [0, 1].compactMap { server in
            let requests = Counter()
            return LoopbackServer(host: "127.77.0.\(2 + server)", wire: { ImpatientWire($0) }) { _ in
                script.reply(to: requests.next(), at: server, other: places.other(than: server))
            }
        }
        let good = LoopbackServer(host: "127.77.0.9") { request in
            LoopbackReply(headers: [("X-Path", request.target)], text: document + request.target)
        }
        guard scripted.count == 2, let good else { return nil }
        self.good = good
        self.document = document
        places.authorities.withLock { $0 = scripted.map(Self.authority) }
    }

    /// Host and port of each.
    var authorities: Set<String> { Set((scripted + [good]).map(Self.authority)) }

    private static func authority(_ server: LoopbackServer) -> String { "\(server.host):\(server.port)" }

    /// Counts requests. A class, because connections share it.
    private final class Counter: Sendable {
        private let count = Atomic<Int>(0)
        func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
    }
}
