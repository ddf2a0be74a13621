public import FeedModel
public import FeedStages
import FeedSystem

/// Writes digests to files. Each entry is in the content exactly once, even after crashes and retries.
///
/// A page is replaced atomically; an appended file grows by the new entries.
public struct FileSink: FileWriting {
    /// The value of `type` in the configuration: `file`.
    public static let type = "file"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.sink.file")
    /// The option that the value of a short form fills: `path`.
    public static let mainOption: MainOption? = "path"

    let configuration: Configuration
    private let services: Services
    var zone: Zone { services.zone }
    private let writtenPages = WrittenPages()

    /// Makes the sink; no file is opened.
    public init(_ configuration: Configuration, services: Services) {
        self.configuration = configuration
        self.services = services
    }

    /// The path of a page, with its placeholders of time: only one pipeline may write it. Nil for files that nothing
    /// replaces.
    public func exclusiveTarget(pipeline: String) -> String? {
        configuration.mode == .append || hasNotes ? nil : absolute(configuration.path.pattern(pipeline: pipeline))
    }

    /// True with `mode: replace`, unless each delivery has a path of its own.
    public var showsLastDeliveryAlone: Bool { configuration.mode == .replace && !configuration.path.isTimed }

    /// The option `keep`.
    public var keep: Duration? { configuration.keep }

    /// Removes a file that this sink wrote and nobody has changed. Throws if it cannot be examined or removed.
    public func remove(file path: String, memo: [UInt8], isPreview: Bool) throws(StageError) -> FileRemoval {
        try FileTarget(path: path).remove(ifStill: TargetState(memo: memo), isPreview: isPreview)
    }

    /// With `mode: replace` the option `max_entries`, so that the new page is whole from the start.
    public var wholeDigestLimit: Int? { configuration.mode == .replace ? configuration.maxEntries : nil }

    /// The absolute path, with its placeholders, and that of the omitted page.
    public var writtenPaths: [String] { withOmittedPages([absolute(configuration.path.manualText)]) }

    /// The error that a delivery to this path would throw before it writes, or nil.
    public func refusal(ofFile path: String) -> StageError? {
        do throws(StageError) {
            try FileTarget(path: path).examine(isAppended: configuration.mode == .append)
            return nil
        } catch {
            return error
        }
    }

    /// The paths of the pipelines at a time, with all placeholders filled. None for files of one entry: each is written
    /// once.
    public func targets(of pipelines: [String], at moment: Timestamp) -> Set<String>? {
        hasNotes ? [] : Set(withOmittedPages(pipelines.map { path(of: $0, at: moment) }))
    }

    /// Whether each entry has a file of its own.
    private var hasNotes: Bool { configuration.each == .entry }

    private func withOmittedPages(_ paths: [String]) -> [String] {
        configuration.hasOmittedPages ? paths + paths.map(OmittedPage.path) : paths
    }

    /// A stream for an appended file and for files of one entry, else a page.
    public var layout: DigestLayout { configuration.mode == .append || hasNotes ? .stream : .page }

    /// In order, except for files of one entry: one that cannot be written holds up no other.
    public var sending: SendingRules { SendingRules(isOrdered: !hasNotes) }

    /// Whether digests without entries are written: the option `when_empty`.
    public var wantsEmptyDigests: Bool { configuration.whenEmpty == .write }

    /// Composes one message: of the new entries for an appended file, of all entries of the page for a page. With
    /// `each: entry` composes a message for each entry.
    /// Throws if the file cannot be examined or the digest cannot be rendered.
    public func compose(_ digest: Digest, in context: some ComposeContext) async throws(StageError) -> [ComposedMessage]
    {
        if digest.entries.isEmpty, configuration.whenEmpty == .skip { return [] }
        if hasNotes { return try composeNotes(of: digest, in: context) }
        let path = path(of: digest.pipeline, at: context.now)
        switch configuration.mode {
        case .append: return try await composeAppended(digest, to: path, in: context)
        case .merge, .replace: return try await composePage(digest, at: path, in: context)
        }
    }

