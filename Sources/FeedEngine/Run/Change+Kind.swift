extension RunReport.Change {
    /// The kind of a change: one word with its level, attention and grouping, a row of the table below. Its text for
    /// people is in the catalogue of FeedCommand.
    package struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        /// The word for programs and for the state. It is never renamed.
        package let rawValue: String
        /// How severe it is.
        package let level: Level
        /// Whether a change makes the exit status 1, unless it is a reminder.
        package let needsAttention: Bool
        /// How several changes of one source are reported.
        package let grouping: Grouping

        /// How severe a change is.
        package enum Level: String, Sendable, Hashable {
            case error, warning, notice
        }

        /// How several changes of one kind and one source are reported.
        package enum Grouping: Sendable, Hashable {
            /// One line for each change.
            case each
            /// One line, made from the first change; it says how many others there are.
            case first
            /// One line, made from the last change, which includes the earlier ones.
            case last
            /// One line with the sum of their entries.
            case sum
        }

        /// Makes the kind of a word. A word that is not in the table below gets the level `warning`.
        package init(rawValue: String) { self = Self.known[rawValue] ?? Kind(rawValue, .warning) }

        private init(_ word: String, _ level: Level, needsAttention: Bool = false, grouping: Grouping = .each) {
            rawValue = word
            self.level = level
            self.needsAttention = needsAttention
            self.grouping = grouping
        }

        private static let known = Dictionary(uniqueKeysWithValues: standard.map { ($0.rawValue, $0) })

        /// A source began to fail, or has never worked.
        package static let sourceFailing = Kind("source_failing", .error, needsAttention: true)
        /// A source responds, but its last new entry is much older than is usual for it.
        package static let sourceSilent = Kind("source_silent", .warning)
        /// A source may have published and removed entries between two fetches.
        package static let sourceMissed = Kind("source_missed", .warning, needsAttention: true)
        /// One document of a source could not be read, for the first time.
        package static let documentFailing = Kind(
            "document_failing", .error, needsAttention: true, grouping: .first)
        /// A source works again after its failure was reported, or works for the first time after failures.
        package static let sourceRecovered = Kind("source_recovered", .notice)
        /// A source's feed has moved and is fetched from its new address. The configuration should name that address.
        package static let sourceMoved = Kind("source_moved", .notice)
        /// A feed that seemed to have moved is at its old address again.
        package static let sourceBack = Kind("source_back", .notice)
        /// A source is gone permanently and is not fetched any more.
        package static let sourceGone = Kind("source_gone", .error, needsAttention: true)
        /// Nearly all entries of a source are new at once, yet have old dates. They are held until the user decides.
        package static let sourceFlooded = Kind("source_flooded", .error, needsAttention: true, grouping: .last)
        /// Redirects lead a source to another site without any known entry. Its entries are held until the user says
        /// whether it is the same feed.
        package static let sourceElsewhere = Kind("source_elsewhere", .error, needsAttention: true)
        /// A source gave its entries other guids. So many were recognised, and none of them is delivered twice.
        package static let sourceChangedGuids = Kind("source_changed_guids", .notice, grouping: .sum)
        /// Nearly all entries of a source had certain fields for a month, and its new entries lack them.
        package static let sourceFieldsGone = Kind("source_fields_gone", .warning)
        /// This machine is offline, so no source is reported as failing. Holds one of the errors that resulted.
        package static let offline = Kind("offline", .warning)
        /// This machine is online again.
        package static let online = Kind("online", .notice)
        /// Sources were not reached within `max_run`, for the first time since a run reached all of them.
        package static let outOfTime = Kind("out_of_time", .error, needsAttention: true)
        /// A pipeline cannot decide about its entries: one of its filters fails, or a value that it needs is missing.
        package static let pipelineFailing = Kind("pipeline_failing", .error, needsAttention: true)
        /// A pipeline works again after its failure was reported.
        package static let pipelineRecovered = Kind("pipeline_recovered", .notice)
        /// A sink fails. A lasting error is reported at once, a passing one after repeated failures.
        package static let sinkFailing = Kind("sink_failing", .error, needsAttention: true)
        /// Entries have waited for a sink for more than 24 h.
        package static let sinkWaiting = Kind("sink_waiting", .error, needsAttention: true)
        /// A sink works again after its failure was reported, or works for the first time after failures.
        package static let sinkRecovered = Kind("sink_recovered", .notice)
        /// Messages were given up.
        package static let givenUp = Kind("given_up", .error, needsAttention: true)
        /// Entries no longer wait for a pipeline, source or sink that was removed from the configuration 30 days ago.
        package static let leftoverForgotten = Kind("leftover_forgotten", .warning, needsAttention: true)
        /// There were too many given-up messages, and the oldest were moved into a file.
        package static let givenUpExported = Kind("given_up_exported", .warning, needsAttention: true)
        /// Another finding that the user should know.
        package static let warning = Kind("warning", .warning)

        /// Every kind of this version.
        package static let standard: [Kind] = [
            sourceFailing, sourceSilent, sourceMissed, documentFailing, sourceRecovered, sourceMoved, sourceBack,
            sourceGone, sourceFlooded, sourceElsewhere, sourceChangedGuids, sourceFieldsGone, offline, online,
            outOfTime, pipelineFailing, pipelineRecovered, sinkFailing, sinkWaiting, sinkRecovered, givenUp,
            leftoverForgotten, givenUpExported, warning,
        ]
    }
}
