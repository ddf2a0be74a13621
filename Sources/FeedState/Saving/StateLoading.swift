import FeedMessages
package import FeedModel
package import FeedStages
import FeedSystem
import Glibc

/// Puts a saved state (`StateSaving`) in the place of a state.
///
/// It is copied beside that place, checked and changed there, and gets its name in one step; into PostgreSQL, it is copied
/// in one transaction. Until then the state that was there stays as it was.
package struct StateLoading: Sendable {
    /// Where the state will be.
    package let target: StateStorage
    /// The saved state; nil: stdin.
    package let file: String?
    /// Whether a state may be replaced that has gone on since, or is another one. A copy of it is kept.
    package let forces: Bool
    /// Folders that have other paths here: files in them that the state names get those paths.
    package let movedFolders: [MovedFolder]
    package let now: Timestamp

    /// A folder that has another path on this machine.
    package struct MovedFolder: Sendable, Hashable {
        /// The path where the state was saved.
        package let old: String
        /// The path here.
        package let new: String

        package init(old: String, new: String) {
            self.old = old
            self.new = new
        }
    }

    /// What was loaded.
    package struct Outcome: Sendable, Hashable {
        /// What the state holds.
        package let contents: StateContents
        /// The copy of the state that was replaced by force, or nil: its path, or its schema.
        package var kept: String?
        /// What only that state had: it is delivered again, or lost.
        package var differences: [LocalizedText] = []
        /// Files outside the folder of the configuration for which messages are on their way, at most ten.
        package var places: [String] = []
    }

    private static let mostPlaces = 10
    /// What errors say of the saved state.
    let subject: String
    /// Whether the file is one of ours, which nobody reads afterwards.
    let isTemporary: Bool

    package init(target: StateStorage, file: String?, forces: Bool, movedFolders: [MovedFolder], now: Timestamp) {
        self.init(
            target, file, called: file ?? "stdin", isTemporary: false, forces: forces, movedFolders: movedFolders,
            now: now)
    }

    init(
        _ target: StateStorage, _ file: String?, called subject: String, isTemporary: Bool, forces: Bool,
        movedFolders: [MovedFolder], now: Timestamp
    ) {
        (self.target, self.file, self.subject, self.isTemporary) = (target, file, subject, isTemporary)
        (self.forces, self.movedFolders, self.now) = (forces, movedFolders, now)
    }

    /// Loads the state. Throws `.savedStateUnusable` if the file is no saved state or damaged, `.stateUnusable` if it is
    /// of a newer version, `.stateAhead` if the state here has what the file lacks, `.stateLocked` if a run is at work,
    /// `.unsafePlace` if others can change the file, and file errors.
    package func perform() async throws(StageError) -> Outcome {
        try await BlockingThread.run { () throws(StageError) in try load() }
    }

    /// Loads the state, and blocks meanwhile.
    func load() throws(StageError) -> Outcome {
        // A file that is no saved state makes no folder, no lock and no connection.
        let source = try SavedStateSource(file)
        switch target {
        case .sqlite(let path): return try load(source, intoFileAt: path)
        case .postgresql(let place): return try load(source, into: place)
        }
    }

    /// The saved state as a database that nobody else has, with the identity that it will have.
    struct Prepared {
        let opening: StateOpening
        /// The past of the saved state, with itself.
        let ancestry: StateAncestry
        /// The id that it gets.
        let instance: String
        /// The generation with which it goes on.
        let generation: Int64
    }

    /// Checks the copy of a saved state that has everything up to a generation.
    func check(_ copy: LockedFile, knowing generation: Int64) throws(StageError) -> Prepared {
        let opening = try StateOpening.forLoading(copy.path, locked: copy)
        var ancestry = StateAncestry(stored: try opening.meta(MetaKey.ancestry) ?? "")
        ancestry.add(opening.instance, generation)
        return Prepared(
            opening: opening, ancestry: ancestry, instance: StateOpening.makeInstance(),
            generation: try opening.generation() + 1)
    }

    /// Gives the copy its identity, and its files the paths that they have here. `place` is where it will be.
    func identify(_ prepared: Prepared, at place: [(key: String, value: String)]) throws(StageError) {
        let (opening, connection) = (prepared.opening, prepared.opening.connection)
        try connection.run("BEGIN IMMEDIATE")
        for key in MetaKey.ofOnePlace { try connection.run("DELETE FROM meta WHERE key = ?", .text(key)) }
        for (key, value) in [
            (MetaKey.origin, opening.origin), (MetaKey.ancestry, prepared.ancestry.stored),
            (MetaKey.instance, prepared.instance), (MetaKey.generation, String(prepared.generation)),
        ] + place { try opening.set(key, value) }
        for moved in movedFolders { try rename(moved, in: connection) }
        try connection.run("COMMIT")
    }

    /// What was loaded, as the copy says.
    func outcome(_ connection: SQLiteConnection) throws(StageError) -> Outcome {
        var outcome = Outcome(contents: try StateContents(of: .sqlite(connection)))
        outcome.places = try connection.all(
            """
            SELECT DISTINCT target FROM message WHERE state = 0 AND mode <> 'post' AND target LIKE '/%' ORDER BY 1 LIMIT ?
            """, .int(Self.mostPlaces)
        ) { $0.text(0) }.filter { place in !movedFolders.contains { place.hasPrefix(Self.ended($0.new)) } }
        return outcome
    }

    /// Gives files of a folder the paths that they have here.
    private func rename(_ moved: MovedFolder, in connection: SQLiteConnection) throws(StageError) {
        let (old, new) = (Self.ended(moved.old), Self.ended(moved.new))
        try connection.run(
            """
            UPDATE OR IGNORE target SET path = ?2 || substr(path, length(?1) + 1)
            WHERE substr(path, 1, length(?1)) = ?1
            """, .text(old), .text(new))
        try connection.run(
            """
            UPDATE message SET target = ?2 || substr(target, length(?1) + 1)
            WHERE mode <> 'post' AND substr(target, 1, length(?1)) = ?1
            """, .text(old), .text(new))
    }

    private static func ended(_ folder: String) -> String { folder.hasSuffix("/") ? folder : folder + "/" }

    /// A state that is where the saved one is to be.
    struct Present {
        let instance: String
        let generation: Int64
        /// Its past, as it is stored.
        let ancestry: String
    }

    /// What a state has that the saved one lacks, if that may replace it. Returns nil if it lacks nothing. Throws
    /// `.stateAhead` unless it may be replaced by force.
    func losses(
        of present: Present, called name: String, replacedBy prepared: Prepared,
        _ difference: () throws(StageError) -> StateDifference?
    ) throws(StageError) -> [LocalizedText]? {
        let ancestry = prepared.ancestry
        let past = StateAncestry(stored: present.ancestry)
        let known = ancestry.generation(of: present.instance)
        let isKnown = known.map { $0 >= present.generation } ?? false
        // Loaded from the same file before, and not used since: that attempt may have been ended just before it said so.
        let isUnused =
            present.generation == prepared.generation
            && past.latest.map { $0 == ancestry.latest ?? ("", 0) } ?? false
        guard !isKnown, !isUnused else { return nil }
        let texts = try difference()?.texts(about: subject) ?? [:]
        guard forces else {
            let instance = ancestry.latest?.instance ?? ""
            let isLater = known != nil || past.generation(of: instance) != nil
            // messages: saved.*
            let found = LocalizedText.message(isLater ? "saved.ahead" : "saved.other", ["file": .text(subject)])
            throw StageError(.stateAhead, subject: name, phrases: texts.merging([.found: found]) { $1 })
        }
        return StateDifference.facts.compactMap { texts[$0] }
    }
}
