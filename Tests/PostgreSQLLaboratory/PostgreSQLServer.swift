import Foundation
import Glibc
import MachineLaboratory
import Synchronization

/// A PostgreSQL server of a test's own, on a socket in a folder of its own. It ends with the process, however that ends,
/// and its folder is removed.
///
/// It accepts everybody but the user `guarded`, whose password is `correct horse`. The user `kawaraban` may do everything.
public final class PostgreSQLServer: Sendable {
    /// The server that the tests of this process share: what they change lies in databases and schemas of their own. Nil
    /// if none is installed, or if it did not start: then a test fails that needs it.
    public static let shared: PostgreSQLServer? = {
        guard programs != nil else { return nil }
        do { return try PostgreSQLServer() } catch {
            print("PostgreSQL did not start: \(error)")
            return nil
        }
    }()

    /// Why there is none, for tests that are skipped; nil if one is installed.
    public static let missing: String? = programs == nil ? "skipped: PostgreSQL is not installed" : nil

    /// The folder with the socket.
    public let folder: String
    private let supervisor: Mutex<InteractiveScript>
    private let number = Atomic(0)

    /// The server could not be started, or did not answer.
    public struct Failure: Error, CustomStringConvertible {
        /// What it wrote.
        public let description: String
    }

    /// Makes a cluster and starts its server.
    ///
    /// - Parameters:
    ///   - settings: as after `-c` of `postgres`: `["max_connections=3"]`.
    ///   - primary: the server that this one follows as a hot standby; nil for one of its own.
    ///   - preparation: commands of the shell, as root if the tests are, before the server starts. `$FOLDER` is its
    ///     folder. They have mounts of their own if this process may mount.
    public init(settings: [String] = [], standbyOf primary: PostgreSQLServer? = nil, preparation: String = "") throws {
        guard let programs = Self.programs else { throw Failure(description: "PostgreSQL is not installed") }
        let script = try InteractiveScript(
            Self.outer, [programs] + settings.flatMap { ["-c", $0] },
            environment: [
                "INNER": Self.inner, "PREPARATION": preparation, "PRIMARY": primary?.folder ?? "", "LC_ALL": "C",
            ])
        folder = try script.answer()
        try script.expect("ready")
        supervisor = Mutex(script)
    }

    /// Ends the server at once, as a power cut would (`crash`), or after its connections (`stop`).
    public func stop(crash: Bool = false) throws { try order(crash ? "crash" : "stop") }

    /// Starts the server again.
    public func start() throws { try order("start") }

    /// A connection string for a database.
    public func connectionString(_ database: String = "kawaraban", user: String = "kawaraban") -> String {
        "host=\(folder) dbname=\(database) user=\(user)"
    }

    /// A name that nothing has yet, for a schema or a database.
    public func freshName() -> String { "t\(number.add(1, ordering: .relaxed).newValue)" }

    /// Makes a database and returns its name. Its encoding and the like are what follows `CREATE DATABASE name`.
    public func freshDatabase(_ options: String = "") throws -> String {
        let name = freshName()
        try run("CREATE DATABASE \(name) \(options)", in: "postgres")
        return name
    }

    /// Runs statements by `psql`, and returns the values, with `|` between those of a row.
    @discardableResult
    public func run(_ sql: String, in database: String = "kawaraban") throws -> String {
        let (output, errors) = ("\(folder)/\(freshName())", "\(folder)/\(freshName())")
        defer { for path in [output, errors] { unlink(path) } }
        let psql = try RunningProgram(
            [
                (Self.programs ?? "") + "/psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", connectionString(database),
                "-c", sql,
            ], in: folder, environment: ProcessInfo.processInfo.environment, output: output, errors: errors)
        guard psql.waitUntilExit() == 0 else { throw Failure(description: Self.text(of: errors)) }
        return Self.text(of: output).trimmingCharacters(in: .newlines)
    }

    private static func text(of path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }

    private func order(_ order: String) throws {
        try supervisor.withLock { script in
            try script.order(order)
            try script.expect(order)
        }
    }

    /// The folder with `postgres` and `initdb`: the newest of Debian's, or one of `PATH`.
    private static let programs: String? = {
        let debian = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let folders =
            debian.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "/usr/lib/postgresql/\($0)/bin" }
            + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return folders.first { folder in
            ["postgres", "initdb", "psql"].allSatisfy {
                FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
            }
        }
    }()

    /// Makes the folder and goes on as a user whom PostgreSQL accepts: it refuses to run as root.
    private static let outer = #"""
        umask 022
        PATH=$PATH:/usr/sbin:/sbin
        FOLDER=$(mktemp -d /tmp/kawaraban-postgresql-XXXXXX) && export FOLDER || exit 1
        chmod 755 "$FOLDER"
        echo "$FOLDER"
        trap 'rm -rf "$FOLDER"' EXIT
        trap '' INT TERM HUP
        if [ "$(id -u)" -eq 0 ]; then
            export AS="runuser -u postgres --"
            chown postgres "$FOLDER"
        fi
        if [ -n "$PREPARATION" ]; then
            unshare -m sh -c 'eval "$PREPARATION" && exec $AS sh -c "$INNER" sh "$@"' sh "$@"
        else
            $AS sh -c "$INNER" sh "$@"
        fi
        """#

    /// Makes the cluster and does what standard input says. Its end ends the server.
    private static let inner = #"""
        cd "$FOLDER" || exit 1
        programs=$1
        shift
        if [ -n "$PRIMARY" ]; then
            "$programs/pg_basebackup" -h "$PRIMARY" -U kawaraban -D data -R -c fast --no-sync >log 2>&1 ||
                { tail -1 log; exit 1; }
        else
            "$programs/initdb" -D data -U kawaraban --auth=trust -E UTF8 --locale=C --no-sync --no-instructions \
                >log 2>&1 || { tail -1 log; exit 1; }
        fi
        printf 'local all guarded scram-sha-256\nlocal all all trust\nlocal replication all trust\n' >data/pg_hba.conf
        launch() {
            "$programs/postgres" -D data -k "$FOLDER" -c listen_addresses= -c fsync=off -c full_page_writes=off \
                -c shared_buffers=32MB -c max_connections=100 "$@" >>log 2>&1 &
            server=$!
            for try in $(seq 600); do
                "$programs/psql" -XAtq -h "$FOLDER" -U kawaraban -d postgres -c 'SELECT 1' >answer 2>>log && return 0
                kill -0 "$server" 2>>log || return 1
                sleep 0.05
            done
            return 1
        }
        finish() {
            kill "-$1" "$server" 2>>log
            wait "$server"
        }
        launch "$@" || { tail -1 log; exit 1; }
        [ -n "$PRIMARY" ] || "$programs/psql" -Xq -h "$FOLDER" -U kawaraban -d postgres >>log 2>&1 <<SQL
        CREATE DATABASE kawaraban;
        CREATE ROLE guarded LOGIN PASSWORD 'correct horse';
        SQL
        echo ready
        while read -r order; do
            case $order in
                stop) finish INT ;;
                crash) finish QUIT ;;
                start) launch "$@" || { tail -1 log; continue; } ;;
            esac
            echo "$order"
        done
        finish QUIT
        """#
}
