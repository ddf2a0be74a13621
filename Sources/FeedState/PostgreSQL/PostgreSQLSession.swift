import CLibPQ
import FeedMessages
import FeedStages
import FeedSystem
import Glibc

/// Makes a connection to PostgreSQL and sets it up: its limits of time, and what a server must be like.
enum PostgreSQLSession {
    /// The longest time of a statement. The longest one reads all entries, once a day.
    static let statementSeconds: Int64 = 300
    /// How long a transaction waits for another worker's.
    private static let lockSeconds = 60
    /// How long a worker may be silent within a transaction. The server ends it then, or a stopped process would keep all
    /// others waiting.
    private static let idleSeconds = 60
    /// The same for a dry run, which fetches within its only transaction.
    private static let dryRunIdleSeconds = 900
    /// The oldest server that is supported.
    static let oldestServer = 130_000

    /// Connects to the first host that takes it. Each has `PostgreSQLParameters.timeout` for that. Throws the error of the
    /// first one that says more than that it cannot be reached, else that of the last.
    static func connect(
        _ parameters: PostgreSQLParameters, schema: String, forWriting: Bool
    ) throws(StageError) -> OpaquePointer {
        var reason: StageError?
        for attempt in parameters.attempts(forWriting: forWriting) {
            do throws(StageError) {
                return try connect(attempt, parameters, schema: schema)
            } catch {
                if reason.map({ $0.code == .databaseUnreachable }) ?? true { reason = error }
            }
        }
        throw reason ?? StageError(.databaseUnreachable, subject: parameters.name)
    }

    private static func connect(
        _ attempt: [String: String], _ parameters: PostgreSQLParameters, schema: String
    ) throws(StageError) -> OpaquePointer {
        let subject = parameters.name
        guard let connection = start(attempt) else { throw StageError(.outOfResources, subject: subject) }
        clibpq_silence(connection)
        // With it the words of a refusal have its code. (They have it nowhere else before a connection is made.)
        clibpq_set_verbosity(connection, Int32(CLIBPQ_VERBOSE))
        let deadline = ContinuousClock.now + .seconds(parameters.timeout)
        var polling = clibpq_status(connection) == 1 ? Int32(CLIBPQ_POLL_FAILED) : Int32(CLIBPQ_POLL_WRITING)
        while polling == CLIBPQ_POLL_READING || polling == CLIBPQ_POLL_WRITING {
            guard wait(for: clibpq_socket(connection), writing: polling == CLIBPQ_POLL_WRITING, until: deadline) else {
                clibpq_finish(connection)
                throw StageError(
                    .databaseUnreachable, subject: subject,
                    phrases: [
                        .found: .message("postgresql.no_answer", ["seconds": .number(parameters.timeout)])
                    ])
            }
            polling = clibpq_connect_poll(connection)
        }
        guard polling == CLIBPQ_POLL_OK else {
            let failure = PostgreSQLFailure(connecting: clibpq_failure(connection).map { String(cString: $0) } ?? "")
            clibpq_finish(connection)
            throw failure.error(subject: subject, schema: schema, hiding: [attempt["password"] ?? ""])
        }
        return connection
    }

    private static func start(_ attempt: [String: String]) -> OpaquePointer? {
        let given = attempt.sorted { $0.key < $1.key }
        let (keywords, values) = (given.map { strdup($0.key) }, given.map { strdup($0.value) })
        defer { (keywords + values).forEach { free($0) } }
        let (names, texts) = (keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil])
        return clibpq_connect_start(names, texts, 0)
    }

    /// Waits until a socket can be read or written. Returns false when the time is over.
    static func wait(for socket: Int32, writing: Bool, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero, socket >= 0 else { return socket < 0 }
            var description = pollfd(fd: socket, events: Int16(writing ? POLLOUT : POLLIN), revents: 0)
            let count = poll(&description, 1, Int32(clamping: left.components.seconds * 1000 + 1000))
            if count > 0 { return true }
            if count < 0, errno != EINTR { return true }
        }
    }

    /// What is set once a connection is made. Names of tables are looked up in the state's schema. A commit is on disk when
    /// it returns, also where the server's own setting is weaker; a stronger one stays. Newer servers have further limits of
    /// time, which a slow source or a large state would reach. The answer is the number of the server's process.
    static func settings(schema: String, isReadOnly: Bool, isDryRun: Bool) -> String {
        """
        SET search_path = \(schema), pg_temp; SET jit = off;
        SET statement_timeout = '\(statementSeconds)s'; SET lock_timeout = '\(lockSeconds)s';
        SET idle_in_transaction_session_timeout = '\(isDryRun ? dryRunIdleSeconds : idleSeconds)s';
        SET default_transaction_isolation = 'read committed'; SET default_transaction_deferrable = off;
        SET client_min_messages = 'error'; SET standard_conforming_strings = on; SET datestyle = 'ISO';
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
        SELECT set_config(name, '0', false) FROM pg_settings
            WHERE name IN ('idle_session_timeout', 'transaction_timeout') AND setting <> '0';
        \(isReadOnly ? "SET default_transaction_read_only = on;" : "")
        SELECT pg_backend_pid();
        """
    }
}
