package import FeedConfiguration
package import FeedModel
package import FeedStages
package import FeedState

/// A configuration that was read without an error. All options are decoded, and nothing is opened yet.
package struct Plan: Sendable {
    /// The settings of the whole run.
    package var settings: Settings
    /// Enabled and disabled sources, in the file's order.
    package var sources: [PlannedSource]
    /// Sinks, in the file's order.
    package var sinks: [PlannedSink]
    /// Pipelines, in the file's order.
    package var pipelines: [PlannedPipeline]
    /// Every secret of the configuration, to be masked in records.
    package var secrets: [Secret]
    /// The files that the run and its sinks use. Nothing else may write them.
    package var usedFiles = UsedFiles()
    /// What the configuration means for all machines that share its state (`ConfigurationDigest`); empty for a state of
    /// one machine.
    package var sharedDigest: [UInt8] = []
    /// The files that a run reads or starts because the configuration names them.
    package var namedFiles: [NamedFile] = []
}

/// `settings:` of the configuration.
package struct Settings: Sendable {
    /// The configuration's path as the user gave it.
    package var configPath: String
    /// The folder against which relative paths are resolved.
    package var directory: String
    /// Where the state is, resolved.
    package var state: StateAddress
    /// `timezone`.
    package var zone: Zone
    /// Whether the configuration sets the zone. If not, it is the system's zone.
    package var isZoneConfigured = false
    /// `locale`.
    package var locale: DigestLocale
    /// `network.allow`: CIDR ranges with optional ports, as written and checked.
    package var allowedNetworks: [String]
    /// `network.allow_redirects`: whether redirects from the public network may lead to these ranges, too.
    package var allowsRedirectsInside = false
    /// The proxy variables of the environment and of `env_file`.
    package var proxyVariables: [String: String] = [:]
    /// The most transfers at the same time.
    package var concurrency: Int
    /// How long a run collects at most. After that it delivers what it has.
    package var maxRun = Duration.seconds(600)
    /// `files_on`: the machine or worker that delivers to files, where several share a state; nil: none.
    package var filesOn: String?
    /// The addresses of `settings.heartbeat`, or nil.
    package var heartbeat: Heartbeat?
}

/// A source of the configuration.
package struct PlannedSource: Sendable {
    /// A source with the parser that reads its documents.
    package struct Stages: Sendable {
        /// Fetches documents.
        package var source: any Source
        /// Parses the documents.
        package var parser: any Parser
    }

    /// The configured name.
    package var name: String
    /// The plugin's type.
    package var type: String
    /// `title:`, or nil.
    package var title: String?
    /// Where the source is in the file.
    package var place: Place
    /// How often the source is fetched.
    package var refresh: Refresh
    /// How many entries of the source's first fetch count as new.
    package var firstRun: FirstRun
    /// Limits, headers and pauses of the source's requests.
    package var policy: HTTPPolicy {
        get { sharedPolicy.policy }
        set { sharedPolicy = SharedPolicy(newValue) }
    }
    private var sharedPolicy: SharedPolicy
    /// The most entries of a document; the newest are kept.
    package var maxEntries: Int
    /// Whether the source is fetched at all.
    package var isEnabled: Bool
    /// How the source's entries are identified.
    package var identity = IdentityChoice.auto
    /// Whether old entries that suddenly appear as new are held.
    package var hasFloodGuard = true
    /// Whether the source is itself a selection, such as hot entries (`Source.isSelection`).
    package var isSelection = false
    /// The secrets that the source's requests may contain, including those of `defaults:`.
    package var secrets: [Secret] = []
    /// Where the source's address is in the file, or nil if it has none.
    package var addressPlace: Place?
    /// The missing value that prevents its fetch, or nil.
    package var unavailable: PlannedUnavailability?
    /// Whether the source's canonical request is known. If not, its feed is found by the source's name.
    package var knowsRequest = true
    /// The address of the feed that it reads, for lists of feeds; nil if it reads something else, or if its address is
    /// secret or may hold a secret.
    package var feedAddress: String?
    /// Makes its stages.
    package var make: @Sendable (Services) throws(StageError) -> Stages

    /// Makes an ordinary source.
    package init(
        name: String, type: String, title: String?, place: Place, refresh: Refresh, firstRun: FirstRun,
        policy: HTTPPolicy, maxEntries: Int, isEnabled: Bool,
        make: @escaping @Sendable (Services) throws(StageError) -> Stages
    ) {
        (self.name, self.type, self.title, self.place) = (name, type, title, place)
        (self.refresh, self.firstRun, self.maxEntries) = (refresh, firstRun, maxEntries)
        sharedPolicy = SharedPolicy(policy)
        self.isEnabled = isEnabled
        self.make = make
    }

    /// Uses the memory of another source's policy, if it has the same one. Most sources of a file do.
    mutating func sharePolicy(with other: PlannedSource?) {
        if let other, other.policy == policy { sharedPolicy = other.sharedPolicy }
    }

    /// A policy that many sources have in common: it is large, and a plan may have 100,000 sources.
    private final class SharedPolicy: Sendable {
        let policy: HTTPPolicy

        init(_ policy: HTTPPolicy) { self.policy = policy }
    }
}

