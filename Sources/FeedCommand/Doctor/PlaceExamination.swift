import FeedRendering
import FeedStages
import FeedState
import FeedSystem
import Glibc

/// Files and folders: whether they can be read and written by us alone, and whether there is room. Blocks.
struct PlaceExamination {
    /// Where a sink writes.
    struct Output {
        /// The configured name.
        let sink: String
        /// The path, placeholders as they are written.
        let path: String
        /// Why a delivery would fail now, or nil.
        let refusal: StageError?
        /// Whether no new file is needed.
        let isAppendedToFile: Bool
    }

    private let state: String?
    /// As a run is given it.
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
                cure: "see to its permissions, or name another with `settings.state`")
            if StateExamination.isOpenToOthers(state) {
                findings.append(
                    .hint(
                        "state", "other users can read it",
                        cure: "nothing to do: the next run takes that right from them (mode 600)"))
            }
        }
        for output in outputs {
            let folder = Self.fixedFolder(of: output.path)
            folders.append(("sink", folder))
            findings += writing(
                "sink", output.path, in: folder, named: output.sink, unless: output.refusal,
                needsFolder: !output.isAppendedToFile, cure: "see to its permissions, or change its `path`")
        }
        return findings + room(in: folders)
    }

    /// Who else may change what this program obeys.
    static func ofConfiguration(_ path: String) -> [Finding] {
        guard let fault = InputWay().fault(of: path) else { return [] }
        return [.bad("config", VisibleText.line(fault.words(of: path)), cure: VisibleText.line(fault.cure(for: path)))]
    }

    /// - Parameters:
    ///   - refusal: what a run would tell that asks for this path, or nil.
    ///   - needsFolder: whether a new file has to be made.
    private func writing(
        _ subject: String, _ path: String, in folder: String, named name: String? = nil, unless refusal: StageError?,
        needsFolder: Bool = true, cure: String
    ) -> [Finding] {
        let what = name.map { "\(VisibleText.line($0)): " } ?? ""
        let present = Self.present(folder)
        var status = stat()
        guard stat(present, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return [.bad(subject, "\(what)\(VisibleText.line(present)) is no folder", cure: cure)]
        }
        if let refusal { return [.bad(subject, of: name, refusal, name == nil ? catalogue : catalogue.forSinks)] }
        guard !needsFolder || access(present, W_OK | X_OK) == 0 else {
            let reason = VisibleText.line(String(cString: strerror(errno)))
            return [
                .bad(subject, "\(what)the folder \(VisibleText.line(present)) cannot be written: \(reason)", cure: cure)
            ]
        }
        if present != folder {
            return [.ok(subject, "\(what)\(VisibleText.line(folder)) is not there yet, and can be made")]
        }
        return [.ok(subject, "\(what)\(VisibleText.line(path)) can be written")]
    }

    /// What leads to a path before its first placeholder.
    private static func fixedFolder(of path: String) -> String {
        let scalars = path.unicodeScalars
        guard let brace = scalars.indices.first(where: { scalars[$0...].starts(with: "{{".unicodeScalars) }) else {
            return PathParts(path).folder
        }
        return PathParts(String(scalars[..<brace])).folder
    }

    /// The folder, or the nearest one above it that is there.
    private static func present(_ folder: String) -> String {
        var present = folder
        while access(present, F_OK) != 0, errno == ENOENT, present != "/", present != "." {
            present = PathParts(present).folder
        }
        return present
    }

    /// A finding for each file system.
    private func room(in folders: [(subject: String, folder: String)]) -> [Finding] {
        var seen: Set<UInt> = []
        return folders.compactMap { _, folder -> Finding? in
            let folder = Self.present(folder)
            var status = stat()
            var system = statvfs()
            guard stat(folder, &status) == 0, statvfs(folder, &system) == 0, seen.insert(UInt(status.st_dev)).inserted
            else { return nil }
            return Self.room(VisibleText.line(realPath(folder)), system)
        }
    }

    private static func room(_ folder: String, _ system: statvfs) -> Finding {
        guard system.f_flag & UInt(ST_RDONLY) == 0 else {
            return .bad("disk", "the file system of \(folder) is read-only", cure: "mount it for writing")
        }
        let unit = UInt64(max(1, system.f_frsize))
        let free = UInt64(system.f_bavail).multipliedReportingOverflow(by: unit)
        let whole = UInt64(system.f_blocks).multipliedReportingOverflow(by: unit)
        let bytes = free.overflow ? .max : free.partialValue
        let all = whole.overflow ? .max : whole.partialValue
        let shown = "\(bytes >> 20) MiB are free at \(folder)"
        guard bytes >= min(leastRoom, max(all / leastShare, 1 << 20)) else {
            return .bad("disk", shown, cure: "make room: what cannot be written waits")
        }
        // Some file systems do not count files.
        guard system.f_files == 0 || UInt64(system.f_favail) >= fewestFiles else {
            return .bad(
                "disk", "only \(system.f_favail) more files can be made at \(folder)",
                cure: "take files away: inodes run out")
        }
        return .ok("disk", shown)
    }
}
