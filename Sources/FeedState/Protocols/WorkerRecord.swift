package import FeedModel

/// How a process makes itself known to the other workers of its state.
package struct WorkerIntroduction: Sendable {
    /// A name for people, such as that of its machine.
    package let name: String
    /// What it runs; nil for a process that is no run. Only runs are remembered.
    package let run: Run?

    /// The program and the configuration of a run.
    package struct Run: Sendable {
        package let version: String
        /// Equal for workers whose configurations mean the same.
        package let configuration: [UInt8]

        package init(version: String, configuration: [UInt8]) {
            (self.version, self.configuration) = (version, configuration)
        }
    }

    package init(_ name: String, run: Run? = nil) { (self.name, self.run) = (name, run) }
}

/// A worker of a state that several share, by its name. Times are those of the database.
package struct WorkerRecord: Sendable, Hashable {
    /// How long a worker is remembered that does not come again.
    package static let retention = Duration.seconds(7 * 86_400)
    /// The most workers that are remembered: containers have a new name each time.
    package static let most = 100

    /// The name, such as that of its machine. Several processes may have it.
    package var name: String
    /// When it was last there.
    package var seenAt: Timestamp
    /// The version of its program; nil if it was never a run.
    package var version: String?
    /// The configuration of its last run; nil if it was never a run.
    package var configuration: Configuration?
    /// Its processes that have the state open, or died with it.
    package var processes: [Process] = []
    /// Whether a process of it waits for its next run.
    package var isWaiting = false

    /// A configuration, by what it means.
    package struct Configuration: Sendable, Hashable {
        /// Equal for workers whose configurations mean the same.
        package var digest: [UInt8]
        /// The first run with it since the worker had another one.
        package var since: Timestamp
        /// The first run with it while another worker used another one; nil if none did at the last run.
        package var disputedSince: Timestamp?
    }

    /// A process with the leases that it holds.
    package struct Process: Sendable, Hashable {
        /// Whether it has renewed its leases in time. If not, it died, and nobody has taken its leases yet.
        package var isAlive: Bool
        package var hosts = 0
        package var pipelines: [String] = []
        package var sinks: [String] = []
        package var maintenance: [MaintenanceLease] = []
    }

    /// What a worker does.
    package enum Presence: String, Sendable, CaseIterable {
        /// It has the state open.
        case working
        /// It waits for its next run, and holds nothing.
        case waiting
        /// It ended, and gave everything back.
        case away
        /// It died, and holds leases that nobody has taken yet.
        case lost
    }

    package var presence: Presence {
        if processes.contains(where: \.isAlive) { return .working }
        return processes.isEmpty ? isWaiting ? .waiting : .away : .lost
    }
}

/// The workers of a state that several share.
package struct WorkerRecords: Sendable, Hashable {
    /// In the order of their names.
    package var workers: [WorkerRecord]
    /// The time of the database when they were read.
    package var now: Timestamp

    package init(workers: [WorkerRecord], now: Timestamp) { (self.workers, self.now) = (workers, now) }

    /// How long workers may use different configurations beside each other: a new one reaches one machine after the other.
    package static let rollout = Duration.seconds(2 * 3600)

    /// The workers whose configuration differs from that of a worker, and has for longer than a new one takes to reach all
    /// machines, by configuration. Both have run since then: one that was switched off does not count.
    package func differing(from worker: WorkerRecord) -> [[WorkerRecord]] {
        groups(workers.filter { $0.differs(from: worker) || worker.differs(from: $0) })
    }

    /// The workers that differ from another one, by configuration. Empty if all agree.
    package var disagreeing: [[WorkerRecord]] { groups(workers.filter { !differing(from: $0).isEmpty }) }

    private func groups(_ workers: [WorkerRecord]) -> [[WorkerRecord]] {
        Dictionary(grouping: workers) { $0.configuration?.digest ?? [] }.values
            .map { $0.sorted { $0.name < $1.name } }.sorted { $0[0].name < $1[0].name }
    }
}

extension WorkerRecord {
    fileprivate func differs(from other: WorkerRecord) -> Bool {
        guard let own = configuration, let theirs = other.configuration, own.digest != theirs.digest,
            let since = own.disputedSince
        else { return false }
        return min(seenAt, other.seenAt) - max(since, theirs.since) >= WorkerRecords.rollout
    }
}
