import FeedModel
import FeedStages
import FeedState

/// Delivery to sinks, also beside other workers of the same state.
extension Run {
    /// How long open messages of an earlier run may delay collecting. The rest is sent after collecting.
    private static let longestFinishing = Duration.seconds(30)
    /// How often a sink is served again because another worker has left something to this one.
    private static let mostTurns = 3
    /// How long a sink that wants this run's empty digest is waited for: 60 times a second.
    private static let mostLooks = 60
    private static let pause = Duration.seconds(1)

    /// Delivers the messages that an earlier run left open.
    func completeOpenMessages(
        _ sinks: [SinkDelivery], _ record: RunRecord
    ) async throws(StageError) -> [String: SinkDelivery.Progress] {
        let open = try await state.sinksWithOpenMessages()
        var concerned = sinks.filter { open[$0.plan.name] != nil && isHere($0) }
        guard !concerned.isEmpty else { return [:] }
        if let holder {
            let held = try await holder.claim(concerned.map(\.plan.name), of: .sink)
            concerned.removeAll { !held.contains($0.plan.name) }
        }
        record.emit(.openMessagesFound(open.values.reduce(0, +)))
        let deadline = ContinuousClock.now + Self.longestFinishing
        let served = await withTaskGroup(of: SinkDelivery.Served.self) { group in
            for sink in concerned { group.addTask { await sink.completeOpenMessages(until: deadline) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let progress = try progress(of: served)
        try await holder?.release(concerned.map(\.plan.name), of: .sink)
        return progress
    }

    /// Serves sinks concurrently, and records how they are. A failing sink does not delay another one; only an error of
    /// the state ends all.
    func serve(
        _ sinks: [SinkDelivery], _ pipelineDeliveries: [String: [SinkDelivery.PipelineDelivery]],
        after earlier: [String: SinkDelivery.Progress], until deadline: ContinuousClock.Instant, _ record: RunRecord
    ) async throws(StageError) -> [String: SinkDelivery.Progress] {
        guard let holder else {
            let served = await withTaskGroup(of: SinkDelivery.Served.self) { group in
                for sink in sinks {
                    let pipelineDeliveries = pipelineDeliveries[sink.plan.name] ?? []
                    let earlier = earlier[sink.plan.name] ?? SinkDelivery.Progress()
                    group.addTask { await sink.serve(pipelineDeliveries, after: earlier, until: deadline) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            return try progress(of: served)
        }
        var progress = earlier
        var left = sinks.filter(isHere)
        for look in 0..<Self.mostLooks where !left.isEmpty && !Task.isCancelled {
            // A cancelled sleep ends the loop.
            if look > 1 { try? await dependencies.clock.sleep(for: Self.pause) }
            let held = try await holder.claim(left.map(\.plan.name), of: .sink)
            let mine = left.filter { held.contains($0.plan.name) }
            left.removeAll { held.contains($0.plan.name) }
            let before = progress
            let served = await withTaskGroup(of: SinkDelivery.Served.self) { group in
                for sink in mine {
                    let name = sink.plan.name
                    group.addTask {
                        await serveHeld(
                            sink, pipelineDeliveries[name] ?? [], after: before[name] ?? SinkDelivery.Progress(),
                            until: deadline, holder, record)
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            progress.merge(try self.progress(of: served)) { $1 }
            let wanting = left.contains { sink in
                sink.sink.wantsEmptyDigests && pipelineDeliveries[sink.plan.name]?.contains(where: \.isEmpty) ?? false
            }
            if look > 0, !wanting { break }
        }
        for sink in left {
            record.sink(sink.plan.name) { $0.isOfOtherWorker = true }
            let isWaiting = dependencies.findsNext ? try await state.waiting(for: sink.plan.name).count > 0 : false
            if isWaiting { lookAgain(sink.plan.name, record) }
        }
        for sink in sinks where !isHere(sink) {
            record.sink(sink.plan.name) { $0.isOfOtherWorker = true }
            try await self.record(sink, record)
        }
        return progress
    }

    /// Serves a sink whose lease this worker holds, and gives it back. Another worker that wanted it meanwhile did not
    /// wait, so this one looks again after that.
    private func serveHeld(
        _ sink: SinkDelivery, _ pipelineDeliveries: [SinkDelivery.PipelineDelivery],
        after earlier: SinkDelivery.Progress, until deadline: ContinuousClock.Instant, _ holder: LeaseHolder,
        _ record: RunRecord
    ) async -> SinkDelivery.Served {
        let name = sink.plan.name
        var served = SinkDelivery.Served(name: name, progress: earlier)
        var pipelineDeliveries = pipelineDeliveries
        do throws(StageError) {
            for turn in 1...Self.mostTurns {
                served = await sink.serve(pipelineDeliveries, after: served.progress, until: deadline)
                guard served.stateError == nil else { return served }
                try await self.record(sink, record)
                try await holder.release([name], of: .sink)
                // What a failing sink could not deliver would fail again at once.
                let hasFailed = record.sinkOutcome(name).error != nil
                guard !Task.isCancelled, !served.progress.isStopped, !hasFailed, .now < deadline,
                    try await hasWaiting(name, pipelineDeliveries)
                else { break }
                guard turn < Self.mostTurns, try await holder.claim(name, of: .sink) else {
                    lookAgain(name, record)
                    break
                }
                // Its empty digests are composed already.
                for index in pipelineDeliveries.indices { pipelineDeliveries[index].isEmpty = false }
            }
        } catch {
            served.stateError = error
        }
        return served
    }

    /// Lets a process that stays look soon whether another worker has delivered what waits for a sink.
    private func lookAgain(_ sink: String, _ record: RunRecord) {
        let moment = dependencies.clock.now + Self.look
        record.sink(sink) { $0.resumesAt = moment }
    }

    private func hasWaiting(
        _ sink: String, _ pipelineDeliveries: [SinkDelivery.PipelineDelivery]
    ) async throws(StageError) -> Bool {
        for delivery in pipelineDeliveries where try await state.hasWaiting(sink: sink, pipeline: delivery.id) {
            return true
        }
        return false
    }

    private func progress(of served: [SinkDelivery.Served]) throws(StageError) -> [String: SinkDelivery.Progress] {
        var progress: [String: SinkDelivery.Progress] = [:]
        for sink in served {
            if let error = sink.stateError { throw error }
            progress[sink.name] = sink.progress
        }
        return progress
    }

    /// Records for each sink whether it delivered and how many entries wait. Beside other workers each was recorded as it
    /// was served.
    func recordSinks(_ sinks: [SinkDelivery], _ record: RunRecord) async throws(StageError) {
        guard holder == nil else { return }
        for sink in sinks { try await self.record(sink, record) }
    }

    /// Records whether a sink delivered and how many entries wait. Reports a sink that works again or for the first time,
    /// and entries that have waited too long.
    private func record(_ sink: SinkDelivery, _ record: RunRecord) async throws(StageError) {
        let name = sink.plan.name
        let waiting = try await state.waiting(for: name)
        let outcome = record.sinkOutcome(name)
        record.sink(name) { $0.waiting = waiting.count }
        let (now, isFailureReported) = (dependencies.clock.now, record.reportsFailure(ofSink: name))
        try await record.withChanges(in: state, now: now) { state, changes throws(StageError) in
            if outcome.delivered > 0 {
                if outcome.error != nil {
                    try state.recordPartialSuccess(ofSink: name)
                } else if let before = try state.recordSuccess(ofSink: name) {
                    changes.append(before == .failed ? .sinkRecovered(name) : .sinkWorks(name))
                }
            }
            // A reported failure already says how many entries wait.
            if let since = waiting.since, try state.becomesOverdue(sink: name, since: since, now: now),
                !isFailureReported
            {
                changes.append(.sinkWaiting(name, since: since, waiting: waiting.count))
            }
        }
    }
}
