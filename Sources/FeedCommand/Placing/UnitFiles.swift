import FeedEngine

/// The service and the timer of systemd that run a configuration.
struct UnitFiles {
    /// The name of both, without its suffix.
    let name: String
    let call: ScheduledCall
    let timetable: Timetable

    /// What the sandboxed service needs besides.
    struct Sandbox {
        /// Credentials by name that the configuration asks for (`{ credential: NAME }`).
        var credentials: [String] = []
        /// Folders outside its own that it writes into.
        var writtenFolders: [String] = []
    }

    /// The service of a user.
    var service: String {
        """
        [Unit]
        Description=\(description)

        [Service]
        Type=oneshot
        ExecStart=\(call.unitText)
        SuccessExitStatus=75

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
    /// `/var/lib/NAME`. `MemoryDenyWriteExecute=` is left out: PCRE2 compiles patterns to machine code.
    func sandboxedService(_ sandbox: Sandbox) -> String {
        let credentials = sandbox.credentials.map { "LoadCredential=\($0):/etc/\(name)/credentials/\($0)\n" }
        let folders = sandbox.writtenFolders.map { "ReadWritePaths=-\(Self.escaped($0))\n" }
        return """
            [Unit]
            Description=\(description)
            Wants=network-online.target
            After=network-online.target

            [Service]
            Type=oneshot
            ExecStart=\(call.unitText)
            SuccessExitStatus=75

            DynamicUser=yes
            StateDirectory=\(name)
            \(credentials.joined())\(folders.joined())\(Self.restrictions)
            """
    }

    private static let restrictions = """
        CapabilityBoundingSet=
        DevicePolicy=closed
        KeyringMode=private
        LockPersonality=yes
        NoNewPrivileges=yes
        PrivateDevices=yes
        PrivateTmp=yes
        PrivateUsers=yes
        ProcSubset=pid
        ProtectClock=yes
        ProtectControlGroups=yes
        ProtectHome=yes
        ProtectHostname=yes
        ProtectKernelLogs=yes
        ProtectKernelModules=yes
        ProtectKernelTunables=yes
        ProtectProc=invisible
        ProtectSystem=strict
        RemoveIPC=yes
        RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        SystemCallArchitectures=native
        SystemCallErrorNumber=EPERM
        SystemCallFilter=@system-service
        SystemCallFilter=~@privileged @resources
        SystemCallFilter=landlock_add_rule landlock_create_ruleset landlock_restrict_self seccomp

        """

    private var description: String { "Kawaraban (\(call.config.replacing("%", with: "%%")))" }

    private static func escaped(_ path: String) -> String {
        let plain = path.replacing("%", with: "%%")
        return plain.contains(" ") ? "\"\(plain)\"" : plain
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
