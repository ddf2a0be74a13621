public import FeedConfiguration
public import FeedModel
public import FeedStages
public import FeedState

/// A configuration that was read without an error: what a run needs, every option decoded, nothing opened yet.
public struct Plan: Sendable {
    /// What holds for the whole run.
    public var settings: Settings
    /// Enabled and disabled sources, in the file's order.
    public var sources: [PlannedSource]
    /// Sinks, in the file's order.
    public var sinks: [PlannedSink]
    /// Pipelines, in the file's order.
    public var pipelines: [PlannedPipeline]
    /// Every secret of the file, to be masked in records.
    public var secrets: [Secret]
    /// What nothing else may write.
    public var usedFiles = UsedFiles()

    /// Makes a plan.
    public init(
        settings: Settings, sources: [PlannedSource], sinks: [PlannedSink], pipelines: [PlannedPipeline],
        secrets: [Secret]
    ) {
        self.settings = settings
        self.sources = sources
        self.sinks = sinks
        self.pipelines = pipelines
        self.secrets = secrets
    }
}

/// `settings:` of the configuration.
public struct Settings: Sendable {
    /// The configuration's path as the user gave it.
    public var configPath: String
    /// The folder against which relative paths are resolved.
    public var directory: String
    /// Path of the state database, resolved.
    public var statePath: String
    /// `timezone`.
    public var zone: Zone
    /// Whether the configuration says so, or it is the system's.
    public var isZoneConfigured = false
    /// `locale`.
    public var locale: DigestLocale
    /// `network.allow`: CIDR ranges with optional ports, as written and checked.
    public var allowedNetworks: [String]
    /// `network.allow_redirects`: whether these may be reached from the public network's redirects, too.
    public var allowsRedirectsInside = false
    /// Proxies as the environment names them, `env_file` among it.
    public var proxyVariables: [String: String] = [:]
    /// Transfers in flight.
    public var concurrency: Int
    /// After how long a run stops collecting and delivers what it has.
    public var maxRun: Duration
    /// The address of a dead man's switch, or nil.
    public var heartbeat: Heartbeat?

    /// Makes settings.
    public init(
        configPath: String, directory: String, statePath: String, zone: Zone, locale: DigestLocale,
        allowedNetworks: [String], concurrency: Int, maxRun: Duration = .seconds(600)
    ) {
        self.configPath = configPath
        self.directory = directory
        self.statePath = statePath
        self.zone = zone
        self.locale = locale
        self.allowedNetworks = allowedNetworks
        self.concurrency = concurrency
        self.maxRun = maxRun
    }
}

/// A source of the configuration.
public struct PlannedSource: Sendable {
    /// A source with the parser that reads its documents.
    public struct Stages: Sendable {
        /// Fetches.
        public var source: any Source
        /// Reads what was fetched.
        public var parser: any Parser
        /// Makes the pair.
        public init(source: any Source, parser: any Parser) {
            self.source = source
            self.parser = parser
        }
    }

    /// The configured name.
    public var name: String
    /// The plugin's type.
    public var type: String
    /// `title:`, or nil.
    public var title: String?
    /// Where it stands in the file.
    public var place: Place
    /// How often it is asked.
    public var refresh: Refresh
    /// What of it is new at first sight.
    public var firstRun: FirstRun
    /// Limits and politeness for its requests.
    public var policy: HTTPPolicy
    /// Entries a document; the newest are kept.
    public var maxEntries: Int
    /// Whether it is asked at all.
    public var isEnabled: Bool
    /// How its entries are told apart.
    public var identity = IdentityChoice.auto
    /// Whether old articles that come as new are held.
    public var hasFloodGuard = true
    /// The secrets that its requests may hold, those of `defaults:` among them.
    public var secrets: [Secret] = []
    /// Where its address stands in the file, or nil if it has none.
    public var addressPlace: Place?
    /// What keeps it from being asked, or nil.
    public var lack: PlannedLack?
    /// Whether what it asks for is known; else its feed is found by the source's name.
    public var knowsRequest = true
    /// Makes its stages.
    public var make: @Sendable (Services) throws(StageError) -> Stages

