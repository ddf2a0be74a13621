import FeedMessages
import FeedModel
import FeedStages
import FeedState
import FeedSystem

/// The second half of T2: reads the waiting entries, lets the sink compose messages on a thread that may block, and
/// stores them if no data that it read has changed meanwhile.
extension SinkDelivery {
    /// How often a sink composes again because the data has changed.
    private static let mostComposings = 5

    func composeMessages(of pipelineDelivery: PipelineDelivery) async throws(StageError) -> PlanningOutcome {
        let now = dependencies.clock.now
        do throws(StageError) {
            for _ in 0..<Self.mostComposings where !Task.isCancelled {
                let waiting = try await state.waitingDigest(
                    for: plan.name, of: pipelineDelivery.id, limit: sink.wholeDigestLimit ?? Self.entriesAtOnce,
                    bytes: sink.wholeDigestLimit == nil ? Self.bytesAtOnce : .max,
                    titles: pipelineDelivery.composer.titles, locale: pipelineDelivery.composer.builder.locale)
                let composing = composing(
                    with: pipelineDelivery.composer, of: pipelineDelivery.id, at: now, moreWait: !waiting.isLast)
                let messages = try await composed(.news(waiting, pipelineDelivery), composing)
                let stored = try await state.store(messages, of: waiting, seen: composing.seen, now: now)
                if let stored {
                    record.log.composed(stored, of: pipelineDelivery.composer.builder.pipeline.name, for: plan.name)
                    return stored
                }
            }
            throw StageError(Task.isCancelled ? .cancelled : .overtaken, subject: plan.name)
        } catch {
            // Nothing was stored, so the entries still wait. The run reports an error of the state.
            guard !error.concernsState(at: state.path) else { throw error }
            if error.code != .cancelled { try await fail(error.masked(by: dependencies.mask)) }
            return PlanningOutcome()
        }
    }

    /// The result of replacing a message that its receiver refused.
    enum Replacement {
        /// Other messages replace it.
        case stored
        /// The sink has nothing smaller or simpler.
        case impossible
        /// The sink could not compose this time. The message stays.
        case failed(StageError)
    }

    /// Lets the sink compose a smaller or simpler message in place of one that its receiver refused.
    func replace(_ open: OpenMessage, after error: StageError) async throws(StageError) -> Replacement {
        let now = dependencies.clock.now
        let composer = compose(open.message.pipeline)
        do throws(StageError) {
            for _ in 0..<Self.mostComposings where !Task.isCancelled {
                let refused = try await state.refusedDigest(
                    open, titles: composer.titles, locale: composer.builder.locale)
                guard let refused else { return .impossible }
                let composing = composing(with: composer, of: refused.pipeline, at: now)
                let messages = try await composed(.refusal(error, of: open.message, refused), composing)
                let replaced = try await state.replace(
                    open, by: messages, of: refused, sink: plan.name, reason: error, seen: composing.seen, now: now)
                if let replaced { return replaced > 0 ? .stored : .impossible }
            }
            return .failed(StageError(Task.isCancelled ? .cancelled : .overtaken, subject: plan.name))
        } catch {
            guard !error.concernsState(at: state.path) else { throw error }
            return .failed(error.masked(by: dependencies.mask))
        }
    }

    private func composing(
        with composer: Composer, of pipeline: PipelineID, at now: Timestamp, moreWait: Bool = false
    ) -> LedgerComposeContext {
        var builder = composer.builder
        builder.layout = sink.layout
        return LedgerComposeContext(
            now: now, format: format, builder: builder, moreWait: moreWait, sink: plan.name,
            pipeline: pipeline, titles: composer.titles, state: state, record: record, dependencies: dependencies)
    }

    /// The input of a sink's composition.
    private enum Occasion: Sendable {
        case news(WaitingDigest, PipelineDelivery)
        case refusal(StageError, of: Message, RefusedDigest)

        var entries: [DigestEntry] {
            switch self {
            case .news(let waiting, _): waiting.entries
            case .refusal(_, _, let refused): refused.entries
            }
        }
    }

    /// Returns what the sink composes, on a thread that may block. Throws `.pluginProtocol` if a memo is too long or if
    /// a message has an entry that the sink was not given.
    private func composed(
        _ occasion: Occasion, _ composing: LedgerComposeContext
    ) async throws(StageError) -> [ComposedMessage] {
        let sink = sink
        let outcome = await dependencies.blocking.run(all: { await Self.outcome(of: occasion, by: sink, composing) })
        let messages = try outcome.get()
        let given = Set(occasion.entries.map(\.key))
        for message in messages {
            if let fault = fault(ofMemo: message.memo) { throw fault }
            // Such entries would never leave the queue, and the sink would compose them again without end.
            guard message.entries.allSatisfy(given.contains) else {
                throw StageError(
                    .pluginProtocol, subject: plan.name, phrases: [.found: .message("stage.foreign_entry")])
            }
        }
        return messages
    }

    private static func outcome(
        of occasion: Occasion, by sink: any Sink, _ composing: LedgerComposeContext
    ) async -> Result<[ComposedMessage], StageError> {
        do throws(StageError) {
            return .success(try await compose(occasion, by: sink, composing))
        } catch {
            return .failure(error)
        }
    }

    private static func compose(
        _ occasion: Occasion, by sink: any Sink, _ composing: LedgerComposeContext
    ) async throws(StageError) -> [ComposedMessage] {
        switch occasion {
        case .news(let waiting, let pipelineDelivery):
            let digest = composing.builder.digest(
                of: waiting.entries, now: composing.now, from: pipelineDelivery.from,
                failedSources: try await composing.withLastingFailures(pipelineDelivery.failedSources),
                tally: waiting.tally)
            return try await sink.compose(digest, in: composing)
        case .refusal(let error, let message, let refused):
            let digest = composing.builder.digest(
                of: refused.entries, now: composing.now, from: nil, failedSources: [], tally: refused.tally)
            return try await sink.replace(message, after: error, by: digest, in: composing)
        }
    }

    /// Returns what is wrong with a memo, or nil.
    func fault(ofMemo memo: [UInt8]?) -> StageError? {
        guard let memo, memo.count > Receipt.longestMemo else { return nil }
        return StageError(
            .pluginProtocol, subject: plan.name,
            phrases: [
                .found: .message(
                    "stage.long_memo", ["size": .number(memo.count), "limit": .number(Receipt.longestMemo)])
            ])
    }
}
