public import FeedModel
public import FeedStages
import FeedSystem

/// Writes digests into files: each entry exactly once in the content, whatever happens meanwhile.
///
/// A replaced file holds one digest, and is replaced at one stroke; an appended file grows by the new entries.
public struct FileSink: FileWriting {
    /// `file`.
    public static let type = "file"
    /// What it does.
    public static let summary: LocalizedText = .message("summary.sink.file")

    private let configuration: Configuration
    private let services: Services

    /// Makes the sink; nothing is opened yet.
    public init(_ configuration: Configuration, services: Services) {
        self.configuration = configuration
        self.services = services
    }

    /// The path, as far as it does not depend on the moment, if the file there is replaced.
    public func exclusiveTarget(pipeline: String) -> String? {
        configuration.mode == .replace ? absolute(configuration.path.pattern(pipeline: pipeline)) : nil
    }

    /// The path, with its placeholders.
    public var writtenPaths: [String] { [absolute(configuration.path.manualText)] }

    /// What a delivery asks of the file and its folder before it writes.
    public func refusal(ofFile path: String) -> StageError? {
        do throws(StageError) {
            try FileTarget(path: path).examine(isAppended: configuration.mode == .append)
            return nil
        } catch {
            return error
        }
    }

    /// The paths, with the moment in their placeholders.
    public func targets(of pipelines: [String], at moment: Timestamp) -> Set<String>? {
        Set(pipelines.map { path(of: $0, at: moment) })
    }

    /// What is appended to a file goes on from what stands there.
    public var layout: DigestLayout { configuration.mode == .append ? .stream : .page }

    /// As `when_empty` says.
    public var wantsEmptyDigests: Bool { configuration.whenEmpty == .write }

    /// One message: the new entries, or all that the file holds afterwards.
    public func compose(_ digest: Digest, in context: some ComposeContext) async throws(StageError) -> [ComposedMessage]
    {
        if digest.entries.isEmpty, configuration.whenEmpty == .skip { return [] }
        let path = path(of: digest.pipeline, at: context.now)
        switch configuration.mode {
        case .append: return try await composeAppended(digest, to: path, in: context)
        case .replace: return try await composePage(digest, at: path, in: context)
        }
    }

    /// Writes the message, or what an earlier attempt left of it to be written.
    public func deliver(_ message: Message) async throws(StageError) -> Receipt {
        let now = services.clock.now
        return try await services.blocking.run { () throws(StageError) -> Receipt in
            try Self.write(message, now: now)
        }
    }

    /// Reads the target back and compares.
    public func recover(_ message: Message) async throws(StageError) -> Recovery {
        let now = services.clock.now
        var message = message
        message.attempts = max(message.attempts, 1)
        return try await services.blocking.run { [message] () throws(StageError) -> Recovery in
            guard try FileTarget(path: message.target).holds(message, now: now) else { return .notDelivered }
            // The same bytes once more, so that they are on the disk for certain.
            return .delivered(try Self.write(message, now: now))
        }
    }

    private static func write(_ message: Message, now: Timestamp) throws(StageError) -> Receipt {
        let target = FileTarget(path: message.target)
        switch message.mode {
        case .append: return try target.append(message)
        case .replace: return try target.replace(message, now: now)
        case .post: throw StageError(.internalError, subject: message.target)
        }
    }
}

extension FileSink {
    private func composeAppended(
        _ digest: Digest, to path: String, in context: some ComposeContext
    ) async throws(StageError) -> [ComposedMessage] {
        let format = Swift.type(of: context.format)
        guard format.isAppendable else {
            throw StageError(
                .badConfiguration, subject: path, facts: [.option: "mode", .found: format.type])
        }
        let payload = try context.format.render(digest)
        guard !payload.isEmpty || !digest.entries.isEmpty else { return [] }
        let known = try await context.memo(of: path).flatMap(TargetState.init)
        let base = if let known { known } else { try FileTarget(path: path).tailState() }
        return [
            ComposedMessage(
                target: path, mode: .append, payload: payload, entries: digest.entries.map(\.key),
                memo: base.memo)
        ]
    }

    private func composePage(
        _ digest: Digest, at path: String, in context: some ComposeContext
    ) async throws(StageError) -> [ComposedMessage] {
        let isKnown = try await context.memo(of: path) != nil
        // Who takes the file away wants to begin again.
        let isPresent = try FileTarget(path: path).isPresent()
        let isGone = isKnown && !isPresent
        let new = digest.entries
        let newKeys = Set(new.map(\.key))
        let held = isGone ? [] : try await context.entries(heldBy: path).filter { !newKeys.contains($0.key) }
        let all = Array((held + new).suffix(configuration.maxEntries))
        var tally = isGone ? nil : try await context.tally(heldBy: path)
        if let added = digest.tally {
            tally?.add(added)
            tally = tally ?? added
        }
        var page = context.digest(digest, of: all)
        page.tally = tally?.showing(all.count)
        var message = ComposedMessage(
            target: path, mode: .replace, payload: try context.format.render(page), entries: new.map(\.key),
            retained: all.map(\.key))
        message.tally = tally
        return [message]
    }

    private func path(of pipeline: String, at moment: Timestamp) -> String {
        absolute(configuration.path.path(at: moment, in: services.zone, pipeline: pipeline))
    }

    /// The path without detours that can be told from its text, beginning at the root.
    private func absolute(_ path: String) -> String { absolutePath(services.resolve(path: path)) }
}
