import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedSystem

/// W: sends one message after another. Each attempt is committed before its first byte is sent.
extension SinkDelivery {
    /// Delivers the planned messages until none is left, the sink fails, or the deadline is reached.
    func deliverOpen(
        _ progress: inout Progress, until deadline: ContinuousClock.Instant
    ) async throws(StageError) {
        guard !isDryRun else { return try await preview(&progress) }
        guard !progress.isStopped, mayGoOn(until: deadline) else { return }
        var isAmongFailed = false
        var turn = try await state.begin(choice(progress, isAmongFailed), in: line, now: dependencies.clock.now)
        while true {
            switch turn {
            case .message(let open):
                progress.take(open)
                let receipt: Receipt
                do throws(StageError) {
                    receipt = kept(of: try await attempt(open, until: deadline))
                } catch {
                    guard !error.concernsState(at: state.path) else { throw error }
                    try await settle(open, error.masked(by: dependencies.mask), &progress)
                    guard !progress.isStopped, mayGoOn(until: deadline) else { return }
                    turn = try await state.begin(choice(progress, isAmongFailed), in: line, now: dependencies.clock.now)
                    continue
                }
                guard mayGoOn(until: deadline) else {
                    let count = try await state.completeMessage(
                        open.message, sink: plan.name, receipt: receipt, now: dependencies.clock.now)
                    return recordDelivered(open, receipt, count, &progress)
                }
                let finished = try await state.completeMessage(
                    open.message, receipt: receipt, thenBegin: choice(progress, isAmongFailed), in: line,
                    now: dependencies.clock.now)
                recordDelivered(open, receipt, finished.delivered, &progress)
                turn = finished.next
            case .rate(let moment):
                guard await waits(until: moment, &progress, deadline) else {
                    progress.isStopped = true
                    record.sink(plan.name) { $0.resumesAt = moment }
                    return
                }
                turn = try await state.begin(choice(progress, isAmongFailed), in: line, now: dependencies.clock.now)
            case .pause(let moment):
                record.log.wait(at: plan.name, cause: "pause")
                record.sink(plan.name) { $0.resumesAt = moment }
                progress.isStopped = true
                return
            case .none:
                guard !isInOrder else { return }
                if isAmongFailed {
                    // This message no longer exists.
                    if progress.failedBefore?.isEmpty == false { progress.failedBefore?.removeFirst() }
                } else if progress.failedBefore == nil {
                    let failedNow = progress.failedNow
                    progress.failedBefore = try await state.failedMessages(of: plan.name, limit: Self.mostFailed)
                        .filter { !failedNow.contains($0) }
                }
                isAmongFailed = true
                guard progress.failedBefore?.isEmpty == false, mayGoOn(until: deadline) else { return }
                turn = try await state.begin(choice(progress, true), in: line, now: dependencies.clock.now)
            }
        }
    }

    /// The most messages that failed before and are retried in one run, where order does not matter.
    private static let mostFailed = 10_000

    private var isInOrder: Bool { sink.sending.isOrdered }

    private var line: SendingLine {
        let rules = sink.sending
        return SendingLine(
            sink: plan.name, endpoint: EndpointID(rules.endpoint?.reveal(), of: plan.name, origin: state.origin),
            rate: rules.rate.map { ($0.count, $0.span) })
    }

    private func choice(_ progress: Progress, _ isAmongFailed: Bool) -> SendingChoice {
        if isInOrder { return .after(progress.place) }
        if isAmongFailed, let number = progress.failedBefore?.first { return .number(number) }
        return .unfailedAfter(progress.place)
    }

    private func mayGoOn(until deadline: ContinuousClock.Instant) -> Bool { !Task.isCancelled && .now < deadline }

