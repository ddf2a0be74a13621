package import FeedModel
package import FeedStages

/// A story of which a pipeline kept entries.
package struct RecentStory: Sendable {
    /// The pipeline's name.
    package let pipeline: String
    /// The entry that began the story.
    package let head: EntryID
    /// The kept entries, in the order in which they were kept.
    package let members: [Member]

    /// An entry of a story.
    package struct Member: Sendable {
        /// The entry's number.
        package let id: EntryID
        /// The configured name of the entry's source.
        package let source: String
        /// The entry, without its body.
        package let entry: Entry
        /// What the entry is in its story.
        package let role: StoryPart.Role
        /// When the pipeline kept the entry.
        package let keptAt: Timestamp
    }
}

/// Stories: what `stories` compares with, and the part of an entry in its story.
extension StateDatabase {
    package func storyHistory(
        of pipeline: PipelineID, since start: Timestamp, now: Timestamp, names: [FeedKey: String],
        waiting: Set<FeedKey>
    ) throws(StageError) -> StoryHistory {
        try reading { () throws(StageError) in
            let (stories, feeds) = try keptStories(of: pipeline, since: start, names: names)
            // Sources without an entry that is compared now would only cost time.
            let compared = names.filter { waiting.contains($0.key) || feeds.contains($0.key) }
            return StoryHistory(stories: stories, titles: try titles(of: compared, since: now - Self.titleAge))
        }
    }

    package func recentStories(
        of name: String?, entries least: Int, since start: Timestamp, limit: Int
    ) throws(StageError) -> [RecentStory] {
        try reading { () throws(StageError) in
            let heads = try connection.all(
                """
                SELECT pipeline.id, pipeline.name, story, max(decided_at) AS latest
                FROM pipeline CROSS JOIN pipeline_entry INDEXED BY pipeline_entry_story
                WHERE pipeline_entry.pipeline = pipeline.id AND story IS NOT NULL
                    AND (?1 IS NULL OR pipeline.name = ?1)
                GROUP BY pipeline.id, story HAVING max(decided_at) >= ?2 AND count(*) >= ?3
                ORDER BY latest DESC, story DESC, pipeline.id LIMIT ?4
                """, .text(orNull: name), .time(start), .int(least), .int(limit)
            ) { (pipeline: $0.integer(0), name: $0.text(1), story: $0.integer(2)) }
            var stories: [RecentStory] = []
            for head in heads {
                let members = try members(of: head.story, in: head.pipeline)
                guard !members.isEmpty else { continue }
                stories.append(
                    RecentStory(pipeline: head.name, head: EntryID(number: head.story), members: members))
            }
            return stories
        }
    }

    /// The members of a story, in the order in which they were kept.
    private func members(of story: Int64, in pipeline: Int64) throws(StageError) -> [RecentStory.Member] {
        try connection.all(
            """
            SELECT entry.id, source.name, coalesce(pipeline_entry.head, entry.head), entry.numbers,
                pipeline_entry.story_role, pipeline_entry.decided_at
            FROM pipeline_entry INDEXED BY pipeline_entry_story JOIN entry ON entry.id = pipeline_entry.entry
                JOIN document ON document.id = entry.document JOIN source ON source.id = document.source
            WHERE pipeline_entry.pipeline = ? AND pipeline_entry.story = ?
            ORDER BY pipeline_entry.decided_at, pipeline_entry.story_role, entry.id
            """, .integer(pipeline), .integer(story)
        ) { row throws(StageError) in
            RecentStory.Member(
                id: EntryID(number: row.integer(0)), source: row.text(1),
                entry: try EntryCodec.decode(row, head: 2, body: nil, numbers: 3),
                role: StoryPart.Role(stored: row.integer(4)), keptAt: Timestamp(milliseconds: row.integer(5)))
        }
    }

    /// The stories of which a pipeline kept entries since `start`, with those entries, of each story the newest; and the
    /// feeds of these entries.
    private func keptStories(
        of pipeline: PipelineID, since start: Timestamp, names: [FeedKey: String]
    ) throws(StageError) -> (stories: [StoryHistory.KeptStory], feeds: Set<FeedKey>) {
        var feeds: Set<FeedKey> = []
        let lost = try entriesThatReachedNobody(in: pipeline)
        let rows = try connection.all(
            """
            SELECT pipeline_entry.story, entry.id, entry.document, coalesce(pipeline_entry.head, entry.head),
                entry.date, entry.numbers
            FROM pipeline_entry INDEXED BY pipeline_entry_story JOIN entry ON entry.id = pipeline_entry.entry
            WHERE pipeline_entry.pipeline = ?1 AND pipeline_entry.story IS NOT NULL
                AND pipeline_entry.decided_at >= ?2 AND entry.document <> 0
            ORDER BY pipeline_entry.story, pipeline_entry.decided_at DESC, entry.id DESC
            """, .integer(pipeline.number), .time(start)
        ) { row throws(StageError) -> (story: Int64, member: StoryHistory.Member)? in
            guard !lost.contains(row.integer(1)) else { return nil }
            let entry = try EntryCodec.decode(row, head: 3, body: nil, numbers: 5)
            let feed = try named(row.integer(2))
            feeds.insert(feed.key)
            return (
                story: row.integer(0),
                member: StoryHistory.Member(
                    key: EntryID(number: row.integer(1)).key, source: names[feed.key] ?? feed.source, entry: entry,
                    date: Timestamp(milliseconds: row.integer(4)))
            )
        }.compactMap(\.self)
        var stories: [StoryHistory.KeptStory] = []
        var rest = rows[...]
        while let first = rest.first {
            let story = rest.prefix { $0.story == first.story }
            rest = rest.dropFirst(story.count)
            // Most entries that began a story are among its members.
            let beginning = story.last { $0.member.key == EntryID(number: first.story).key }?.member
            let head: (title: String?, date: Timestamp, keptAt: Timestamp?)? =
                if let beginning { (beginning.entry.title, beginning.date, nil) } else {
                    try head(of: first.story, in: pipeline)
                }
            stories.append(
                StoryHistory.KeptStory(
                    key: EntryID(number: first.story).key, headline: head?.title, begin: head?.date,
                    members: story.prefix(Self.comparedMembers).reversed().map(\.member)))
        }
        return (stories, feeds)
    }

