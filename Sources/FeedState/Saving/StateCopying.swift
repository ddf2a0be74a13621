package import FeedModel
package import FeedStages
import FeedSystem
import Glibc

/// Copies a state to another place, by a saved state in between that nobody else sees.
package struct StateCopying: Sendable {
    /// Where the state is.
    package let source: StateStorage
    /// Where it will be, too.
    package let target: StateStorage
    /// Whether no run uses the state at the source afterwards.
    package let moves: Bool
    /// See `StateLoading.forces`.
    package let forces: Bool
    /// See `StateLoading.movedFolders`.
    package let movedFolders: [StateLoading.MovedFolder]
    package let now: Timestamp

    /// What was copied.
    package struct Outcome: Sendable, Hashable {
        /// What happened at the target.
        package let loaded: StateLoading.Outcome
        /// Whether a run was at work: what it did later was not copied.
        package let isDuringRun: Bool
    }

    package init(
        from source: StateStorage, to target: StateStorage, moves: Bool, forces: Bool,
        movedFolders: [StateLoading.MovedFolder], now: Timestamp
    ) {
        (self.source, self.target, self.moves, self.forces) = (source, target, moves, forces)
        (self.movedFolders, self.now) = (movedFolders, now)
    }

    /// Copies the state. Throws as `StateSaving.save` does of the source, and as `StateLoading.perform` of the target.
    package func perform() async throws(StageError) -> Outcome {
        try await BlockingThread.run { () throws(StageError) in
            let state = try SavableState(source, alone: moves)
            let temporary = try PrivateFolder()
            let name = "copy.state"
            let file = try RegularFile.create(
                name, in: temporary.folder, mode: FilePurpose.privateData.fileMode)
            _ = try state.write(into: file)
            let loaded = try StateLoading(
                target, file.path, called: state.name, isTemporary: true, forces: forces, movedFolders: movedFolders,
                now: now
            ).load()
            // The target is whole. If this process ends here, both can be used, as if it had not been a move.
            if moves { try state.retire(to: try target.name) }
            return withExtendedLifetime(state) { Outcome(loaded: loaded, isDuringRun: state.isDuringRun) }
        }
    }
}
