import FeedMessages
import FeedStages
import FeedState
import FeedSystem
import Glibc

/// Examines files and folders: whether only we can read and write them, and whether there is space. Blocks.
struct PlaceExamination {
    /// Where a sink writes.
    struct Output {
        /// The configured name.
        let sink: String
        /// The path with its placeholders as written.
        let path: String
        /// Why a delivery would fail now, or nil.
        let refusal: StageError?
        /// Whether every target exists and is appended to, so that no new file is needed.
        let isAppendedToFile: Bool
    }

    private let state: String?
    /// The path of the state as a run gets it.
    private let namedState: String?
    private let outputs: [Output]
    private let catalogue: Catalogue

    init(state: String?, outputs: [Output], catalogue: Catalogue) {
        self.state = state.map { $0.utf8.first == UInt8(ascii: "/") ? $0 : currentFolder() + "/" + $0 }
        namedState = state
        self.outputs = outputs
        self.catalogue = catalogue
    }

    private static let leastRoom: UInt64 = 100 << 20
    private static let leastShare: UInt64 = 50
    private static let fewestFiles: UInt64 = 1000

    var findings: [Finding] {
        var findings: [Finding] = []
        var folders: [(subject: String, folder: String)] = []
        if let state {
            let folder = PathParts(realPath(state)).folder
            folders.append(("state", folder))
            findings += writing(
                "state", state, in: folder, unless: namedState.flatMap(StateExamination.refusal),
                cure: .message("doctor.state_place.cure"))
            if StateExamination.isOpenToOthers(state) {
                findings.append(
                    .hint("state", .message("doctor.state_readable"), cure: .message("doctor.state_readable.cure")))
            }
        }
        for output in outputs {
            let folder = Self.fixedFolder(of: output.path)
            folders.append(("sink", folder))
            findings += writing(
                "sink", output.path, in: folder, named: output.sink, unless: output.refusal,
                needsFolder: !output.isAppendedToFile, cure: .message("doctor.sink_place.cure"))
        }
        return findings + room(in: folders)
    }

    /// Reports who else may change the configuration, which this program obeys.
    static func ofConfiguration(_ path: String) -> [Finding] {
        guard let fault = InputPathCheck().fault(of: path) else { return [] }
        return [
            .bad(
                "config",
                .message("doctor.config_open_to_others", ["fault": MessageArgument(fault.words(of: .text(path)))]),
                cure: .message("doctor.config_open_to_others.cure", ["cure": MessageArgument(fault.cure(for: path))]))
        ]
    }

    /// - Parameters:
    ///   - refusal: the error that a run would report for this path, or nil.
    ///   - needsFolder: whether a new file must be created.
    private func writing(
        _ subject: String, _ path: String, in folder: String, named name: String? = nil, unless refusal: StageError?,
        needsFolder: Bool = true, cure: LocalizedText
    ) -> [Finding] {
        func what(_ key: String, _ path: String, reason: String? = nil) -> LocalizedText {
            var arguments = ["path": MessageArgument.text(path)]
            if let name { arguments["sink"] = .text(name) }
            if let reason { arguments["reason"] = .text(reason) }
            // messages: doctor.place.*
            return .message("doctor.place.\(key)", arguments)
        }
        let present = Self.present(folder)
        var status = stat()
        guard stat(present, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return [.bad(subject, what("no_folder", present), cure: cure)]
        }
        if let refusal {
            let catalogue = name == nil ? catalogue : catalogue.forSinks
            return [.bad(subject, of: name.map { LocalizedText(en: $0) }, refusal, catalogue)]
        }
        guard !needsFolder || access(present, W_OK | X_OK) == 0 else {
            return [.bad(subject, what("unwritable", present, reason: String(cString: strerror(errno))), cure: cure)]
        }
        return [.ok(subject, present == folder ? what("writable", path) : what("makeable", folder))]
    }

    /// Returns the folder of the part of a path before its first placeholder.
    static func fixedFolder(of path: String) -> String {
        let scalars = path.unicodeScalars
        guard let brace = scalars.indices.first(where: { scalars[$0...].starts(with: "{{".unicodeScalars) }) else {
            return PathParts(path).folder
        }
        return PathParts(String(scalars[..<brace])).folder
    }

    /// Returns the folder, or the nearest existing one above it.
    private static func present(_ folder: String) -> String {
        var present = folder
        while access(present, F_OK) != 0, errno == ENOENT, present != "/", present != "." {
            present = PathParts(present).folder
        }
        return present
    }

    /// Returns a finding on the space of each file system.
    private func room(in folders: [(subject: String, folder: String)]) -> [Finding] {
        var seen: Set<UInt> = []
        return folders.compactMap { _, folder -> Finding? in
            let folder = Self.present(folder)
            var status = stat()
            var system = statvfs()
            guard stat(folder, &status) == 0, statvfs(folder, &system) == 0, seen.insert(UInt(status.st_dev)).inserted
            else { return nil }
            return Self.room(realPath(folder), system)
        }
    }

    private static func room(_ folder: String, _ system: statvfs) -> Finding {
        guard system.f_flag & UInt(ST_RDONLY) == 0 else {
            return .bad(
                "disk", .message("doctor.disk_read_only", ["folder": .text(folder)]),
                cure: .message("doctor.disk_read_only.cure"))
        }
        let unit = UInt64(max(1, system.f_frsize))
        let free = UInt64(system.f_bavail).multipliedReportingOverflow(by: unit)
        let whole = UInt64(system.f_blocks).multipliedReportingOverflow(by: unit)
        let bytes = free.overflow ? .max : free.partialValue
        let all = whole.overflow ? .max : whole.partialValue
        let room: [String: MessageArgument] = ["mebibytes": .number(Int(bytes >> 20)), "folder": .text(folder)]
        guard bytes >= min(leastRoom, max(all / leastShare, 1 << 20)) else {
            return .bad("disk", .message("doctor.disk_full", room), cure: .message("doctor.disk_full.cure"))
        }
        // Some file systems do not count inodes.
        guard system.f_files == 0 || UInt64(system.f_favail) >= fewestFiles else {
            return .bad(
                "disk",
                .message(
                    "doctor.inodes_few", ["count": .number(Int(clamping: system.f_favail)), "folder": .text(folder)]),
                cure: .message("doctor.inodes_few.cure"))
        }
        return .ok("disk", .message("doctor.disk_ok", room))
    }
}
