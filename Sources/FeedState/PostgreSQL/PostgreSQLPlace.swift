import CLibPQ
import FeedModel
package import FeedStages

/// Where a state lies in PostgreSQL: a connection string, which is secret, and a schema of the state's own.
package struct PostgreSQLPlace: Sendable {
    /// As PostgreSQL's programs take it: `postgresql://USER:PASSWORD@HOST/DATABASE`, or `host=… dbname=…`. What it leaves
    /// out is taken from `PGHOST`, `PGPASSWORD`, `~/.pgpass` and so on.
    let connectionString: String
    /// The schema that holds the tables. Two states may share a database.
    package let schema: String

    /// Names a place. Nothing is checked before a connection is made.
    package init(_ connectionString: String, schema: String = "kawaraban") {
        (self.connectionString, self.schema) = (connectionString, schema)
    }

    /// Whether a text begins as an address of PostgreSQL does.
    package static func hasScheme(_ text: String) -> Bool {
        ["postgresql://", "postgres://"].contains(where: text.hasPrefix)
    }

    /// Whether the connection string has a password in it. Throws as a connection does of a string that is none.
    package func holdsPassword() throws(StageError) -> Bool {
        let values = try PostgreSQLParameters(self).values
        return ["password", "sslpassword", "oauth_client_secret"].contains { values[$0] != nil }
    }

    /// Where a state goes that is put aside: `SCHEMA.WORD-20261121T112233Z`, as much of it as a name may have. With a
    /// `number` above 1 that is part of the name.
    func aside(as word: String, _ now: Timestamp, number: Int) -> PostgreSQLPlace {
        let end = ".\(word)-\(now.stamp)" + (number > 1 ? "-\(number)" : "")
        var beginning = schema
        while beginning.utf8.count + end.utf8.count > Self.longestName { beginning.removeLast() }
        return PostgreSQLPlace(connectionString, schema: beginning + end)
    }

    /// PostgreSQL cuts longer names, in bytes.
    private static let longestName = 63

    /// The schema's name as SQL has it.
    var quotedSchema: String { "\"" + schema.replacing("\"", with: "\"\"") + "\"" }
}

/// The parts of a connection string.
struct PostgreSQLParameters {
    /// The values by their keywords (https://www.postgresql.org/docs/current/libpq-connect.html).
    private(set) var values: [String: String] = [:]

    /// Reads a connection string. Throws `.libraryMissing` without libpq, and `.databaseRefused` if it is none: what it
    /// holds is not quoted, as it may be a password.
    init(_ place: PostgreSQLPlace) throws(StageError) {
        if let reason = clibpq_open() {
            throw StageError(
                .libraryMissing, subject: "libpq.so.5", facts: [.found: String(cString: reason), .option: "libpq5"])
        }
        var failure: UnsafeMutablePointer<CChar>?
        guard let parameters = clibpq_parse(place.connectionString, &failure) else {
            clibpq_memory_free(failure)
            throw StageError(
                .databaseRefused, subject: "postgresql://",
                phrases: [.found: .message("postgresql.conninfo"), .advice: .message("postgresql.conninfo.advice")])
        }
        defer { clibpq_parameters_free(parameters) }
        var next = parameters
        while let keyword = next.pointee.keyword {
            if let value = next.pointee.value { values[String(cString: keyword)] = String(cString: value) }
            next += 1
        }
    }

    /// The place for people, without user and password: `postgresql://HOST:PORT/DATABASE`.
    var name: String {
        let database = values["dbname"] ?? ""
        let hosts = list("host").isEmpty ? list("hostaddr") : list("host")
        let ports = list("port")
        let named = hosts.enumerated().filter { !$0.element.hasPrefix("/") && !$0.element.isEmpty }
            .map { place, host in
                let name = host.contains(":") ? "[\(host)]" : host
                guard !ports.isEmpty else { return name }
                return "\(name):\(ports[ports.count == 1 ? 0 : min(place, ports.count - 1)])"
            }
        let folder = hosts.first { $0.hasPrefix("/") }.map { "?host=\($0)" } ?? ""
        return "postgresql://\(named.joined(separator: ","))/\(database)\(folder)"
    }

    /// How long a server may take to accept a connection, in seconds: 10, or `connect_timeout`.
    var timeout: Int { values["connect_timeout"].flatMap { Int($0) }.flatMap { $0 > 0 ? min($0, 3600) : nil } ?? 10 }

    /// The parameters of a connection to each of the hosts, in order.
    ///
    /// - Parameter forWriting: of several hosts only one that takes writes is used, unless the user says which.
    func attempts(forWriting: Bool) -> [[String: String]] {
        let (hosts, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
        let count = max(hosts.count, addresses.count, 1)
        return (0..<count).map { index in
            var attempt = values
            attempt["connect_timeout"] = nil
            attempt["host"] = index < hosts.count ? hosts[index] : nil
            attempt["hostaddr"] = index < addresses.count ? addresses[index] : nil
            attempt["port"] = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : nil
            attempt["client_encoding"] = "UTF8"
            let standard = [
                // A server that is gone must not keep a run waiting for hours.
                "tcp_user_timeout": "30000", "keepalives_idle": "30", "keepalives_interval": "10",
                "keepalives_count": "3", "fallback_application_name": "kawaraban",
                "target_session_attrs": forWriting && count > 1 ? "read-write" : "any",
            ]
            return attempt.merging(standard) { given, _ in given }
        }
    }

    private func list(_ keyword: String) -> [String] {
        values[keyword].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
    }
}
