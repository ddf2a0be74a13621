import FeedMessages
import FeedModel
package import FeedStages

/// Histories of entries.
extension StateDatabase {
    package func histories(of ids: [EntryID]) throws(StageError) -> [EntryHistory] {
        var histories: [EntryHistory] = []
        for id in ids { if let history = try history(of: id) { histories.append(history) } }
        return histories
    }

    /// The history of an entry, or nil for an unknown id. Scans all messages.
    func history(of id: EntryID) throws(StageError) -> EntryHistory? {
        try reading { () throws(StageError) -> EntryHistory? in
            guard let entry = try entries([id], withBodies: false).first else { return nil }
            let messages = try messages(with: id)
            var pipelines: [EntryHistory.InPipeline] = []
            for verdict in try verdicts(on: id) {
                pipelines.append(try inPipeline(verdict, id, messages.filter { $0.pipeline == verdict.pipeline }))
            }
            return EntryHistory(entry: entry, pipelines: pipelines)
        }
    }

    package func states(of id: EntryID) throws(StageError) -> [String: EntryHistory.InPipeline.State] {
        Dictionary(try verdicts(on: id).map { ($0.name, $0.state) }) { first, _ in first }
    }

    private struct Verdict {
        let pipeline: Int64
        let name: String
        let state: EntryHistory.InPipeline.State
        let filter: String?
        let reason: LocalizedText?
        let until: Timestamp?
        let decidedAt: Timestamp
        let sameAs: EntryID?
        let buzz: Buzz?
        let story: StoryPart?
    }

    private func verdicts(on id: EntryID) throws(StageError) -> [Verdict] {
        // `CROSS JOIN` fixes the order, so that verdicts are found by the primary key: pipeline and entry.
        try connection.all(
            """
            SELECT pipeline.id, name, state, filter, reason, until, decided_at, same_as, buzz, story, story_role
            FROM pipeline CROSS JOIN pipeline_entry
            WHERE pipeline_entry.pipeline = pipeline.id AND entry = ? ORDER BY name
            """, .integer(id.number)
        ) { row throws(StageError) in
            guard let state = EntryState(rawValue: row.integer(2)).map(EntryHistory.InPipeline.State.init) else {
                throw StageError(
                    .stateUnusable, subject: path,
                    phrases: [.found: .message("database.entry_state", ["value": .number(Int(row.integer(2)))])])
            }
            return Verdict(
                pipeline: row.integer(0), name: row.text(1), state: state, filter: row.optionalText(3),
                reason: row.optionalText(4).map { LocalizedText(stored: $0) }, until: row.time(5),
                decidedAt: Timestamp(milliseconds: row.integer(6)),
                sameAs: row.optionalInteger(7).map(EntryID.init(number:)),
                buzz: row.optionalText(8).flatMap(BuzzJSON.decode),
                story: try storyPart(row, from: 9, in: PipelineID(number: row.integer(0))))
        }
    }

    private func inPipeline(
        _ verdict: Verdict, _ id: EntryID, _ messages: [MessageWithEntry]
    ) throws(StageError) -> EntryHistory.InPipeline {
        let holds = try connection.all(
            "SELECT filter, since FROM hold WHERE pipeline = ? AND entry = ?", .integer(verdict.pipeline),
            .integer(id.number)
        ) { ($0.text(0), Timestamp(milliseconds: $0.integer(1))) }
        var sinks: [EntryHistory.AtSink] = []
        if verdict.state == .kept {
            let connected = try connection.all(
                "SELECT sink FROM pipeline_sink WHERE pipeline = ?", .integer(verdict.pipeline)
            ) { $0.text(0) }
            for sink in Set(connected).union(messages.map(\.sink)).sorted() {
                let state = try self.state(of: id, at: sink, verdict.pipeline, messages.filter { $0.sink == sink })
                sinks.append(EntryHistory.AtSink(name: sink, state: state))
            }
        }
        return EntryHistory.InPipeline(
            name: verdict.name, state: verdict.state, filter: verdict.filter, reason: verdict.reason,
            until: verdict.until, buzz: verdict.buzz, decidedAt: verdict.decidedAt,
            holds: Dictionary(holds) { first, _ in first },
            sameAs: verdict.state == .dropped ? verdict.sameAs : nil,
            duplicates: try duplicates(of: id.number, in: PipelineID(number: verdict.pipeline), titles: [:]),
            story: verdict.story, storyMembers: try others(in: verdict.story, than: id, verdict.pipeline),
            sinks: sinks)
    }

