import FeedModel
import FeedStages
import FeedTesting
import FeedTransport
import LoopbackLaboratory
import MachineLaboratory
import Synchronization
import Testing

/// A transport that may reach loopback servers, and what tests do with it.
enum Loopback {
    static func transport(
        allowing ranges: [String] = ["127.0.0.1/32"], concurrency: Int = 64, trusting authority: TestAuthority? = nil
    ) -> CurlTransport {
        var options = CurlTransport.Options()
        options.guardian = AddressGuard(allowing: ranges)
        options.concurrency = concurrency
        // Under load an answer may be late without anybody being slow.
        options.patience = .seconds(60)
        options.clock = ManualClock()
        if let authority { options.caFile = authority.file }
        return CurlTransport(options)
    }

    static func server(_ respond: @escaping @Sendable (LoopbackServer.Request) -> LoopbackReply) throws
        -> LoopbackServer
    {
        try #require(LoopbackServer(respond))
    }

    /// The error of a request that should fail, or nil if it was answered.
    static func error(_ transport: some HTTPTransport, _ request: HTTPRequest) async -> StageError? {
        do throws(StageError) {
            _ = try await transport.send(request)
            return nil
        } catch {
            return error
        }
    }

    static func text(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    /// A text that a test changes while a server reads it.
    final class Box: Sendable {
        private let text: Mutex<String>
        init(_ text: String) { self.text = Mutex(text) }
        var value: String {
            get { text.withLock { $0 } }
            set { text.withLock { $0 = newValue } }
        }
    }
}