    /// The title of the entry that began a story, as the pipeline's filters left it, and its date; nil if the entry is
    /// not known any more.
    private func head(
        of story: Int64, in pipeline: PipelineID
    ) throws(StageError) -> (title: String?, date: Timestamp, keptAt: Timestamp?)? {
        try connection.first(
            """
            SELECT coalesce(pipeline_entry.head, entry.head), entry.date, CASE WHEN state = 4 THEN decided_at END
            FROM entry LEFT JOIN pipeline_entry
                ON pipeline_entry.pipeline = ?2 AND pipeline_entry.entry = entry.id
            WHERE entry.id = ?1 AND entry.document <> 0
            """, .integer(story), .integer(pipeline.number)
        ) { row throws(StageError) in
            (try EntryCodec.title(row, head: 0), Timestamp(milliseconds: row.integer(1)), row.time(2))
        }
    }

    /// The titles of the newest entries of each source, the newest first. Together they are a sample of the language of
    /// these sources: few sources give more titles each than many.
    private func titles(
        of names: [FeedKey: String], since start: Timestamp
    ) throws(StageError) -> [StoryHistory.SourceTitles] {
        let share = Self.mostTitles / max(1, names.count)
        let limit = max(Self.leastTitles, share)
        var titles: [String: [(date: Int64, title: String)]] = [:]
        for (key, name) in names.sorted(by: { ($0.value, $0.key.hash.count) < ($1.value, $1.key.hash.count) }) {
            let documents = try connection.all(
                "SELECT document.id FROM source JOIN document ON document.source = source.id WHERE source.key = ?",
                .blob(key.hash)
            ) { $0.integer(0) }
            for document in documents {
                titles[name, default: []] += try connection.all(
                    """
                    SELECT head, date FROM entry WHERE document = ? AND date >= ? ORDER BY date DESC, id DESC LIMIT ?
                    """, .integer(document), .time(start), .int(limit)
                ) { row throws(StageError) in (row.integer(1), try EntryCodec.title(row, head: 0) ?? "") }
            }
        }
        return titles.sorted { $0.key < $1.key }.map { name, rows in
            let newest = rows.sorted { ($1.date, $0.title) < ($0.date, $1.title) }.prefix(limit)
            return StoryHistory.SourceTitles(source: name, titles: newest.map(\.title).filter { !$0.isEmpty })
        }
    }

    /// The part of an entry in its story: the columns `story` and `story_role`, from `column` on.
    func storyPart(
        _ row: StateRow, from column: Int32, in pipeline: PipelineID
    ) throws(StageError) -> StoryPart? {
        guard let story = row.optionalInteger(column) else { return nil }
        let role = StoryPart.Role(stored: row.integer(column + 1))
        var part = StoryPart(story: EntryID(number: story).key, role: role)
        guard role.isLater else { return part }
        let head = try head(of: story, in: pipeline)
        (part.headline, part.toldAt) = (head?.title, head?.keptAt)
        return part
    }

    private static let comparedMembers = 8
    private static let titleAge = Duration.seconds(30 * 86_400)
    private static let mostTitles = 4000
    /// So many show what all titles of a source have in common, however many sources there are.
    private static let leastTitles = 50
}

extension StoryPart.Role {
    /// The role in a column; an unknown one counts as that of a member.
    init(stored: Int64) {
        self =
            switch StoredStoryRole(rawValue: stored) {
            case .head: .head
            case .later: .later
            case .remarked: .remarked
            case .member, nil: .member
            }
    }

    /// The value of the column.
    var stored: Int64 {
        switch self {
        case .head: StoredStoryRole.head.rawValue
        case .member: StoredStoryRole.member.rawValue
        case .later: StoredStoryRole.later.rawValue
        case .remarked: StoredStoryRole.remarked.rawValue
        }
    }
}
