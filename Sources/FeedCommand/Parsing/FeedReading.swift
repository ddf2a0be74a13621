import FeedConfiguration
import FeedEngine
import FeedModel
import FeedRendering
import FeedStages
import FeedSystem
import FeedTransport
import Glibc

/// Reads single documents with one parser, outside any run.
struct FeedReading: Sendable {
    /// What to read, and as what a transport would have handed it over.
    struct Job: Sendable {
        /// A path, an address, or `-`.
        var document: String
        var baseURL: String?
        var contentType: String?
    }

    /// Bytes of a document.
    private static let limit = 512 << 20

    private let context: CommandContext
    private let common: CommonOptions
    private let parser: any Parser

    /// Makes a reader; 64 if there is no such parser.
    init(_ context: CommandContext, _ common: CommonOptions, parser name: String) throws(CommandFailure) {
        guard let described = Self.parser(name, of: context.registry) else {
            let known = Set(context.registry.parsers.keys).union(context.registry.sources.keys).sorted()
            throw CommandFailure(
                .usage,
                "kawaraban: no parser is called \"\(VisibleText.line(name))\"; there are: "
                    + known.joined(separator: ", "))
        }
        self.context = context
        self.common = common
        do throws(StageError) {
            let nowhere = Place(file: "", line: 1, column: 1)
            let section = ConfigSection(
                Node(.map([]), at: nowhere), path: described.type, diagnostics: Diagnostics())
            parser = try described.configure(section)(DoorOpening(context, common).services(for: nil))
        } catch {
            throw CommandFailure(.internalError, "kawaraban: \(Catalogue.english.what(error))")
        }
    }

    /// A parser by its own name or by that of a source, which may leave it to the bytes.
    private static func parser(_ name: String, of registry: PluginRegistry) -> StageDescription<any Parser>? {
        registry.parser(named: name) ?? (registry.sources[name] == nil ? nil : registry.parsers["auto"])
    }

    /// The feed at a path, at an address or on standard input.
    func feed(of job: Job) async throws(StageError) -> Feed {
        guard Address.isHTTP(job.document) else {
            return try await context.blocking.run { () throws(StageError) in try feed(ofFile: job) }
        }
        let document = try await fetched(job)
        return try await context.blocking.run { () throws(StageError) in try parsed(document) }
    }

    /// The feed at a path or on standard input. Blocks.
    func feed(ofFile job: Job) throws(StageError) -> Feed {
        try parsed(
            Document(
                key: DocumentKey(rawValue: job.document), bytes: try Self.read(job.document),
                contentType: job.contentType, url: job.baseURL, fetchedAt: SystemClock().now))
    }

    /// The feed as a run would keep it.
    private func parsed(_ document: Document) throws(StageError) -> Feed {
        var feed = try parser.parse(document)
        feed.removeUserInfo()
        return feed
    }

    /// Whether a path was meant as an address: no file's name begins with `ftp://`.
    private static func isAddress(_ path: String) -> Bool {
        guard let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")), path.utf8[colon...].starts(with: "://".utf8)
        else { return false }
        return path.utf8[..<colon].allSatisfy { $0 | 0x20 &- 0x61 < 26 }
    }

    private func fetched(_ job: Job) async throws(StageError) -> Document {
        // What the configuration allows to be reached counts here, too, if there is one without mistakes.
        let plan = await PlanLoading(context, common).read(for: .check).plan
        let transport = DoorOpening(context, common).network(for: plan?.settings)
        let response = try await transport.send(HTTPRequest(url: job.document))
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