    private func preview(_ progress: inout Progress) async throws(StageError) {
        while !Task.isCancelled, let open = try await state.openMessages(of: plan.name, limit: 1).first {
            let composer = compose(open.message.pipeline)
            let digest = try await state.refusedDigest(
                open, titles: composer.titles, locale: composer.builder.locale)
            let preview = MessagePreview(
                sink: plan.name, target: open.message.target, payload: sink.preview(of: open.message),
                entries: digest?.entries ?? [])
            record.sink(plan.name) { outcome in
                outcome.previewed += preview.entries.count
                if !outcome.targets.contains(preview.target) { outcome.targets.append(preview.target) }
            }
            record.emit(.messagePreviewed(preview))
            _ = try await state.completeMessage(
                open.message, sink: plan.name, receipt: Receipt(), now: dependencies.clock.now)
        }
    }

    private func recordDelivered(
        _ open: OpenMessage, _ receipt: Receipt, _ count: Int, _ progress: inout Progress
    ) {
        progress.delivered += count
        record.sink(plan.name) { outcome in
            outcome.delivered += count
            if !outcome.targets.contains(open.message.target) { outcome.targets.append(open.message.target) }
        }
        record.emit(.messageDelivered(sink: plan.name, target: open.message.target, entries: count))
        for warning in receipt.warnings {
            record.emit(.warning(warning))
            record.add(.warning(warning))
        }
    }

    /// Returns the part of a receipt that is kept. A memo that is too long is reported, and the previous one stays: the
    /// message was received all the same.
    private func kept(of receipt: Receipt) -> Receipt {
        guard let fault = fault(ofMemo: receipt.memo) else { return receipt }
        return Receipt(warnings: receipt.warnings + [fault])
    }

    /// Makes one attempt as the state counts them. It first asks about an interrupted attempt, then delivers. A message
    /// that has not failed before is retried after 2 s and 10 s if the receiver surely has not received it.
    private func attempt(
        _ open: OpenMessage, until deadline: ContinuousClock.Instant
    ) async throws(StageError) -> Receipt {
        if open.wasInterrupted, case .delivered(let receipt) = try await sink.recover(open.message) { return receipt }
        // A message that failed in an earlier run gets one try in each run.
        var waits = open.firstFailureAt == nil ? Self.waits[...] : []
        var number = 0
        while true {
            number += 1
            let begun = ContinuousClock.now
            do throws(StageError) {
                let receipt = try await sink.deliver(open.message)
                record.log.attempt(open.message, at: plan.name, number: number, since: begun, nil)
                return receipt
            } catch {
                record.log.attempt(
                    open.message, at: plan.name, number: number, since: begun, error.masked(by: dependencies.mask))
                guard error.code.outlook == .brief, let wait = waits.popFirst() else { throw error }
                let wanted = error.retryAfter ?? .zero
                let jittered = Jitter.spread(wait, for: open.message.id)
                guard wanted <= Self.longestWait, .now + max(wanted, jittered) < deadline else { throw error }
                record.log.wait(at: plan.name, cause: "retry", max(wanted, jittered))
                guard await sleeps(max(wanted, jittered)) else { throw error }
            }
        }
    }

    private static let waits: [Duration] = [.seconds(2), .seconds(10)]
    /// The longest wait that a run accepts from a receiver's `Retry-After`.
    private static let longestWait = Duration.seconds(10)
    /// The longest total time that a run waits for the rate of a sink.
    private static let longestRateWait = Duration.seconds(120)
    /// How soon a process that stays tries a receiver again at the earliest.
    private static let shortestReturn = Duration.seconds(60)

    private func waits(
        until moment: Timestamp, _ progress: inout Progress, _ deadline: ContinuousClock.Instant
    ) async -> Bool {
        let wait = max(.milliseconds(1), moment - dependencies.clock.now)
        record.log.wait(at: plan.name, cause: "rate", wait)
        guard progress.waited + wait <= Self.longestRateWait, .now + wait < deadline, await sleeps(wait) else {
            return false
        }
        progress.waited += wait
        return true
    }

