import FeedModel
package import FeedStages

/// What is to be known of the server of a state, for its administrator.
package struct PostgreSQLServerFacts: Sendable {
    /// Such as `15.18`.
    package var version: String
    package var encoding: String
    package var collation: String
    /// Whether it is a standby, which can only be read.
    package var isStandby: Bool
    /// Whether transactions are read-only unless they say otherwise.
    package var isReadOnly: Bool
    /// Whether a connection pool lies between.
    package var isPooled: Bool
    /// Connections of the server, of this user and of this database.
    package var connections: [Connections]
    /// The schema of the state.
    package var schema: String
    /// Whether the user may do all that a run does: make the schema, or change its tables.
    package var hasRights: Bool
    /// How far the server's clock is ahead of this machine's.
    package var clockOffset: Duration
    /// The bytes of all tables and indexes of the state.
    package var size: Int64

    /// Connections that are open, and how many may be.
    package struct Connections: Sendable, Hashable {
        package var kind: Kind
        package var used: Int
        /// The most, without those that are kept for superusers; nil: no limit of its own.
        package var most: Int

        /// What a limit is of.
        package enum Kind: String, Sendable, CaseIterable {
            case server, user, database
        }
    }

    /// Asks the server at a place. Throws the errors of a connection.
    package static func read(_ place: PostgreSQLPlace) throws(StageError) -> PostgreSQLServerFacts {
        let connection = try PostgreSQLConnection(place, isReadOnly: true)
        let before = SystemClock().now
        let answer = try connection.first(
            """
            SELECT current_setting('server_version'), current_setting('server_encoding'), datcollate,
                pg_is_in_recovery(), (SELECT reset_val = 'on' FROM pg_settings WHERE name = 'default_transaction_read_only'),
                CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint),
                CAST((SELECT coalesce(sum(numbackends), 0) FROM pg_stat_database WHERE datid <> 0) AS bigint),
                CAST((SELECT sum(CAST(setting AS bigint) * CASE WHEN name = 'max_connections' THEN 1 ELSE -1 END)
                    FROM pg_settings WHERE name IN
                        ('max_connections', 'superuser_reserved_connections', 'reserved_connections')) AS bigint),
                CAST(datconnlimit AS bigint),
                CAST((SELECT numbackends FROM pg_stat_database WHERE datname = current_database()) AS bigint),
                CAST((SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS bigint),
                (SELECT count(*) FROM pg_stat_activity WHERE usename = current_user AND backend_type = 'client backend'),
                CASE WHEN EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = ?1)
                    THEN (SELECT has_schema_privilege(oid, 'USAGE') AND has_schema_privilege(oid, 'CREATE')
                        FROM pg_namespace WHERE nspname = ?1)
                    ELSE has_database_privilege(current_database(), 'CREATE') END
                AND NOT EXISTS (SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
                    WHERE nspname = ?1 AND relkind IN ('r', 'p') AND NOT pg_has_role(relowner, 'USAGE')),
                CAST((SELECT coalesce(sum(pg_total_relation_size(pg_class.oid)), 0) FROM pg_class
                    JOIN pg_namespace ON pg_namespace.oid = relnamespace
                    WHERE nspname = ?1 AND relkind IN ('r', 'p')) AS bigint)
            FROM pg_database WHERE datname = current_database()
            """, [.text(place.schema)]
        ) { row in
            var facts = PostgreSQLServerFacts(
                version: String(row.text(0).prefix { $0 != " " }), encoding: row.text(1), collation: row.text(2),
                isStandby: row.flag(3), isReadOnly: row.flag(4), isPooled: connection.isPooled,
                connections: [Connections(kind: .server, used: row.int(6), most: row.int(7))], schema: place.schema,
                hasRights: row.flag(12), clockOffset: Timestamp(milliseconds: row.integer(5)) - before,
                size: row.integer(13))
            if row.int(8) >= 0 {
                facts.connections.append(Connections(kind: .database, used: row.int(9), most: row.int(8)))
            }
            if row.int(10) >= 0 {
                facts.connections.append(Connections(kind: .user, used: row.int(11), most: row.int(10)))
            }
            return facts
        }
        guard let answer else { throw StageError(.internalError, subject: connection.name) }
        return answer
    }
}