    /// The other kept entries of a story, in the order of their numbers.
    private func others(
        in story: StoryPart?, than id: EntryID, _ pipeline: Int64
    ) throws(StageError) -> [EntryID] {
        guard let story = story.flatMap({ EntryID(key: $0.story) }) else { return [] }
        return try connection.all(
            """
            SELECT entry FROM pipeline_entry INDEXED BY pipeline_entry_story
            WHERE pipeline = ? AND story = ? AND entry <> ? ORDER BY entry LIMIT 20
            """, .integer(pipeline), .integer(story.number), .integer(id.number)
        ) { EntryID(number: $0.integer(0)) }
    }

    private func state(
        of id: EntryID, at sink: String, _ pipeline: Int64, _ messages: [MessageWithEntry]
    ) throws(StageError) -> EntryHistory.AtSink.State {
        let since = try connection.first(
            "SELECT since FROM waiting WHERE sink = ? AND pipeline = ? AND entry = ? ORDER BY since LIMIT 1",
            .text(sink),
            .integer(pipeline), .integer(id.number)
        ) { Timestamp(milliseconds: $0.integer(0)) }
        if let since { return .waiting(since: since) }
        // Of several messages, such as after a replay, the last one counts.
        guard let last = messages.last else { return .unknown }
        switch last.state {
        case .open: return .planned(last.history)
        case .delivered: return .delivered(last.history)
        case .givenUp: return .givenUp(last.history)
        case .discarded: return .discarded(last.history)
        // Not reached: the query leaves replaced messages out, and those in their place hold the entry.
        case .replaced: return .unknown
        }
    }

    private struct MessageWithEntry {
        let pipeline: Int64
        let sink: String
        let state: MessageState
        let history: EntryHistory.MessageHistory
    }

    /// The messages that hold an entry, oldest first.
    private func messages(with id: EntryID) throws(StageError) -> [MessageWithEntry] {
        try connection.all(
            """
            SELECT pipeline, sink, state, id, webhook_id, target, created_at, finished_at, attempts, next_at,
                last_reason, entry_count
            FROM message WHERE instr(' ' || entries || ' ', ?) > 0 AND state <> 4 ORDER BY id
            """, .text(" \(id.number) ")
        ) { row throws(StageError) in
            guard let state = MessageState(rawValue: row.integer(2)) else {
                throw StageError(
                    .stateUnusable, subject: path,
                    phrases: [.found: .message("database.message_state", ["value": .number(Int(row.integer(2)))])])
            }
            return MessageWithEntry(
                pipeline: row.integer(0), sink: row.text(1), state: state,
                history: EntryHistory.MessageHistory(
                    number: row.integer(3), id: row.text(4), target: self.path(ofStored: row.text(5)),
                    plannedAt: Timestamp(milliseconds: row.integer(6)), finishedAt: row.time(7), attempts: row.int(8),
                    nextAt: row.time(9), lastReason: row.optionalText(10), entries: row.int(11)))
        }
    }
}

extension EntryHistory.InPipeline.State {
    fileprivate init(_ state: EntryState) {
        self =
            switch state {
            case .waiting: .waiting
            case .held: .held
            case .quarantined: .quarantined
            case .dropped: .dropped
            case .kept: .kept
            }
    }
}
