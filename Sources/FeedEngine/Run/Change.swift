package import FeedConfiguration
package import FeedModel
package import FeedStages
package import FeedState

extension RunReport {
    /// A change that needs attention, or a recovery: its kind, its subject, and the facts that its sentence needs.
    ///
    /// The state keeps it as JSON, keyed by member names, until it has been reported. New members must be optional.
    package struct Change: Sendable, Hashable, Codable {
        /// The change's kind.
        package var kind: Kind
        /// The configured name of the source that the change concerns, or nil.
        package var source: String?
        /// The configured name of the sink that the change concerns, or nil.
        package var sink: String?
        /// The name of the pipeline that the change concerns, or nil.
        package var pipeline: String?
        /// What went wrong, or nil.
        package var error: StageError?
        /// When the reported state began, or nil.
        package var since: Timestamp?
        /// How many entries the change concerns, or nil.
        package var entries: Int?
        /// How many messages or sources the change concerns, or nil.
        package var count: Int?
        /// How long the reported state lasted, or the limit that was reached; nil if it has no duration.
        package var span: Duration?
        /// The address or the site of the feed now, or nil.
        package var address: String?
        /// Where the configuration gives the old address, or nil.
        package var option: Place?
        /// Path of a file, or key of a document within a source; nil if neither is concerned.
        package var path: String?
        /// Whether a recovered source or sink had worked before it failed; nil for other kinds.
        package var hadWorked: Bool?
        /// How a source fails, or nil.
        package var failing: Failing?
        /// How long a source has brought nothing new, or nil.
        package var silence: Silence?
        /// Which entries may have been missed, or nil.
        package var missed: MissedEntries?
        /// The fields that new entries lack, or nil.
        package var goneFields: [GoneField]?
        /// The JSON of a change that another version of this program kept and this one cannot read, or nil.
        package var unread: String?

        /// Whether the change was reported to the user before.
        package var isReminder: Bool { failing?.isReminder ?? missed?.isReminder ?? false }
        /// How severe the change is.
        package var level: Kind.Level { unread == nil ? kind.level : .warning }
        /// Whether the change makes the exit status 1.
        package var needsAttention: Bool { kind.needsAttention && !isReminder && unread == nil }
        /// Whether the change is that this machine is offline.
        package var isOffline: Bool { kind == .offline }
    }

    /// The facts about a failing source that the user reads.
    package struct Failing: Sendable, Hashable, Codable {
        /// Failures in a row.
        package var failures: Int
        /// Whether the source was ever loaded successfully.
        package var hasEverWorked: Bool
        /// `failing`, `throttled`, `blocked` or `dead`.
        package var state = HealthState.failing
        /// Whether an earlier run reported this failure of the source to the user.
        package var isReminder = false
        /// Whether the source's failure was reported before, but for another reason.
        package var isOtherCause = false
        /// For how long the source is not fetched now, or nil.
        package var wait: Duration?
    }
}

// MARK: what each kind tells

extension RunReport.Change {
    package static func sourceFailing(
        _ name: String, _ error: StageError, since: Timestamp, _ failing: RunReport.Failing
    ) -> Self { Self(kind: .sourceFailing, source: name, error: error, since: since, failing: failing) }

    package static func sourceSilent(_ name: String, _ silence: Silence) -> Self {
        Self(kind: .sourceSilent, source: name, since: silence.since, silence: silence)
    }

    package static func sourceMissed(_ name: String, _ missed: MissedEntries) -> Self {
        Self(kind: .sourceMissed, source: name, missed: missed)
    }

    package static func documentFailing(_ name: String, key: String, _ error: StageError) -> Self {
        Self(kind: .documentFailing, source: name, error: error, path: key)
    }

    package static func sourceRecovered(_ name: String) -> Self {
        Self(kind: .sourceRecovered, source: name, hadWorked: true)
    }

    package static func sourceWorks(_ name: String) -> Self {
        Self(kind: .sourceRecovered, source: name, hadWorked: false)
    }

    package static func sourceMoved(_ name: String, to address: String, option: Place?) -> Self {
        Self(kind: .sourceMoved, source: name, address: address, option: option)
    }

    package static func sourceBack(_ name: String, at address: String) -> Self {
        Self(kind: .sourceBack, source: name, address: address)
    }

    package static func sourceGone(_ name: String, _ error: StageError) -> Self {
        Self(kind: .sourceGone, source: name, error: error)
    }

    package static func sourceFlooded(_ name: String, entries: Int) -> Self {
        Self(kind: .sourceFlooded, source: name, entries: entries)
    }

    package static func sourceElsewhere(_ name: String, entries: Int, at site: String) -> Self {
        Self(kind: .sourceElsewhere, source: name, entries: entries, address: site)
    }

    package static func sourceChangedGuids(_ name: String, entries: Int) -> Self {
        Self(kind: .sourceChangedGuids, source: name, entries: entries)
    }

    package static func sourceFieldsGone(_ name: String, _ fields: [GoneField]) -> Self {
        Self(kind: .sourceFieldsGone, source: name, since: fields.map(\.since).min(), goneFields: fields)
    }

    package static func offline(_ error: StageError, since: Timestamp) -> Self {
        Self(kind: .offline, error: error, since: since)
    }

    package static func online(after span: Duration) -> Self { Self(kind: .online, span: span) }

    package static func outOfTime(_ limit: Duration, unreached: Int) -> Self {
        Self(kind: .outOfTime, count: unreached, span: limit)
    }

    package static func pipelineFailing(_ name: String, _ error: StageError, since: Timestamp) -> Self {
        Self(kind: .pipelineFailing, pipeline: name, error: error, since: since)
    }

    package static func pipelineRecovered(_ name: String) -> Self { Self(kind: .pipelineRecovered, pipeline: name) }

    package static func sinkFailing(_ name: String, _ error: StageError, waiting: Int) -> Self {
        Self(kind: .sinkFailing, sink: name, error: error, entries: waiting)
    }

    package static func sinkWaiting(_ name: String, since: Timestamp, waiting: Int) -> Self {
        Self(kind: .sinkWaiting, sink: name, since: since, entries: waiting)
    }

    package static func sinkRecovered(_ name: String) -> Self {
        Self(kind: .sinkRecovered, sink: name, hadWorked: true)
    }

    package static func sinkWorks(_ name: String) -> Self { Self(kind: .sinkRecovered, sink: name, hadWorked: false) }

    package static func givenUp(_ sink: String, _ error: StageError, entries: Int) -> Self {
        Self(kind: .givenUp, sink: sink, error: error, entries: entries)
    }

    package static func leftoverForgotten(_ leftover: Leftover) -> Self {
        Self(kind: .leftoverForgotten, sink: leftover.sink, pipeline: leftover.pipeline, entries: leftover.entries)
    }

    package static func givenUpExported(_ export: GivenUpExport) -> Self {
        Self(kind: .givenUpExported, sink: export.sink, count: export.messages, path: export.path)
    }

    package static func warning(_ error: StageError) -> Self { Self(kind: .warning, error: error) }

    package static func unreadable(kind: String, fact: String) -> Self {
        Self(kind: Kind(rawValue: kind), unread: fact)
    }
}
