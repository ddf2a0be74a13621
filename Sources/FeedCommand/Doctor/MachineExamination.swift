import FeedEngine
import FeedMessages
import FeedModel
import FeedPrograms
import FeedStages
import FeedSystem
import FeedTransport
import Glibc

/// Examines the machine: clock, time zone, libcurl, certificates, limits and sandbox. Blocks.
struct MachineExamination {
    let now: Timestamp
    /// The zone in which times are shown.
    let zone: Zone
    let plan: Plan?

    /// The years in which the clock can be right.
    private static let years = 2026...2099
    private static let certificates = "/etc/ssl/certs/ca-certificates.crt"

    var findings: [Finding] { [clock, zoneSetting, libcurl, certificates, files, threads, sandbox].compactMap { $0 } }

    private var clock: Finding {
        let year = zone.localTime(at: now).year
        let shown = MessageArgument.text(DatedText.second(now, zone))
        guard Self.years.contains(year) else {
            return .bad(
                "clock", .message("doctor.clock_wrong", ["now": shown]),
                cure: .message("doctor.clock_wrong.cure"))
        }
        return .ok("clock", .message("doctor.clock_ok", ["now": shown]))
    }

    private var zoneSetting: Finding {
        let zones = ZoneReader()
        if let settings = plan?.settings, settings.isZoneConfigured {
            return .ok("zone", .message("doctor.zone_of_settings", ["zone": .text(settings.zone.name)]))
        }
        guard zones.isInstalled else {
            return .bad("zone", .message("doctor.zones_missing"), cure: .message("doctor.zones_missing.cure"))
        }
        guard access("/etc/localtime", R_OK) == 0 || getenv("TZ") != nil else {
            return .hint("zone", .message("doctor.zone_unset"), cure: .message("doctor.zone_unset.cure"))
        }
        if getenv("TZ") != nil {
            return .hint("zone", .message("doctor.zone_of_variable"), cure: .message("doctor.zone_of_variable.cure"))
        }
        return .ok(
            "zone", .message("doctor.zone_of_machine", ["zone": .text(zones.systemZone(variables: [:]).name)]))
    }

    private var libcurl: Finding {
        let version: CurlVersion
        do throws(StageError) {
            version = try CurlVersion.loaded()
        } catch {
            return .bad(
                "libcurl", .message("doctor.libcurl_missing", ["reason": .text(error.explanation ?? error.subject)]),
                cure: .message("doctor.libcurl_missing.cure"))
        }
        let text = MessageArgument.text(version.text)
        guard version.hasFoldedLineFault else {
            return .ok("libcurl", .message("doctor.libcurl_ok", ["version": text]))
        }
        // This is no hint, because the user cannot do anything about it.
        return .ok("libcurl", .message("doctor.libcurl_old", ["version": text]))
    }

    private var certificates: Finding {
        var status = stat()
        guard stat(Self.certificates, &status) == 0, status.st_size > 0, access(Self.certificates, R_OK) == 0 else {
            return .bad(
                "certificates", .message("doctor.certificates_missing", ["path": .text(Self.certificates)]),
                cure: .message("doctor.certificates_missing.cure"))
        }
        return .ok("certificates", .message("doctor.certificates_ok", ["path": .text(Self.certificates)]))
    }

    private var sandbox: Finding {
        guard Confinement.landlockVersion > 0 else {
            return .hint("sandbox", .message("doctor.sandbox_missing"), cure: .message("doctor.sandbox_missing.cure"))
        }
        return .ok(
            "sandbox", .message("doctor.sandbox_ok", ["version": .number(Int(Confinement.landlockVersion))]))
    }

    private var files: Finding {
        let limit = OpenFiles.limit
        let wanted = (plan?.settings.concurrency ?? 64) + ProcessLimits.minimumOpenFiles
        guard limit >= wanted else {
            return .hint(
                "files", .message("doctor.files_few", ["limit": .number(limit)]),
                cure: .message("doctor.files_few.cure", ["wanted": .number(wanted)]))
        }
        return .ok("files", .message("doctor.files_ok", ["limit": .number(limit)]))
    }

    private var threads: Finding? {
        guard let limit = MemoryLimit.set.first(where: { $0.bytes ?? .max < 512 << 20 }), let bytes = limit.bytes else {
            return nil
        }
        return .hint(
            "memory",
            .message("doctor.memory_low", ["mebibytes": .number(bytes >> 20), "option": .text(limit.option)]),
            cure: .message("doctor.memory_low.cure"))
    }
}