    /// Makes a planned source.
    public init(
        name: String, type: String, title: String?, place: Place, refresh: Refresh, firstRun: FirstRun,
        policy: HTTPPolicy, maxEntries: Int, isEnabled: Bool,
        make: @escaping @Sendable (Services) throws(StageError) -> Stages
    ) {
        self.name = name
        self.type = type
        self.title = title
        self.place = place
        self.refresh = refresh
        self.firstRun = firstRun
        self.policy = policy
        self.maxEntries = maxEntries
        self.isEnabled = isEnabled
        self.make = make
    }
}

/// How often a source is asked.
public enum Refresh: Sendable, Hashable {
    /// At each run.
    case everyRun
    /// Not more often than this.
    case every(Duration)
    /// As its own rhythm and what its server says suggest.
    case automatic
}

/// What of a source is new when it (or a pipeline, or a sink) is seen for the first time.
public enum FirstRun: Sendable, Hashable {
    /// Everything.
    case all
    /// Nothing.
    case none
    /// The newest entries.
    case newest(Int)

    /// How many entries that is at most.
    public var limit: Int {
        switch self {
        case .all: .max
        case .none: 0
        case .newest(let count): count
        }
    }
}

/// A sink of the configuration.
public struct PlannedSink: Sendable {
    /// The configured name.
    public var name: String
    /// The plugin's type.
    public var type: String
    /// Where it stands in the file.
    public var place: Place
    /// Limits and politeness for its requests.
    public var policy: HTTPPolicy
    /// Makes the sink.
    public var make: @Sendable (Services) throws(StageError) -> any Sink
    /// Makes its format.
    public var makeFormat: @Sendable (Services) throws(StageError) -> any DigestFormat
    /// What keeps it from delivering, or nil.
    public var lack: PlannedLack?

    /// Makes a planned sink.
    public init(
        name: String, type: String, place: Place, policy: HTTPPolicy,
        make: @escaping @Sendable (Services) throws(StageError) -> any Sink,
        makeFormat: @escaping @Sendable (Services) throws(StageError) -> any DigestFormat
    ) {
        self.name = name
        self.type = type
        self.place = place
        self.policy = policy
        self.make = make
        self.makeFormat = makeFormat
    }
}

/// A pipeline of the configuration.
public struct PlannedPipeline: Sendable {
    /// The configured name.
    public var name: String
    /// Title of its digests; the name if none is configured.
    public var title: String
    /// Where it stands in the file.
    public var place: Place
    /// When it delivers; nil: at each run.
    public var schedule: Schedule?
    /// Names of its sources in order, globs expanded, no name twice, disabled ones left out.
    public var sources: [String]
    /// Its filters in order, named chains expanded.
    public var filters: [PlannedFilter]
    /// How its digests are divided.
    public var groupBy: GroupBy
    /// Names of its sinks.
    public var sinks: [String]
    /// What keeps it from deciding anything, or nil.
    public var lack: PlannedLack?

    /// Makes a planned pipeline.
    public init(
        name: String, title: String, place: Place, schedule: Schedule?, sources: [String], filters: [PlannedFilter],
        groupBy: GroupBy, sinks: [String]
    ) {
        self.name = name
        self.title = title
        self.place = place
        self.schedule = schedule
        self.sources = sources
        self.filters = filters
        self.groupBy = groupBy
        self.sinks = sinks
    }
}

/// A filter of a pipeline.
public struct PlannedFilter: Sendable {
    /// Type and number among those of its type in the pipeline: `hold_until#1`; stays when others come and go.
    public var name: String
    /// Where it stands in the file.
    public var place: Place
    /// Over what age at first sight it drops an entry, or nil: at none.
    public var greatestAge: Duration?
    /// Makes the filter.
    public var make: @Sendable (Services) throws(StageError) -> any Filter

    /// Makes a planned filter.
    public init(
        name: String, place: Place, make: @escaping @Sendable (Services) throws(StageError) -> any Filter
    ) {
        self.name = name
        self.place = place
        self.make = make
    }
}

/// How a digest is divided into sections.
public enum GroupBy: String, Sendable, Hashable, CaseIterable {
    case source, day, tag, none
}
