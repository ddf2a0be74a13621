extension PostgreSQLSchema {
    /// Tables of the processes that write, and of what each of them works on alone.
    static let workers = """
        -- A process that has the state open for writing, until when it counts as alive by the database's clock (in
        -- milliseconds since 1970) unless it says so again. Its id is never used again.
        CREATE TABLE worker(
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text COLLATE "C" NOT NULL, until_ms bigint NOT NULL);
        -- Leases fall with their worker.
        CREATE TABLE lease(
            kind text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL,
            worker bigint NOT NULL REFERENCES worker(id) ON DELETE CASCADE, PRIMARY KEY(kind, name));
        CREATE INDEX lease_by_worker ON lease(worker);
        """
}