    /// Sleeps; returns false if the run was stopped meanwhile.
    private func sleeps(_ wait: Duration) async -> Bool {
        do {
            try await dependencies.clock.sleep(for: wait)
            return true
        } catch {
            return false
        }
    }

    /// Records a failed attempt: replaces the message, gives it up, or lets it wait.
    private func settle(
        _ open: OpenMessage, _ error: StageError, _ progress: inout Progress
    ) async throws(StageError) {
        let now = dependencies.clock.now
        let verdict = SendingVerdict(after: error, of: open, now: now)
        if verdict == .givenUp {
            // Messages after a refused one may be accepted, so the queue moves on.
            if error.code.fault == .message {
                switch try await replace(open, after: error) {
                case .stored: return
                case .impossible: break
                case .failed(let reason):
                    let verdict = SendingVerdict(after: reason, of: open, now: now)
                    if verdict != .givenUp { return try await wait(open, verdict, reason, &progress) }
                }
            }
            let number = open.message.number
            let entries = try await record.recordGivenUp(plan.name, error, in: state, now: now) {
                state throws(StageError) in try state.giveUp(number, reason: error, now: now)
            }
            record.sink(plan.name) { $0.givenUp += entries }
            record.emit(.messageFailed(sink: plan.name, target: open.message.target, error, givenUp: true))
            return
        }
        try await wait(open, verdict, error, &progress)
    }

    /// Keeps a message for a later attempt.
    private func wait(
        _ open: OpenMessage, _ verdict: SendingVerdict, _ error: StageError, _ progress: inout Progress
    ) async throws(StageError) {
        let now = dependencies.clock.now
        let pause = (verdict == .endpointGone ? EndpointPause.longest : error.retryAfter)
            .map { now + min(max($0, .zero), EndpointPause.longest) }
        try await state.postpone(
            open.message.number,
            Postponement(
                reason: error, isFateUnknown: error.code == .unknownFate || error.code == .cancelled,
                isCounted: verdict == .waits || verdict == .isRefused, isRefusal: verdict == .isRefused,
                pause: pause.map {
                    EndpointPause(of: line.endpoint, until: $0, isGone: verdict == .endpointGone)
                }),
            now: now)
        // A receiver that is away often names a few seconds, and again each time.
        if let pause { record.sink(plan.name) { $0.resumesAt = max(pause, now + Self.shortestReturn) } }
        record.emit(.messageFailed(sink: plan.name, target: open.message.target, error, givenUp: false))
        let isNew = error.code == .cancelled ? false : try await fail(error)
        if progress.failedNow.isEmpty { progress.wasFailing = !isNew }
        progress.failedNow.insert(open.message.number)
        progress.isStopped = ends(after: error, of: open.message, progress)
    }

    /// Returns whether the sink sends nothing more in this run.
    private func ends(after error: StageError, of message: Message, _ progress: Progress) -> Bool {
        switch message.mode {
        // Other files may still work, but not on a disk that is full or failing.
        case .append, .replace: return error.code.fault == .disk || error.code == .cancelled
        case .post:
            if isInOrder || error.concernsEndpoint { return true }
            // If order does not matter and the endpoint accepts others, only this message waits. A delivery must show
            // that first. A later run makes one probe, a first run several, because some messages may always fail.
            return progress.delivered == 0 && (progress.wasFailing || progress.failedNow.count >= Self.mostProbes)
        }
    }

    private static let mostProbes = 3
}

/// Spreads retries, so that many messages are not sent at the same moment.
enum Jitter {
    /// Returns 0.8 to 1.2 of a wait, always the same for a message and a wait. Whole numbers keep the bounds exact.
    static func spread(_ wait: Duration, for id: String) -> Duration {
        let byte = SHA256.hash("\(id) \(wait)").first ?? 0
        return wait * (8 * 255 + 4 * Int(byte)) / (10 * 255)
    }
}
