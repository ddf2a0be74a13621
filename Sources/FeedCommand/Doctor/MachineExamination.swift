import FeedEngine
import FeedModel
import FeedPrograms
import FeedRendering
import FeedStages
import FeedTransport
import Glibc

/// The machine: its clock, its zone, its libcurl, its certificates, its limits. Blocks.
struct MachineExamination {
    let now: Timestamp
    let plan: Plan?

    /// No machine that runs this is set right before this year, or after the other one.
    private static let years = 2026...2099
    private static let certificates = "/etc/ssl/certs/ca-certificates.crt"

    var findings: [Finding] { [clock, zone, libcurl, certificates, files, threads, sandbox].compactMap { $0 } }

    private var clock: Finding {
        let year = CivilTime(now).year
        guard Self.years.contains(year) else {
            return .bad(
                "clock", "this machine says that it is \(now.rfc3339())",
                cure: "set the clock: certificates and schedules depend on it")
        }
        return .ok("clock", "it is \(now.rfc3339())")
    }

    private var zone: Finding {
        let zones = ZoneReader()
        if let settings = plan?.settings, settings.isZoneConfigured {
            return .ok("zone", "\(settings.zone.name), as `settings.timezone` says")
        }
        guard zones.isInstalled else {
            return .bad("zone", "this machine knows no zones, so times are those of UTC", cure: "install tzdata")
        }
        guard access("/etc/localtime", R_OK) == 0 || getenv("TZ") != nil else {
            return .hint(
                "zone", "this machine is set to no zone, so times are those of UTC",
                cure: "set `settings.timezone`, such as Asia/Tokyo")
        }
        if getenv("TZ") != nil {
            return .hint(
                "zone", "the zone comes from the variable TZ, which cron does not have", cure: "set `settings.timezone`"
            )
        }
        return .ok("zone", "\(zones.systemZone(variables: [:]).name), as this machine is set")
    }

    private var libcurl: Finding {
        let version: CurlVersion
        do throws(StageError) {
            version = try CurlVersion.loaded()
        } catch {
            return .bad(
                "libcurl", "it cannot be loaded: \(error.explanation ?? error.subject)",
                cure: "install libcurl4: without it nothing can be fetched")
        }
        guard version.hasFoldedLineFault else { return .ok("libcurl", "it is \(version.text)") }
        // No hint, since there is nothing to do about it.
        return .ok("libcurl", "it is \(version.text); a fault that versions before 8.1 have is worked around")
    }

    private var certificates: Finding {
        var status = stat()
        guard stat(Self.certificates, &status) == 0, status.st_size > 0, access(Self.certificates, R_OK) == 0 else {
            return .bad(
                "certificates", "there are no certificates of authorities at \(Self.certificates)",
                cure: "install ca-certificates: without them no https source can be trusted")
        }
        return .ok("certificates", "authorities are at \(Self.certificates)")
    }

    private var sandbox: Finding {
        guard Confinement.landlockVersion > 0 else {
            return .hint(
                "sandbox", "this kernel has no Landlock, so that programs with `sandbox: yes` are not started",
                cure: "nothing to do unless you want it: Linux 5.13 and later have it, if `landlock` is among `lsm=`")
        }
        return .ok("sandbox", "programs can be confined (Landlock \(Confinement.landlockVersion))")
    }

    private var files: Finding {
        let limit = ProcessLimits.openFiles
        let wanted = (plan?.settings.concurrency ?? 64) + ProcessLimits.fewestFiles
        guard limit >= wanted else {
            return .hint(
                "files", "\(limit) files may be open at a time, so fewer than `settings.concurrency` transfers run",
                cure: "raise `ulimit -n` to \(wanted), or lower `settings.concurrency`")
        }
        return .ok("files", "\(limit) files may be open at a time")
    }

    private var threads: Finding? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < 512 << 20 else {
            return nil
        }
        return .hint(
            "memory", "`ulimit -v` leaves this process \(limit.rlim_cur >> 20) MiB of addresses",
            cure: "raise it to 512 MiB: threads and the database reserve more than they use")
    }
}
