import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedSystem

/// Learns new addresses of feeds. A permanent redirect is accepted after three fetches over two days that led to the
/// same feed. The configured address is still checked each week, in case the feed comes back.
///
/// This applies only to sources whose request is the configured address. The user could not change an address that a
/// plugin composes.
struct RedirectLearner: Sendable {
    /// The time between two checks of the old address, normally and while the new address fails.
    private static let patience: Duration = .seconds(7 * 86_400)
    private static let patienceWhileFailing: Duration = .seconds(86_400)
    /// The longest address that is accepted, in UTF-8 bytes.
    private static let longestAddress = 2048

    let state: any StateStore
    let dependencies: Run.Dependencies
    let record: RunRecord
    let limiter: HostLimiter
    let sources: [Collector.Prepared]
    let runStarted: Timestamp
    /// The leases on hosts, if other workers use the state, too; else nil.
    let hosts: HostLeases?
    /// When the run should end.
    let deadline: ContinuousClock.Instant

    /// Learns from the redirects of fetches; `moving` are feeds whose move is not accepted yet.
    func learn(from results: [SourceFetch.Result], moving: Set<FeedKey>) async throws(StageError) {
        // Made once: many feeds may have moved at the same time.
        let requests =
            results.contains { $0.requests.redirected != nil }
            ? Set(sources.lazy.map(\.stages.source.canonicalRequest)) : []
        for result in results where result.ready.plan.unavailable == nil {
            switch observation(in: result, requests: requests) {
            case .moved(let target, let evidence): try await recordMove(result, target, evidence)
            case .stayed where moving.contains(result.ready.key): try await state.recordNoMove(of: result.ready.key)
            case .stayed, nil: break
            }
            if result.ready.known.movedTo != nil { try await checkOldAddress(result) }
        }
    }

    private enum Observation {
        case moved(String, MoveEvidence)
        case stayed
    }

    /// Returns what a fetch shows about the address of its feed, or nil if it shows nothing.
    ///
    /// - Parameter requests: the requests of all sources. Two sources of one address would deliver the same entries.
    private func observation(in result: SourceFetch.Result, requests: Set<String>) -> Observation? {
        guard result.requests.answers == 1 else { return nil }
        guard let answer = result.requests.redirected else { return result.finished.success != nil ? .stayed : nil }
        let request = result.ready.stages.source.canonicalRequest
        // Requested addresses are compared. An address that is a secret as a whole cannot be shown, so it is skipped.
        let asked = Address.normalised(answer.asked.mask)
        guard Address.isHTTP(request), Address.isHTTP(answer.asked.mask),
            result.ready.known.movedTo.map({ asked == Address.normalised($0) })
                ?? (Address.normalised(answer.asked.reveal()) == request)
        else { return nil }
        guard result.finished.success != nil else {
            // A page that says "back soon", or a shop that bought the name, is not the feed.
            return result.outcome.error?.code == .notAFeed ? .stayed : nil
        }
        let target = answer.finalURL
        guard answer.redirects.allSatisfy({ $0.status == 301 || $0.status == 308 }),
            Address.normalised(target) != request, Address.normalised(target) != asked,
            target.utf8.count <= Self.longestAddress, Address.parts(target)?.userInfo == nil,
            mayKeep(target, insteadOf: answer.asked), !requests.contains(Address.normalised(target))
        else { return .stayed }
        if result.outcome.kind == .unchanged { return .moved(target, .unchanged) }
        let hasSameID = result.feedID != nil && result.feedID == result.ready.known.feedID
        return .moved(target, hasSameID ? .sameID : .entries)
    }

    /// Returns whether an address can be kept without a secret in it. A masked secret is put back on the same host
    /// only, and a secret too short to be masked must not be in it.
    private func mayKeep(_ target: String, insteadOf asked: Secret) -> Bool {
        if dependencies.mask.hasMasked(target) { return Address.host(target) == Address.host(asked.reveal()) }
        return asked.mask == asked.reveal() || Address.parts(target)?.query == nil
    }

    private func recordMove(
        _ result: SourceFetch.Result, _ target: String, _ evidence: MoveEvidence
    ) async throws(StageError) {
        let (key, started, now) = (result.ready.key, runStarted, dependencies.clock.now)
        let moved = RunReport.Change.sourceMoved(
            result.ready.plan.name, to: target, option: result.ready.plan.addressPlace)
        try await record.withChanges(in: state, inGroup: true, now: now) { state, changes throws(StageError) in
            if try state.recordMove(of: key, to: target, evidence: evidence, started: started, now: now) {
                changes.append(moved)
            }
        }
    }

    // MARK: the configured address

    /// Fetches the configured address of a feed that moved, once a week, or once a day while the new one fails: the
    /// feed may be back, or the move may have been a mistake of its server.
    private func checkOldAddress(_ result: SourceFetch.Result) async throws(StageError) {
        let (ready, now) = (result.ready, dependencies.clock.now)
        let patience = result.outcome.kind == .failed ? Self.patienceWhileFailing : Self.patience
        guard !Task.isCancelled, !limiter.refusesAll, ContinuousClock.now < deadline,
            now - (ready.known.oldAskedAt ?? now) >= patience
        else { return }
        guard let isBack = try await isFeedAtOldAddress(ready) else { return }
        let back = RunReport.Change.sourceBack(ready.plan.name, at: shown(ready.stages.source.canonicalRequest))
        try await record.withChanges(in: state, inGroup: true, now: now) { state, changes throws(StageError) in
            try state.recordOldAddressCheck(of: ready.key, isBack: isBack, now: now)
            if isBack { changes.append(back) }
        }
    }

    /// Returns an address, without its query if that holds a secret.
    private func shown(_ address: String) -> String {
        guard address.contains("?"), dependencies.mask.masked(address) != address, var parts = Address.parts(address)
        else {
            return address
        }
        parts.query = nil
        return parts.address
    }

    /// Returns whether the configured address has the feed; nil if it could not be asked because of another worker.
    private func isFeedAtOldAddress(_ ready: SourceFetch.Ready) async throws(StageError) -> Bool? {
        var policy = ready.plan.policy
        policy.timeout = min(policy.timeout, .seconds(10))
        let watch = FetchWatch(limiter: limiter, clock: dependencies.clock, hosts: hosts)
        let logged = dependencies.transport.logged(by: dependencies.logger.about("source", ready.plan.name))
        let transport = PolicyTransport(base: PoliteTransport(base: logged, watch: watch), policy: policy)
        let (parser, cleaner) = (ready.stages.parser, FeedCleaner(knowing: ready.plan.secrets))
        let found: PreparedDocument
        do throws(StageError) {
            let response = try await transport.send(HTTPRequest(url: ready.stages.source.canonicalRequest))
            // The final URL may also be a third address, which must then be accepted like any other move.
            guard response.status == 200,
                Address.normalised(response.finalURL) != ready.known.movedTo.map(Address.normalised)
            else { return false }
            found = try await dependencies.parsing.run { () throws(StageError) -> PreparedDocument in
                PreparedDocument(
                    cleaner.cleaned(try parser.parse(Document(response))), key: .only, validators: nil,
                    contentHash: nil, limit: 100)
            }
        } catch {
            return error.code == .hostHeld ? nil : false
        }
        return try await state.knows(anyOf: found, of: ready.key)
    }
}