    /// Writes the message, or the part of it that an earlier attempt did not write. Throws if that fails.
    public func deliver(_ message: Message) async throws(StageError) -> Receipt {
        let now = services.clock.now
        let folder = PathParts(message.target).folder
        let isFolderOnDisk = writtenPages.contains(folder)
        let receipt = try await services.blocking.run { () throws(StageError) -> Receipt in
            try Self.write(message, now: now, isFolderOnDisk: isFolderOnDisk)
        }
        writtenPages.insert(message.target)
        writtenPages.insert(folder)
        return receipt
    }

    /// Compares the target's content with the message. Throws if it cannot be read or synchronised.
    public func recover(_ message: Message) async throws(StageError) -> Recovery {
        let now = services.clock.now
        var message = message
        message.attempts = max(message.attempts, 1)
        let recovery = try await services.blocking.run { [message] () throws(StageError) -> Recovery in
            guard try FileTarget(path: message.target).holds(message, now: now) else { return .notDelivered }
            // The same bytes are written again, so that they are certainly on the disk.
            return .delivered(try Self.write(message, now: now))
        }
        if case .delivered = recovery { writtenPages.insert(message.target) }
        return recovery
    }

    private static func write(
        _ message: Message, now: Timestamp, isFolderOnDisk: Bool = false
    ) throws(StageError) -> Receipt {
        let target = FileTarget(path: message.target)
        switch message.mode {
        case .append: return try target.append(message)
        case .replace where message.base?.isNote == true:
            return try target.create(message, isFolderOnDisk: isFolderOnDisk)
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
        let memo = try await context.memo(of: path)
        // A user who removes the file wants a new page.
        let isPresent = try FileTarget(path: path).isPresent()
        let isGone = memo != nil && !isPresent
        let known = memo.flatMap(TargetState.init)
        let isJoined = !isGone && joins(known, at: path)
        let new = digest.entries
        let newKeys = Set(new.map(\.key))
        let held = isJoined ? try await context.entries(heldBy: path).filter { !newKeys.contains($0.key) } : []
        let all = Array((held + new).suffix(configuration.maxEntries))
        var tally = isJoined ? try await context.tally(heldBy: path) : nil
        if let added = digest.tally {
            tally?.add(added)
            tally = tally ?? added
        }
        var page = context.digest(digest, of: all)
        page.tally = tally?.showing(all.count)
        page.links.previous = try await previous(before: path, in: context)
        let omitted = try await omittedPage(of: &page, tally: tally, at: path, in: context)
        var message = ComposedMessage(
            target: path, mode: .replace, payload: try context.format.render(page), entries: new.map(\.key),
            retained: all.map(\.key))
        message.tally = tally
        if configuration.mode == .replace {
            var base = known ?? .nothing
            base.edition = TargetState.Edition(
                isPart: context.moreWait, replacesGathered: known != nil && known?.edition == nil && isPresent)
            message.memo = base.memo
        }
        return [message] + omitted
    }

    /// Whether the new entries join those of the page.
    ///
    /// With `mode: replace` they do so only where the page would else be gone before anybody could read it: if it is
    /// the first part of the same delivery, or was written in this run, after a sink that had failed.
    private func joins(_ known: TargetState?, at path: String) -> Bool {
        guard configuration.mode == .replace else { return true }
        guard let edition = known?.edition else { return false }
        return edition.isPart || writtenPages.contains(path)
    }

    private func path(of pipeline: String, at moment: Timestamp) -> String {
        absolute(configuration.path.path(at: moment, in: services.zone, pipeline: pipeline))
    }

    /// The absolute path, without `.` and empty parts.
    func absolute(_ path: String) -> String { absolutePath(services.resolve(path: path)) }
}