/// How often a source is fetched.
package enum Refresh: Sendable, Hashable {
    /// In each run.
    case everyRun
    /// At most once in this interval.
    case every(Duration)
    /// As often as its publishing rate and its server's answers suggest.
    case automatic
}

/// Which entries count as new when a source is fetched for the first time, or when a pipeline or a sink is new.
package enum FirstRun: Sendable, Hashable {
    /// Everything.
    case all
    /// Nothing.
    case none
    /// So many of the newest entries.
    case newest(Int)

    /// The most entries that count as new; `Int.max` for `all`.
    package var limit: Int {
        switch self {
        case .all: .max
        case .none: 0
        case .newest(let count): count
        }
    }
}

/// A sink of the configuration.
package struct PlannedSink: Sendable {
    /// The configured name.
    package var name: String
    /// The plugin's type.
    package var type: String
    /// Where the sink is in the file.
    package var place: Place
    /// What stays the same when the sink gets another name (`SinkIdentity`).
    package var identities: [String] = []
    /// Limits, headers and pauses of the sink's requests.
    package var policy: HTTPPolicy
    /// Makes the sink.
    package var make: @Sendable (Services) throws(StageError) -> any Sink
    /// Makes its format.
    package var makeFormat: @Sendable (Services) throws(StageError) -> any DigestFormat
    /// The missing value that prevents its deliveries, or nil.
    package var unavailable: PlannedUnavailability?
}

/// A pipeline of the configuration.
package struct PlannedPipeline: Sendable {
    /// The configured name.
    package var name: String
    /// Title of the pipeline's digests: the configured one, or else the name.
    package var title: String
    /// Where the pipeline is in the file.
    package var place: Place
    /// When the pipeline delivers, or nil if it delivers in each run.
    package var schedule: Schedule?
    /// Names of the pipeline's sources in order: globs are expanded, duplicates and disabled sources are left out.
    package var sources: [String]
    /// The pipeline's filters in order; named chains are expanded.
    package var filters: [PlannedFilter]
    /// How the pipeline's digests are divided into sections.
    package var groupBy: GroupBy
    /// Names of the pipeline's sinks.
    package var sinks: [String]
    /// The missing value that prevents its decisions, or nil.
    package var unavailable: PlannedUnavailability?
}

/// A filter of a pipeline.
package struct PlannedFilter: Sendable {
    /// Type and number: `hold_until#1` is the first of its type. Filters of other types do not change it.
    package var name: String
    /// Where the filter is in the file.
    package var place: Place
    /// The age at first sight above which the filter drops an entry; nil if it drops none for its age.
    package var greatestAge: Duration?
    /// The types of filters that belong behind the filter.
    package var precedes: Set<String> = []
    /// Makes the filter.
    package var make: @Sendable (Services) throws(StageError) -> any Filter

    /// The type: the name without its number.
    var type: String { name.utf8.firstIndex(of: UInt8(ascii: "#")).map { String(name[..<$0]) } ?? name }
}

/// How a digest is divided into sections.
package enum GroupBy: String, Sendable, Hashable, CaseIterable {
    case source, day, tag, story, none
}
