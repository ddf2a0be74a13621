import Glibc

/// What a `LoopbackServer` does with a request, step by step.
public struct LoopbackReply: Sendable {
    /// One thing it does.
    public enum Step: Sendable {
        /// Sends bytes as they are.
        case send([UInt8])
        /// Sends bytes again and again until the client is gone.
        case endless([UInt8])
        /// Waits, milliseconds.
        case pause(Int)
        /// Tells the test that it got here.
        case call(@Sendable () -> Void)
        /// Waits until the client closes.
        case hang
        /// Closes the connection.
        case close
        /// Closes it with a reset (RST).
        case reset
    }

    /// What is done, in order; the connection stays open for the next request unless a step closes it.
    public var steps: [Step]

    /// Makes a reply of steps.
    public init(steps: [Step]) { self.steps = steps }

    /// An ordinary answer with its length.
    public init(_ status: Int = 200, headers: [(String, String)] = [], body: [UInt8]) {
        let length = status == 204 || status == 304 ? [] : [("Content-Length", String(body.count))]
        steps = [.send(Self.head(status, headers + length)), .send(body)]
    }

    /// An ordinary answer with a text.
    public init(_ status: Int = 200, headers: [(String, String)] = [], text: String = "") {
        self.init(status, headers: headers, body: Array(text.utf8))
    }

    /// Text sent as it is, head and all, then `after`.
    public static func raw(_ text: String, then after: [Step] = [.close]) -> LoopbackReply {
        LoopbackReply(steps: [.send(Array(text.utf8))] + after)
    }

    /// The bytes of a status line and header fields, the empty line among them.
    public static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
        Array("HTTP/1.1 \(status) \(status)\r\n".utf8)
            + headers.flatMap { Array("\($0.0): \($0.1)\r\n".utf8) } + Array("\r\n".utf8)
    }

    /// Does the steps; false if the connection is over.
    package func send(over wire: any LoopbackWire) -> Bool {
        for step in steps {
            switch step {
            case .send(let bytes): guard wire.write(bytes) else { return false }
            case .endless(let bytes):
                while wire.write(bytes) {}
                return false
            case .pause(let milliseconds): usleep(UInt32(clamping: milliseconds) &* 1000)
            case .call(let body): body()
            case .hang:
                wire.waitForEnd()
                return false
            case .close: return false
            case .reset:
                wire.resetWhenClosed()
                return false
            }
        }
        return true
    }
}
