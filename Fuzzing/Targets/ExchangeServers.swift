import FeedTesting
import MachineLaboratory
import Synchronization

/// Two servers that respond by a script, and a good server beside them.
///
/// They have their own addresses, so that no response reaches another process. A class, because its `deinit` ends the
/// servers.
final class ExchangeServers: Sendable {
    /// The addresses of the servers, for their responses. A class, because all servers share it.
    private final class Places: Sendable {
        let authorities = Mutex<[String]>([])
        func other(than server: Int) -> String { authorities.withLock { $0.indices.contains(1) ? $0[1 - server] : "" } }
    }

    /// The servers that respond by the script.
    let scripted: [LoopbackServer]
    /// The server whose responses are known.
    let good: LoopbackServer
    /// The good server's document; the requested path follows it.
    let document: String

    /// Starts the servers; nil if the system refuses sockets.
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

    /// The host and port of each server.
    var authorities: Set<String> { Set((scripted + [good]).map(Self.authority)) }

    private static func authority(_ server: LoopbackServer) -> String { "\(server.host):\(server.port)" }

    /// Counts requests. A class, because connections share it.
    private final class Counter: Sendable {
        private let count = Atomic<Int>(0)
        func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
    }
}
