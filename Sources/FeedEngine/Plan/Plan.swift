package import FeedConfiguration
package import FeedModel
package import FeedStages
package import FeedState

/// A configuration that was read without an error: what a run needs, every option decoded, nothing opened yet.
package struct Plan: Sendable {
    /// What holds for the whole run.
    package var settings: Settings
    /// Enabled and disabled sources, in the file's order.
    package var sources: [PlannedSource]
    /// Sinks, in the file's order.
    package var sinks: [PlannedSink]
    /// Pipelines, in the file's order.
    package var pipelines: [PlannedPipeline]
    /// Every secret of the file, to be masked in records.
    package var secrets: [Secret]
    /// What nothing else may write.
    package var usedFiles = UsedFiles()
}

/// `settings:` of the configuration.
package struct Settings: Sendable {
    /// The configuration's path as the user gave it.
    package var configPath: String
    /// The folder against which relative paths are resolved.
    package var directory: String
    /// Path of the state database, resolved.
    package var statePath: String
    /// `timezone`.
    package var zone: Zone
    /// Whether the configuration says so, or it is the system's.
    package var isZoneConfigured = false
    /// `locale`.
    package var locale: DigestLocale
    /// `network.allow`: CIDR ranges with optional ports, as written and checked.
    package var allowedNetworks: [String]
    /// `network.allow_redirects`: whether these may be reached from the public network's redirects, too.
    package var allowsRedirectsInside = false
    /// Proxies as the environment names them, `env_file` among it.
    package var proxyVariables: [String: String] = [:]
    /// Transfers in flight.
    package var concurrency: Int
    /// After how long a run stops collecting and delivers what it has.
    package var maxRun = Duration.seconds(600)
    /// The address of a dead man's switch, or nil.
    package var heartbeat: Heartbeat?
}

/// A source of the configuration.
package struct PlannedSource: Sendable {
    /// A source with the parser that reads its documents.
    package struct Stages: Sendable {
        /// Fetches.
        package var source: any Source
        /// Reads what was fetched.
        package var parser: any Parser
    }

    /// The configured name.
    package var name: String
    /// The plugin's type.
    package var type: String
    /// `title:`, or nil.
    package var title: String?
    /// Where it stands in the file.
    package var place: Place
    /// How often it is asked.
    package var refresh: Refresh
    /// What of it is new at first sight.
    package var firstRun: FirstRun
    /// Limits and politeness for its requests.
    package var policy: HTTPPolicy
    /// Entries a document; the newest are kept.
    package var maxEntries: Int
    /// Whether it is asked at all.
    package var isEnabled: Bool
    /// How its entries are told apart.
    package var identity = IdentityChoice.auto
    /// Whether old articles that come as new are held.
    package var hasFloodGuard = true
    /// The secrets that its requests may hold, those of `defaults:` among them.
    package var secrets: [Secret] = []
    /// Where its address stands in the file, or nil if it has none.
    package var addressPlace: Place?
    /// What keeps it from being asked, or nil.
    package var unavailable: PlannedUnavailability?
    /// Whether what it asks for is known; else its feed is found by the source's name.
    package var knowsRequest = true
    /// Makes its stages.
    package var make: @Sendable (Services) throws(StageError) -> Stages
}

/// How often a source is asked.
package enum Refresh: Sendable, Hashable {
    /// At each run.
    case everyRun
    /// Not more often than this.
    case every(Duration)
    /// As its own rhythm and what its server says suggest.
    case automatic
}

/// What of a source is new when it (or a pipeline, or a sink) is seen for the first time.
package enum FirstRun: Sendable, Hashable {
    /// Everything.
    case all
    /// Nothing.
    case none
    /// The newest entries.
    case newest(Int)

    /// How many entries that is at most.
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
    /// Where it stands in the file.
    package var place: Place
    /// Limits and politeness for its requests.
    package var policy: HTTPPolicy
    /// Makes the sink.
    package var make: @Sendable (Services) throws(StageError) -> any Sink
    /// Makes its format.
    package var makeFormat: @Sendable (Services) throws(StageError) -> any DigestFormat
    /// What keeps it from delivering, or nil.
    package var unavailable: PlannedUnavailability?
}

/// A pipeline of the configuration.
package struct PlannedPipeline: Sendable {
    /// The configured name.
    package var name: String
    /// Title of its digests; the name if none is configured.
    package var title: String
    /// Where it stands in the file.
    package var place: Place
    /// When it delivers; nil: at each run.
    package var schedule: Schedule?
    /// Names of its sources in order, globs expanded, no name twice, disabled ones left out.
    package var sources: [String]
    /// Its filters in order, named chains expanded.
    package var filters: [PlannedFilter]
    /// How its digests are divided.
    package var groupBy: GroupBy
    /// Names of its sinks.
    package var sinks: [String]
    /// What keeps it from deciding anything, or nil.
    package var unavailable: PlannedUnavailability?
}

/// A filter of a pipeline.
package struct PlannedFilter: Sendable {
    /// Type and number among those of its type in the pipeline: `hold_until#1`; stays when others come and go.
    package var name: String
    /// Where it stands in the file.
    package var place: Place
    /// Over what age at first sight it drops an entry, or nil: at none.
    package var greatestAge: Duration?
    /// Makes the filter.
    package var make: @Sendable (Services) throws(StageError) -> any Filter
}

/// How a digest is divided into sections.
package enum GroupBy: String, Sendable, Hashable, CaseIterable {
    case source, day, tag, none
}
