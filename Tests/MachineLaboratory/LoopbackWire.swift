import Glibc

/// The bytes of one connection as a loopback server sees them: clear, or behind TLS. Used by one thread.
public protocol LoopbackWire {
    /// The socket beneath, which is its listener's to close.
    var socket: Int32 { get }
    /// Writes everything; false if the client is gone.
    func write(_ bytes: [UInt8]) -> Bool
    /// Waits for bytes; none if the client is gone.
    func read() -> [UInt8]
    /// Says goodbye; nothing is read or written any more.
    func end()
}

extension LoopbackWire {
    /// Makes the closing of the socket a reset (RST).
    public func resetWhenClosed() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    /// Reads until the client closes.
    public func waitForEnd() { while !read().isEmpty {} }
}

/// Bytes as they are.
public struct ClearWire: LoopbackWire {
    /// The socket beneath.
    public let socket: Int32

    /// Makes it for a connected socket.
    public init(_ socket: Int32) { self.socket = socket }

    /// Writes everything; false if the client is gone.
    public func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(socket, buffer.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Waits for bytes; none if the client is gone.
    public func read() -> [UInt8] {
        var room = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = recv(socket, &room, room.count, 0)
            if count < 0, errno == EINTR { continue }
            return Array(room.prefix(max(0, count)))
        }
    }

    /// Nothing to say.
    public func end() {}
}
