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
}
