import Foundation
import Synchronization

/// A PgBouncer of a test's own in front of a server, on a socket in a folder of its own. It ends with the process.
public final class ConnectionPool: Sendable {
    /// Why there is none, for tests that are skipped; nil if it is installed.
    public static let missing: String? =
        PostgreSQLServer.missing ?? (program == nil ? "skipped: PgBouncer is not installed" : nil)

    private let server: PostgreSQLServer
    private let folder: String
    /// It ends the pool when it is let go.
    private let supervisor: Mutex<InteractiveScript>

    /// Starts a pool.
    ///
    /// - Parameters:
    ///   - mode: `session`, `transaction` or `statement`.
    ///   - size: the most sessions of the server.
    public init(of server: PostgreSQLServer, mode: String, size: Int = 20) throws {
        guard let program = Self.program else { throw PostgreSQLServer.Failure(description: "no PgBouncer") }
        self.server = server
        let running = try InteractiveScript(Self.script, [program, server.folder, mode, "\(size)"])
        folder = try running.answer()
        supervisor = Mutex(running)
        guard folder.hasPrefix("/") else { throw PostgreSQLServer.Failure(description: "PgBouncer: \(folder)") }
    }

    /// A connection string for a database, through the pool.
    public func connectionString(_ database: String = "kawaraban") -> String {
        "host=\(folder) dbname=\(database) user=kawaraban"
    }

    private static let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private static let script = #"""
        FOLDER=$(mktemp -d /tmp/kawaraban-pool-XXXXXX) || exit 1
        trap 'rm -rf "$FOLDER"' EXIT
        trap '' INT TERM HUP
        chmod 755 "$FOLDER"
        cat >"$FOLDER/ini" <<END
        [databases]
        * = host=$2 user=kawaraban
        [pgbouncer]
        listen_addr =
        listen_port = 5432
        unix_socket_dir = $FOLDER
        auth_type = any
        pool_mode = $3
        default_pool_size = $4
        END
        if [ "$(id -u)" -eq 0 ]; then
            chown -R postgres "$FOLDER"
            AS="runuser -u postgres --"
        fi
        $AS "$1" "$FOLDER/ini" >"$FOLDER/log" 2>&1 </dev/null &
        pool=$!
        for try in $(seq 200); do
            [ -S "$FOLDER/.s.PGSQL.5432" ] && break
            kill -0 "$pool" 2>>"$FOLDER/log" || { tail -1 "$FOLDER/log"; exit 1; }
            sleep 0.05
        done
        echo "$FOLDER"
        cat >>"$FOLDER/log"
        kill "$pool"
        wait "$pool"
        """#
}
