extension RunReport.Change {
    /// What a change is, in one word, with what follows from that: a row of the table below. Its words for people stand
    /// in the catalogue of FeedCommand.
    package struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        /// The word, for programs and for the state: never renamed.
        package let rawValue: String
        /// How bad it is.
        package let level: Level
        /// Whether it makes the exit status 1, unless it is a reminder.
        package let needsAttention: Bool
        /// How several of one source are told.
        package let grouping: Grouping

        /// How bad something is.
        package enum Level: String, Sendable, Hashable {
            case error, warning, notice
        }

        /// How several changes of one kind and one source are told.
        package enum Grouping: Sendable, Hashable {
            /// A line each.
            case each
            /// One line, in the words of the first, which says how many others there are.
            case first
            /// One line, in the words of the last, which has all of it.
            case last
            /// One line, with the entries of all.
            case sum
        }

        /// The kind of a word; one that is not of the table below is a warning.
        package init(rawValue: String) { self = Self.known[rawValue] ?? Kind(rawValue, .warning) }

        private init(_ word: String, _ level: Level, needsAttention: Bool = false, grouping: Grouping = .each) {
            rawValue = word
            self.level = level
            self.needsAttention = needsAttention
            self.grouping = grouping
        }

        private static let known = Dictionary(uniqueKeysWithValues: standard.map { ($0.rawValue, $0) })

        /// A source turned failing, or has never worked.
        package static let sourceFailing = Kind("source_failing", .error, needsAttention: true)
        /// A source answers, but has brought nothing new for far longer than it used to.
        package static let sourceSilent = Kind("source_silent", .warning)
        /// Entries of a source may have come and gone between two fetches.
        package static let sourceMissed = Kind("source_missed", .warning, needsAttention: true)
        /// One document of a source could not be read, for the first time.
        package static let documentFailing = Kind(
            "document_failing", .error, needsAttention: true, grouping: .first)
        /// A source that was told to be failing works again; or works, and had never worked before.
        package static let sourceRecovered = Kind("source_recovered", .notice)
        /// A source's feed lives elsewhere: from now on it is asked there, and the configuration should say so.
        package static let sourceMoved = Kind("source_moved", .notice)
        /// A feed that was believed to have moved is where it was again.
        package static let sourceBack = Kind("source_back", .notice)
        /// A source is gone for good and is not asked any more.
        package static let sourceGone = Kind("source_gone", .error, needsAttention: true)
        /// A source's entries are nearly all new at once, though old; they are kept back until the user says what to
        /// do.
        package static let sourceFlooded = Kind("source_flooded", .error, needsAttention: true, grouping: .last)
        /// Redirects lead a source to another site, with nothing that was known; its entries are kept back until the
        /// user says whether that is the feed.
        package static let sourceElsewhere = Kind("source_elsewhere", .error, needsAttention: true)
        /// A source gave its entries other guids; so many were known again, and nothing of them is delivered twice.
        package static let sourceChangedGuids = Kind("source_changed_guids", .notice, grouping: .sum)
        /// Nearly all entries of a source had some fields for a month, and its new ones have them no more.
        package static let sourceFieldsGone = Kind("source_fields_gone", .warning)
        /// This machine is offline, and no source is blamed; with an error of those that followed.
        package static let offline = Kind("offline", .warning)
        /// This machine is online again.
        package static let online = Kind("online", .notice)
        /// Sources were not reached within `max_run`, for the first time since all were.
        package static let outOfTime = Kind("out_of_time", .error, needsAttention: true)
        /// A pipeline can decide nothing: one of its filters fails, or something is lacking for it.
        package static let pipelineFailing = Kind("pipeline_failing", .error, needsAttention: true)
        /// A pipeline that was told to be failing works again.
        package static let pipelineRecovered = Kind("pipeline_recovered", .notice)
        /// A sink fails: at once if that does not pass by itself, else again and again.
        package static let sinkFailing = Kind("sink_failing", .error, needsAttention: true)
        /// A sink has waited for more than 24 h.
        package static let sinkWaiting = Kind("sink_waiting", .error, needsAttention: true)
        /// A sink that was told to be failing works again; or works, and had never worked before.
        package static let sinkRecovered = Kind("sink_recovered", .notice)
        /// Messages were given up.
        package static let givenUp = Kind("given_up", .error, needsAttention: true)
        /// What had waited for something that left the configuration 30 days ago waits no more.
        package static let leftoverForgotten = Kind("leftover_forgotten", .warning, needsAttention: true)
        /// The oldest of too many given-up messages were moved into a file.
        package static let givenUpExported = Kind("given_up_exported", .warning, needsAttention: true)
        /// Something else the user should know.
        package static let warning = Kind("warning", .warning)

        /// The whole table.
        package static let standard: [Kind] = [
            sourceFailing, sourceSilent, sourceMissed, documentFailing, sourceRecovered, sourceMoved, sourceBack,
            sourceGone, sourceFlooded, sourceElsewhere, sourceChangedGuids, sourceFieldsGone, offline, online,
            outOfTime, pipelineFailing, pipelineRecovered, sinkFailing, sinkWaiting, sinkRecovered, givenUp,
            leftoverForgotten, givenUpExported, warning,
        ]
    }
}
