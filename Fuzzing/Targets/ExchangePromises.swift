import FeedModel
import FeedStages
import FeedTesting
import FeedTransport
import MachineLaboratory

/// For any responses of two servers, over kept connections and to many requests at once, each request ends within its
/// limits, by a response or by an error of the other side. A good feed beside them arrives unchanged, and reaches no
/// other request.
///
/// `ExchangeScript` describes an input. Bit 0 of its first byte: messages are sent, too; bit 1: validators are sent.
enum ExchangePromises {
    private static let mostBody = 64 << 10
    private static let prefix = 1 << 10
    private static let timeout: Duration = .seconds(3)
    /// Requests to each of the two servers, in each of the two rounds.
    private static let requests = 2

    static func brokenPromise(by input: [UInt8]) -> String? {
        waiting {
            let script = ExchangeScript(input)
            guard let servers = ExchangeServers(script, document: "good \(hash(of: input)) ") else { return nil }
            var options = CurlTransport.Options()
            options.guardian = AddressGuard(allowing: ["127.77.0.0/24"])
            let transport = CurlTransport(options)
            let exchange = Exchange(transport: transport, servers: servers, choice: script.choice)
            // The second round finds what the first one leaves, for example its connections.
            let fault = await exchange.fault(in: 1)
            let later = fault == nil ? await exchange.fault(in: 2) : fault
            await transport.shutdown()
            return later
        } ?? nil
    }

    /// A hash (FNV-1a) of the input, which the input cannot contain.
    private static func hash(of input: [UInt8]) -> UInt64 {
        input.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// The requests for one input.
    private struct Exchange: Sendable {
        let transport: CurlTransport
        let servers: ExchangeServers
        let choice: UInt8

        /// Sends all requests of a round at once; returns the broken promise, or nil.
        func fault(in round: Int) async -> String? {
            await withTaskGroup(of: String?.self) { group in
                group.addTask { await faultOfGood(in: round) }
                for server in servers.scripted {
                    for number in 0..<requests {
                        group.addTask { await fault(of: request(server.url("/\(round)\(number)"), number)) }
                    }
                }
                return await group.reduce(nil) { $0 ?? $1 }
            }
        }

        private func request(_ url: String, _ number: Int) -> HTTPRequest {
            var request = HTTPRequest(url: url)
            if choice & 1 == 1, number == 1 {
                request = HTTPRequest("POST", url: url, body: Array("message".utf8), followsRedirects: false)
                request.answerPrefix = prefix
            } else if choice & 2 == 2 {
                request.validators = Validators(url: url, etag: "\"1\"", lastModified: nil)
            }
            request.policy.timeout = timeout
            request.policy.maxBody = mostBody
            request.gate = LoopbackGate(servers: servers.authorities)
            return request
        }

        private func faultOfGood(in round: Int) async -> String? {
            let path = "/\(round)"
            let expected = servers.document + path
            do throws(StageError) {
                let response = try await transport.send(HTTPRequest(url: servers.good.url(path)))
                guard response.status == 200, String(decoding: response.body, as: UTF8.self) == expected else {
                    return "the good feed is \(response.status) \(String(decoding: response.body, as: UTF8.self))"
                }
                let fields = response.headers.map { "\($0.name): \($0.value)" }
                guard fields == ["x-path: \(path)", "content-length: \(expected.utf8.count)"] else {
                    return "the good feed has \(fields)"
                }
                return nil
            } catch {
                return "the good feed: \(error)"
            }
        }

        private func fault(of request: HTTPRequest) async -> String? {
            let begun = ContinuousClock.now
            do throws(StageError) {
                let response = try await transport.send(request)
                if let fault = fault(in: response, to: request) { return fault }
            } catch {
                if error.code == .internalError { return "\(error)" }
                if contains("\(error)") { return "what the good feed says is in an error: \(error)" }
            }
            // It also waits for the earlier requests to its server.
            let most = timeout * (requests + 1)
            let time = begun.duration(to: .now)
            return time <= most ? nil : "\(request.method) took \(time)"
        }

        private func fault(in response: HTTPResponse, to request: HTTPRequest) -> String? {
            guard response.body.count <= request.answerPrefix ?? mostBody else {
                return "a body of \(response.body.count) bytes"
            }
            guard response.redirects.count <= 5, response.requests == response.redirects.count + 1 else {
                return "\(response.requests) requests for \(response.redirects.count) redirects"
            }
            guard servers.authorities.contains(where: { response.finalURL.hasPrefix("http://\($0)/") }) else {
                return "an answer of \(response.finalURL)"
            }
            let fields = response.headers.map(\.value)
            guard response.finalURL.hasPrefix(servers.good.url("/")) || !(fields.contains(where: contains)) else {
                return "what the good feed says is in a field"
            }
            if contains(String(decoding: response.body, as: UTF8.self)) { return "the good feed is in another's body" }
            return AnswerPromises.fault(inFields: response.headers)
        }

        private func contains(_ text: String) -> Bool {
            text.utf8.count >= servers.document.utf8.count && text.contains(servers.document)
        }
    }
}
