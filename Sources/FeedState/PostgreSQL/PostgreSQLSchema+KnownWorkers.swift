extension PostgreSQLSchema {
    /// Tables of the workers that have run, by their names, and of the pairs of configurations about which was told. Their
    /// times are by the server's clock, in milliseconds since 1970.
    static let knownWorkers = """
        CREATE TABLE known_worker(
            name text COLLATE "C" PRIMARY KEY, seen_ms bigint NOT NULL, version text COLLATE "C" NOT NULL,
            configuration bytea NOT NULL, configured_ms bigint NOT NULL, disputed_ms bigint);
        CREATE TABLE told_difference(one bytea NOT NULL, other bytea NOT NULL, PRIMARY KEY(one, other));
        """
}
