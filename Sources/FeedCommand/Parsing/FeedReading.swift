import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedSystem
import FeedTransport
import Glibc

/// Reads single documents with one parser, outside any run.
struct FeedReading: Sendable {
    /// The document to read, and the facts that a response would have given about it.
    struct Job: Sendable {
        /// A path, an address, or `-`.
        var document: String
        var baseURL: String?
        var contentType: String?
    }

    /// The longest document in bytes.
    private static let limit = 512 << 20

    private let context: CommandContext
    private let described: StageDescription<any Parser>
    private let services: Services
    private let parser: any Parser

    /// Makes a reader. Throws with status 64 if there is no such parser, and with 70 if the parser cannot be made.
    ///
    /// If there is a configuration without errors, its time zone and network settings apply.
    init(_ context: CommandContext, _ common: CommonOptions, parser name: String) async throws(CommandFailure) {
        guard let described = Self.parser(name, of: context.registry) else {
            let known = Set(context.registry.parsers.keys).union(context.registry.sources.keys).sorted()
            throw KnownName.failure(name, among: known, .parser, context.localized)
        }
        self.context = context
        self.described = described
        let settings = await PlanLoading(context, common).read(for: .check).plan?.settings
        services = DependencyFactory(context, common).services(for: settings, zone: await context.systemZone())
        do throws(StageError) {
            parser = try Self.parser(described, of: [], services)
        } catch {
            throw CommandFailure(.internalError, "kawaraban: \(context.catalogue.what(error))")
        }
    }

    /// Returns the parser as a configuration with these options would make it.
    private static func parser(
        _ described: StageDescription<any Parser>, of options: [Proposal.Option], _ services: Services
    ) throws(StageError) -> any Parser {
        let yaml = options.map { "\($0.key): \($0.value)\n" }.joined()
        let nowhere = Place(file: "", line: 1, column: 1)
        let section = ConfigSection(
            YAMLReader.read(Array(yaml.utf8), file: "", into: Diagnostics()) ?? Node(.map([]), at: nowhere),
            path: described.type, diagnostics: Diagnostics())
        return try described.configure(section)(services)
    }

    /// The parser, if it can propose how to read a document.
    var proposing: (any Proposing)? { parser as? any Proposing }

    /// Returns the feed that a document gives with a proposal's options.
    func feed(of document: Document, as proposal: Proposal) throws(StageError) -> Feed {
        var feed = try Self.parser(described, of: proposal.options, services).parse(document)
        feed.removeUserInfo()
        return feed
    }

    /// Returns the parser with this name; else the parser of the source with this name, which is `auto` if the source has
    /// none of its own; else nil.
    private static func parser(_ name: String, of registry: PluginRegistry) -> StageDescription<any Parser>? {
        registry.parser(named: name) ?? (registry.sources[name] == nil ? nil : registry.parsers["auto"])
    }

    /// Returns the feed at a path, at an address or on standard input.
    func feed(of job: Job) async throws(StageError) -> Feed {
        let document = try await document(of: job)
        return try await context.blocking.run { () throws(StageError) in try parsed(document) }
    }

    /// Returns the document at a path, at an address or on standard input.
    func document(of job: Job) async throws(StageError) -> Document {
        guard !Address.isHTTP(job.document) else { return try await fetched(job) }
        return try await context.blocking.run { () throws(StageError) in try Self.document(ofFile: job) }
    }

    /// Returns the feed at a path or on standard input. Blocks.
    func feed(ofFile job: Job) throws(StageError) -> Feed { try parsed(Self.document(ofFile: job)) }

    private static func document(ofFile job: Job) throws(StageError) -> Document {
        Document(
            key: DocumentKey(rawValue: job.document), bytes: try read(job.document),
            contentType: job.contentType, url: job.baseURL, fetchedAt: SystemClock().now)
    }

    /// Returns the parsed feed without user names and passwords in addresses, as a run keeps it.
    private func parsed(_ document: Document) throws(StageError) -> Feed {
        var feed = try parser.parse(document)
        feed.removeUserInfo()
        return feed
    }

    /// Returns whether a path looks like an address: no file name begins with `ftp://`.
    private static func isAddress(_ path: String) -> Bool {
        guard let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")), path.utf8[colon...].starts(with: "://".utf8)
        else { return false }
        return path.utf8[..<colon].allSatisfy { $0 | 0x20 &- 0x61 < 26 }
    }

    private func fetched(_ job: Job) async throws(StageError) -> Document {
        let response = try await services.transport.logged(by: services.logger).send(HTTPRequest(url: job.document))
        if let failure = response.failure(of: job.document) { throw failure }
        var document = Document(response)
        if let contentType = job.contentType { document.contentType = contentType }
        if let baseURL = job.baseURL { document.url = baseURL }
        return document
    }

    private static func read(_ path: String) throws(StageError) -> [UInt8] {
        if Self.isAddress(path) { throw StageError(.badAddress, subject: path) }
        let outcome =
            path == "-"
            ? SmallFile.readAll(STDIN_FILENO, sizeHint: 0, limit: limit)
            : SmallFile.read(path, limit: limit, allowsPipe: true, longestSilence: -1).map(\.bytes)
        switch outcome {
        case .success(let bytes): return bytes
        case .failure(let failure): throw .reading(failure, path: path)
        }
    }
}
