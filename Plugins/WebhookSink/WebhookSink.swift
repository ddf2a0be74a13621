import FeedConfiguration
public import FeedModel
public import FeedStages

/// Posts entries or digests to an address: at least once, with an id for life and the same bytes at every attempt.
public struct WebhookSink: Sink {
    /// `webhook`.
    public static let type = "webhook"
    /// What it does.
    public static let summary = "posts entries or digests to an address, signed after Standard Webhooks"
    /// JSON, unless another one is chosen.
    public static let defaultFormat: String? = "json"

    private let configuration: Configuration
    private let services: Services
    private let keys: [SigningKey]

    /// Makes the sink; throws if a secret is empty or no base64 behind `whsec_`.
    public init(_ configuration: Configuration, services: Services) throws(StageError) {
        self.configuration = configuration
        self.services = services
        var keys: [SigningKey] = []
        for secret in configuration.isSigned ? configuration.secrets : [] { keys.append(try SigningKey(secret)) }
        self.keys = keys
    }

    /// One message, or one for each entry with the oldest first.
    public func plan(_ digest: Digest, in context: some PlanContext) throws(StageError) -> [MessagePlan] {
        guard !digest.entries.isEmpty else { return [] }
        switch configuration.body {
        case .digest: return [plan(try context.format.render(digest), digest.entries)]
        case .entry:
            let isJSON = Swift.type(of: context.format).type == "json"
            var plans: [MessagePlan] = []
            for entry in digest.entries.oldestFirst {
                let payload =
                    isJSON
                    ? EntriesMessage.payload([entry], of: digest, at: context.now)
                    : try context.format.render(context.digest(digest, of: [entry]))
                plans.append(plan(payload, [entry]))
            }
            return plans
        }
    }

    /// Posts the message; again after 2 s and 10 s in its first run, if the other side surely has not taken it.
    public func deliver(_ message: Message) async throws(StageError) -> Receipt {
        // Once a message has failed for a whole run, one probe a run is enough.
        var waits = message.attempts == 0 ? Self.waits[...] : []
        while true {
            do throws(StageError) {
                let answer = try await send(message)
                guard let failure = answer.failure(at: configuration.url.mask) else { return Receipt() }
                throw failure
            } catch {
                let error = error.afterSending
                guard error.isWorthAnotherTry, let wait = waits.popFirst(),
                    await sleeps(error.retryAfter ?? .zero, atLeast: wait, message)
                else { throw error }
            }
        }
    }

    /// Only the other side knows.
    public func recover(_ message: Message) async -> Recovery { .unknown }

    private static let waits: [Duration] = [.seconds(2), .seconds(10)]
}

extension WebhookSink {
    private func plan(_ payload: [UInt8], _ entries: [DigestEntry]) -> MessagePlan {
        MessagePlan(target: configuration.url.mask, mode: .post, payload: payload, entries: entries.map(\.key))
    }

    private func send(_ message: Message) async throws(StageError) -> HTTPResponse {
        let id = message.id
        let timestamp = String(services.clock.now.seconds)
        var own = [
            HTTPField("webhook-id", id), HTTPField("webhook-timestamp", timestamp), HTTPField("idempotency-key", id),
        ]
        if !keys.isEmpty {
            let signed = Array("\(id).\(timestamp).".utf8) + message.payload
            own.append(HTTPField("webhook-signature", keys.map { $0.signature(of: signed) }.joined(separator: " ")))
        }
        let ownNames = Set(own.map(\.name))
        var headers = configuration.headers.filter { !ownNames.contains($0.name.lowercased()) }
        if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            headers.append(HTTPField("content-type", configuration.mediaType))
        }
        return try await services.transport.send(
            HTTPRequest(
                "POST", url: configuration.url, headers: headers + own, body: message.payload,
                followsRedirects: false))
    }

    /// Waits, unless the other side wants more time than this run has, or the run ends.
    private func sleeps(_ wanted: Duration, atLeast wait: Duration, _ message: Message) async -> Bool {
        guard wanted <= Self.longestWait else { return false }
        let jittered = wait * Jitter.factor(of: message.id, at: wait)
        do {
            try await services.clock.sleep(for: max(wanted, jittered))
            return true
        } catch {
            return false
        }
    }

    /// The longest time that a run waits because the other side asks for it.
    private static let longestWait = Duration.seconds(10)
}

extension [DigestEntry] {
    /// By their dates, else as they stand in the digest.
    fileprivate var oldestFirst: [DigestEntry] {
        enumerated().sorted { left, right in
            (left.element.date, left.offset) < (right.element.date, right.offset)
        }.map(\.element)
    }
}

/// Many messages must not knock at the same moment.
private enum Jitter {
    /// 0.8…1.2, always the same for the same message and wait.
    static func factor(of id: String, at wait: Duration) -> Double {
        let byte = SHA256.hash("\(id) \(wait)").first ?? 0
        return 0.8 + Double(byte) / 255 * 0.4
    }
}
