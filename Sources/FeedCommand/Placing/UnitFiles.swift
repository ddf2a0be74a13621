import FeedEngine
import FeedModel

/// The service and the timer of systemd that run a configuration.
struct UnitFiles {
    /// The name of both, without its suffix.
    let name: String
    let call: ScheduledCall
    let timetable: Timetable
    /// Credentials by name that the configuration asks for (`{ credential: NAME }`).
    var credentials: [String] = []

    /// What the sandboxed service needs besides.
    struct Sandbox {
        /// Folders outside its own that it writes into.
        var writtenFolders: [String] = []
        /// Whether systemd reads a file with variables for it.
        var hasVariables = false
    }

    /// The file of a credential of a service of the system.
    static func credential(_ credential: String, of name: String) -> String { "/etc/\(name)/credentials/\(credential)" }

    /// The file with the variables of a service of the system.
    static func variables(of name: String) -> String { "/etc/\(name)/env" }

    /// The service of a user. `%E` is the folder of the user's configurations.
    var service: String {
        """
        [Unit]
        Description=\(description)

        [Service]
        Type=oneshot
        ExecStart=\(call.unitText)
        SuccessExitStatus=75
        \(credentials.map { "LoadCredential=\($0):%E/\(name)/credentials/\(Self.escaped($0))\n" }.joined())
        """
    }

    /// The timer. A time that passed while the machine was off is made up for.
    var timer: String {
        """
        [Unit]
        Description=\(description)

        [Timer]
        \(timetable.calendarTimes.map { "OnCalendar=\($0)" }.joined(separator: "\n"))
        Persistent=true
        RandomizedDelaySec=60

        [Install]
        WantedBy=timers.target

        """
    }

    /// The service of the system: it has a user of its own for each run, sees no home, and writes only into
    /// `/var/lib/NAME`.
    func sandboxedService(_ sandbox: Sandbox) -> String {
        let needs =
            credentials.map { "LoadCredential=\($0):\(Self.escaped(Self.credential($0, of: name)))\n" }
            + (sandbox.hasVariables ? ["EnvironmentFile=\(Self.variables(of: name))\n"] : [])
            + sandbox.writtenFolders.map { "ReadWritePaths=-\(Self.escaped($0))\n" }
        return """
            [Unit]
            Description=\(description)
            Wants=network-online.target
            After=network-online.target

            [Service]
            Type=oneshot
            ExecStart=\(call.unitText)
            SuccessExitStatus=75

            StateDirectory=\(name)
            StateDirectoryMode=0700
            \(needs.joined())
            DynamicUser=yes
            \(Self.restrictions)
            """
    }

    /// The same as in the service of the package. With `MemoryDenyWriteExecute=` PCRE2 interprets patterns.
    private static let restrictions = """
        UMask=0077
        CapabilityBoundingSet=
        AmbientCapabilities=
        DevicePolicy=closed
        KeyringMode=private
        NoNewPrivileges=yes
        LockPersonality=yes
        # The patterns of filters are then not compiled to machine code. A program of the configuration that makes code while it
        # runs (node, java) needs `MemoryDenyWriteExecute=no`.
        MemoryDenyWriteExecute=yes
        PrivateDevices=yes
        PrivateTmp=yes
        PrivateUsers=yes
        ProtectClock=yes
        ProtectControlGroups=yes
        # Programs of the configuration are not found in /home.
        ProtectHome=yes
        ProtectHostname=yes
        ProtectKernelLogs=yes
        ProtectKernelModules=yes
        ProtectKernelTunables=yes
        ProtectProc=invisible
        ProtectSystem=strict
        RemoveIPC=yes
        RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        SystemCallArchitectures=native
        # Programs of the configuration with `sandbox: yes` need capset and Landlock.
        SystemCallFilter=@system-service
        SystemCallFilter=~@privileged @resources
        SystemCallFilter=capset landlock_create_ruleset landlock_add_rule landlock_restrict_self
        SystemCallErrorNumber=EPERM

        """

    private var description: String { "Kawaraban (\(call.config.replacingBytes("%", with: "%%")))" }

    /// Returns a path for a list of paths in a unit.
    static func escaped(_ path: String) -> String {
        let plain = path.replacingBytes("%", with: "%%")
        return plain.utf8.contains(UInt8(ascii: " ")) ? "\"\(plain)\"" : plain
    }

    /// Whether systemd takes a name for a unit.
    static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "-")
            && name.utf8.first != UInt8(ascii: ".")
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "_-.".utf8.contains(byte)
                }
            }
    }
}
