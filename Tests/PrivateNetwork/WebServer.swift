import FeedStages
import FeedSystem
import Glibc

/// A web server at every address of this machine, or at one, which counts each connection by the address it was made
/// to.
///
/// - `/to/HEX`: a redirect (307) to the address whose UTF-8 bytes are written in hexadecimal digits;
/// - every other path: a feed with one entry, which is named after the path.
struct WebServer {
    let port: UInt16
    /// The one address, or nil for all.
    let address: String?

    func start(counting counts: Counts) -> Bool {
        guard let listener = Self.socket() else { return false }
        var (yes, no): (Int32, Int32) = (1, 0)
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, size)
        // IPv4 as well, as ::ffff:a.b.c.d.
        setsockopt(listener, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, size)
        let isListening = withPlace(default: "::") { bind(listener, $0, $1) == 0 && listen(listener, 512) == 0 }
        let port = port
        return isListening && startDetachedThread { Self.accept(listener, port, counts) }
    }

    /// Takes the port and never answers, as behind a firewall that drops packets: its queue is full, nobody accepts.
    func startUnanswering() -> Bool {
        guard let listener = Self.socket() else { return false }
        guard withPlace(default: "::", { bind(listener, $0, $1) == 0 && listen(listener, 0) == 0 }) else {
            return false
        }
        // One more than the queue holds (Linux: the backlog and one).
        for _ in 0..<3 {
            let waiting = Glibc.socket(AF_INET6, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
            _ = withPlace(default: "::1") { connect(waiting, $0, $1) }
        }
        return true
    }

    /// Waits until every connection of before is counted: they are taken in order, and one more of our own is the last.
    func settle(_ counts: Counts) {
        guard let connection = Self.socket() else { return }
        defer { close(connection) }
        guard withPlace(default: "::1", { connect(connection, $0, $1) }) == 0 else { return }
        let request = Array("GET / HTTP/1.1\r\n\r\n".utf8)
        _ = send(connection, request, request.count, Int32(MSG_NOSIGNAL))
        shutdown(connection, Int32(SHUT_WR))
        var room = [UInt8](repeating: 0, count: 4096)
        while recv(connection, &room, room.count, 0) > 0 {}
        counts.remove("tcp \(port) \(address ?? "::1")")
    }

    private static func socket() -> Int32? {
        let descriptor = Glibc.socket(AF_INET6, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        return descriptor >= 0 ? descriptor : nil
    }

    private func withPlace<Result>(
        default fallback: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var place = sockaddr_in6()
        place.sin6_family = sa_family_t(AF_INET6)
        place.sin6_port = port.bigEndian
        let text = address ?? fallback
        inet_pton(AF_INET6, text.contains(":") ? text : "::ffff:" + text, &place.sin6_addr)
        return withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
    }

    private static func accept(_ listener: Int32, _ port: UInt16, _ counts: Counts) {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            if connection < 0 {
                if errno == EINTR || errno == ECONNABORTED { continue }
                return
            }
            counts.add("tcp \(port) \(localAddress(of: connection))")
            if !startDetachedThread({ serve(connection) }) { close(connection) }
        }
    }

    private static func localAddress(of connection: Int32) -> String {
        var place = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(connection, $0, &size) }
        }
        return IPAddress(place.sin6_addr).description
    }

    /// One request a connection; bodies are read no further than they came with the head.
    private static func serve(_ connection: Int32) {
        defer { close(connection) }
        var head: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 64 << 10)
        let end = Array("\r\n\r\n".utf8)
        while !head.indices.contains(where: { head[$0...].starts(with: end) }) {
            let count = recv(connection, &room, room.count, 0)
            guard count > 0, head.count < 1 << 20 else { return }
            head += room[..<count]
        }
        let words = String(decoding: head.prefix { $0 != 13 }, as: UTF8.self).split(separator: " ")
        let answer = Array(self.answer(to: words.count > 1 ? String(words[1]) : "/").utf8)
        _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
        shutdown(connection, Int32(SHUT_WR))
        while recv(connection, &room, room.count, 0) > 0 {}
    }

    private static func answer(to path: String) -> String {
        guard path.hasPrefix("/to/") else {
            let feed = """
                <rss version="2.0"><channel><title>\(path)</title><link>http://127.0.0.1/</link><description>x\
                </description><item><guid isPermaLink="false">\(path)</guid><title>\(path)</title></item></channel></rss>
                """
            return "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nConnection: close\r\n"
                + "Content-Length: \(feed.utf8.count)\r\n\r\n\(feed)"
        }
        let digits = path.dropFirst(4).utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        let target = stride(from: 0, to: digits.count / 2 * 2, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        return "HTTP/1.1 307 Elsewhere\r\nLocation: \(String(decoding: target, as: UTF8.self))\r\n"
            + "Connection: close\r\nContent-Length: 0\r\n\r\n"
    }
}
