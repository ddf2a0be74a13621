import FeedModel
import FeedStages

/// What a state in PostgreSQL remembers of its workers beyond their processes.
struct KnownWorkers {
    let connection: PostgreSQLConnection

    /// Remembers that a worker runs, within the open transaction, and forgets those that have not come for long.
    func record(_ name: String, _ run: WorkerIntroduction.Run) throws(StageError) {
        try connection.run(
            """
            INSERT INTO known_worker(name, seen_ms, version, configuration, configured_ms)
                VALUES(?1, clock_ms(), ?2, ?3, clock_ms())
            ON CONFLICT(name) DO UPDATE SET seen_ms = excluded.seen_ms, version = excluded.version,
                configuration = excluded.configuration,
                configured_ms = CASE WHEN known_worker.configuration = excluded.configuration
                    THEN known_worker.configured_ms ELSE excluded.configured_ms END,
                disputed_ms = CASE WHEN known_worker.configuration = excluded.configuration
                    THEN known_worker.disputed_ms END
            """, [.text(name), .text(run.version), .blob(run.configuration)])
        try connection.run(
            """
            DELETE FROM known_worker WHERE seen_ms < clock_ms() - ? OR name IN (
                SELECT name FROM known_worker ORDER BY seen_ms DESC, name OFFSET CAST(? AS bigint))
            """, [.integer(WorkerRecord.retention.clampedMilliseconds), .integer(Int64(WorkerRecord.most))])
        try connection.run(
            """
            UPDATE known_worker SET disputed_ms = CASE WHEN EXISTS (SELECT 1 FROM known_worker AS other
                    WHERE other.configuration <> known_worker.configuration
                        AND other.seen_ms >= known_worker.configured_ms)
                THEN coalesce(disputed_ms, clock_ms()) END
            WHERE name = ?
            """, [.text(name)])
        try connection.run(
            """
            DELETE FROM told_difference WHERE one NOT IN (SELECT configuration FROM known_worker)
                OR other NOT IN (SELECT configuration FROM known_worker)
            """, [])
    }

    /// Notes that a worker was there until now.
    func recordEnd(of name: String) throws(StageError) {
        try connection.run(
            "UPDATE known_worker SET seen_ms = greatest(seen_ms, clock_ms()) WHERE name = ?", [.text(name)])
    }

    /// Returns the finding that other workers have had another configuration than this one for long; nil if none has, or
    /// if that was told. It counts as told within the open transaction.
    func difference(of name: String) throws(StageError) -> StageError? {
        let workers = try known()
        guard let own = workers.first(where: { $0.name == name }), let digest = own.configuration?.digest else {
            return nil
        }
        let records = WorkerRecords(workers: workers, now: own.seenAt)
        for others in records.differing(from: own) {
            guard let theirs = others.first?.configuration?.digest else { continue }
            let pair = [digest, theirs].sorted { $0.lexicographicallyPrecedes($1) }.map(StateValue.blob)
            try connection.run(
                "INSERT INTO told_difference(one, other) VALUES(?, ?) ON CONFLICT(one, other) DO NOTHING", pair)
            guard try connection.changes == 1 else { continue }
            let alike = records.workers.filter { $0.configuration?.digest == digest }.map(\.name)
            return StageError(
                .configurationsDiffer, subject: connection.name,
                facts: [.found: Self.list(alike), .option: Self.list(others.map(\.name))])
        }
        return nil
    }

    /// The first names, as many as a line has room for.
    private static func list(_ names: [String]) -> String {
        names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    }

    /// The names of connections that wait for calls. Behind a connection pool, or with few rights, none may be seen.
    private func waitingNames(_ call: PostgreSQLCall) throws(StageError) -> Set<String> {
        Set(
            try connection.all(
                """
                SELECT application_name FROM pg_stat_activity
                WHERE datname = current_database() AND starts_with(application_name, ?)
                """, [.text(WaitingName.start(of: call))]
            ) { $0.text(0) })
    }

    /// Reads the workers that are remembered, by name.
    private func known() throws(StageError) -> [WorkerRecord] {
        try connection.all(
            """
            SELECT name, seen_ms, version, configuration, configured_ms, disputed_ms FROM known_worker ORDER BY name
            """, []
        ) { row in
            WorkerRecord(
                name: row.text(0), seenAt: Timestamp(milliseconds: row.integer(1)), version: row.text(2),
                configuration: WorkerRecord.Configuration(
                    digest: row.blob(3), since: Timestamp(milliseconds: row.integer(4)),
                    disputedSince: row.time(5)))
        }
    }

    /// Reads all workers, with what their processes hold, and which of them wait for calls.
    func read(_ call: PostgreSQLCall) throws(StageError) -> WorkerRecords {
        let now = try connection.first("SELECT clock_ms()", []) { $0.integer(0) } ?? 0
        var workers: [String: WorkerRecord] = [:]
        for worker in try known() { workers[worker.name] = worker }
        let leases = try connection.all(
            """
            SELECT worker, kind, CASE WHEN kind = 'host' THEN '' ELSE name END AS held, count(*) FROM lease
            GROUP BY worker, kind, held ORDER BY worker, kind, held
            """, []
        ) { (worker: $0.integer(0), kind: $0.text(1), name: $0.text(2), count: $0.int(3)) }
        let processes = try connection.all("SELECT id, name, until_ms FROM worker ORDER BY id", []) {
            (id: $0.integer(0), name: $0.text(1), until: $0.integer(2))
        }
        for (id, name, until) in processes {
            let seen = Timestamp(milliseconds: min(now, until - PostgreSQLWorker.lifetime))
            var process = WorkerRecord.Process(isAlive: until > now)
            for lease in leases where lease.worker == id {
                switch LeaseKind(rawValue: lease.kind) {
                case .host: process.hosts = lease.count
                case .pipeline: process.pipelines.append(lease.name)
                case .sink: process.sinks.append(lease.name)
                case .maintenance: process.maintenance += [MaintenanceLease(rawValue: lease.name)].compactMap { $0 }
                case nil: break
                }
            }
            var worker = workers[name] ?? WorkerRecord(name: name, seenAt: seen)
            worker.seenAt = max(worker.seenAt, seen)
            worker.processes.append(process)
            workers[name] = worker
        }
        let waiting = try waitingNames(call)
        for name in workers.keys { workers[name]?.isWaiting = waiting.contains(WaitingName(of: name, call).text) }
        return WorkerRecords(
            workers: workers.values.sorted { $0.name < $1.name }, now: Timestamp(milliseconds: now))
    }
}
