extension PostgreSQLSchema {
    /// Tables of the processes that write, and of what each of them works on alone.
    ///
    /// A worker counts as alive until `until_ms`, in milliseconds since 1970 by the server's clock, unless it says so again.
    /// Its id is never used again. Its leases fall with it.
    static let workers = """
        CREATE TABLE worker(
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text COLLATE "C" NOT NULL,
            until_ms bigint NOT NULL);
        CREATE TABLE lease(
            kind text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL,
            worker bigint NOT NULL REFERENCES worker(id) ON DELETE CASCADE, PRIMARY KEY(kind, name));
        CREATE INDEX lease_by_worker ON lease(worker);
        """

    /// Ids of workers begin at the time of the schema. So a worker of a schema that had this name before, and was put
    /// aside, does not take the row of another one for its own.
    static let firstWorker = """
        SELECT setval(pg_get_serial_sequence('worker', 'id'), clock_ms());
        """
}
