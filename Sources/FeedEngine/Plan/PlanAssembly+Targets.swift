import FeedConfiguration
import FeedMessages
import FeedModel
import FeedStages
import FeedState
import FeedSystem
import Glibc

extension PlanAssembly {
    /// Reports files that two pipelines replace, that two sinks write, or that the run itself uses. Compares the paths
    /// as written, the paths of this moment, and the targets of links. Returns the files that are in use.
    func checkTargets(_ pipelines: [PlannedPipeline], _ sinks: Sinks, _ sources: Sources) -> UsedFiles {
        var uses = TargetUses()
        let read = secrets.namedFiles.filter { $0.use != .program }.map(\.path)
        let ours = OwnFiles(config: path, state: statePath, read: read, sources: sources.instances)
        checkReaders(sources)
        let places = Dictionary(sinks.planned.map { ($0.name, $0.place) }) { first, _ in first }
        for pipeline in pipelines {
            for name in pipeline.sinks {
                guard let sink = sinks.instances[name] as? any FileWriting, let place = places[name] else { continue }
                let written = Self.targets(of: sink, pipeline.name, at: services.clock.now)
                checkWriters(of: written, ours, sink: name, at: place, &uses)
                let replaced = sink.exclusiveTarget(pipeline: pipeline.name)
                checkRefused(written, by: sink, name, at: place, isReplaced: replaced != nil, &uses)
                if replaced != nil { checkFolder(of: written.first, sink: name, at: place, &uses) }
                if sink.showsLastDeliveryAlone, pipeline.schedule == nil {
                    reportFleetingPages(sink: name, at: place, pipeline: pipeline, &uses)
                }
                if let replaced { checkReplaced([replaced] + written.dropFirst(), sink: name, by: pipeline, &uses) }
            }
        }
        return UsedFiles(ours, writers: uses.writers)
    }

    /// Reports sinks that write files although several machines may deliver, and no one is named for that.
    func checkFileSinks(_ sinks: Sinks, of settings: Settings) {
        guard settings.state.path == nil, settings.filesOn == nil else { return }
        for planned in sinks.planned where sinks.instances[planned.name]?.deliversToThisMachine ?? false {
            report(
                .message("plan.files_on", ["sink": Name.label(planned.name, in: "sinks")]), at: planned.place,
                suggestion: .message("plan.name_machine"))
        }
    }

    /// Returns the files that a run reads or starts, beside the configuration itself.
    func namedFiles(of sources: Sources) -> [NamedFile] {
        let places = Dictionary(sources.planned.map { ($0.name, $0.place) }) { first, _ in first }
        return secrets.namedFiles
            + sources.instances.flatMap { name, source in
                places[name].map { place in source.readPaths.map { NamedFile($0, for: .content, at: place) } } ?? []
            }
    }

    /// Warns of sources whose terms forbid what a pipeline does: it delivers a feed that others may fetch.
    func reportPublishing(_ pipelines: [PlannedPipeline], _ sinks: Sinks, _ sources: Sources) {
        for pipeline in pipelines {
            guard let sink = pipeline.sinks.first(where: sinks.published.contains) else { continue }
            let members = Set(pipeline.sources)
            for (name, source) in sources.instances where members.contains(name) {
                guard let terms = source.publishingTerms else { continue }
                report(
                    .message(
                        "plan.published_terms",
                        [
                            "pipeline": .text(pipeline.name), "sink": Name.label(sink, in: "sinks"),
                            "source": Name.label(name, in: "sources"),
                            "terms": .message(terms),
                        ]), at: pipeline.place, severity: .warning, suggestion: .message("plan.leave_source_out"))
            }
        }
    }

    /// Warns of a page that each run replaces by the few entries that are new since the run before it.
    private func reportFleetingPages(
        sink name: String, at place: Place, pipeline: PlannedPipeline, _ uses: inout TargetUses
    ) {
        guard uses.isNew("fleeting \(name)") else { return }
        report(
            .message("plan.fleeting_page", ["sink": Name.label(name, in: "sinks"), "pipeline": .text(pipeline.name)]),
            at: place,
            severity: .warning,
            suggestion: pipeline.carriesNotices ? .message("plan.merge_pages") : .message("plan.merge_or_schedule"))
    }

    /// Reports sources that read the state: nothing else may open it during a run.
    private func checkReaders(_ sources: Sources) {
        let places = Dictionary(sources.planned.map { ($0.name, $0.place) }) { first, _ in first }
        guard let state = statePath.map(truePath) else { return }
        for (name, source) in sources.instances {
            guard let place = places[name] else { continue }
            if let path = source.readPaths.first(where: { StateExamination.isFile(truePath($0), ofStateAt: state) }) {
                report(
                    .message("plan.reads_state", ["source": Name.label(name, in: "sources"), "file": .text(path)]),
                    at: place,
                    suggestion: .message("plan.another_path"))
            } else if source.reads(file: state) {
                report(
                    .message("plan.pattern_meets_state", ["source": Name.label(name, in: "sources")]), at: place,
                    severity: .warning,
                    suggestion: .message("plan.narrower_pattern"))
            }
        }
    }

    /// The sinks that write each file and the pipelines that replace it, by true paths, and the reports that were made.
    private struct TargetUses {
        var writers: [String: String] = [:]
        var exclusive: [String: String] = [:]
        private var reported: Set<String> = []

        /// Returns whether this was not reported yet, and notes it.
        mutating func isNew(_ report: String) -> Bool { reported.insert(report).inserted }
    }

    private func checkWriters(
        of targets: [String], _ ours: OwnFiles, sink name: String, at place: Place, _ uses: inout TargetUses
    ) {
        for target in targets {
            let file = truePath(target)
            if let fault = ours.fault(of: file), uses.isNew("\(name) \(fault)") {
                report(
                    .message(
                        "plan.used_file",
                        ["sink": Name.label(name, in: "sinks"), "file": .text(target), "use": .message(fault)]),
                    at: place, suggestion: .message("plan.another_path"))
            }
            if let other = uses.writers[file], other != name, uses.isNew("\(name) \(other)") {
                report(
                    .message(
                        "plan.same_file",
                        [
                            "sink": Name.label(name, in: "sinks"), "other": Name.label(other, in: "sinks"),
                            "file": .text(target),
                        ]),
                    at: place, suggestion: .message("plan.another_path"))
            }
            uses.writers[file] = name
        }
    }

    private func checkReplaced(
        _ targets: [String], sink name: String, by pipeline: PlannedPipeline, _ uses: inout TargetUses
    ) {
        for file in targets.map(truePath) {
            if let other = uses.exclusive[file], other != pipeline.name,
                uses.isNew("\(pipeline.name)/\(other) \(name)")
            {
                report(
                    .message(
                        "plan.replaced_by_two",
                        [
                            "pipeline": .text(pipeline.name), "other": .text(other),
                            "sink": Name.label(name, in: "sinks"),
                        ]),
                    at: pipeline.place, suggestion: .message("plan.pipeline_in_path"))
            }
            uses.exclusive[file] = pipeline.name
        }
    }

    /// Warns of targets that a delivery refuses: what is not a regular file, and a file to append to that others share.
    private func checkRefused(
        _ targets: [String], by sink: any FileWriting, _ name: String, at place: Place, isReplaced: Bool,
        _ uses: inout TargetUses
    ) {
        for target in targets {
            // Other reasons, such as a full disk or missing rights, may be temporary or apply only to this user.
            guard let refusal = sink.refusal(ofFile: target), let found = refusal.phrase(of: .found),
                uses.isNew("\(name) \(found)")
            else { continue }
            let facts: [String: MessageArgument] = [
                "sink": Name.label(name, in: "sinks"), "file": .text(target), "found": .message(found),
            ]
            report(
                isReplaced ? .message("plan.not_replaced", facts) : .message("plan.not_appended", facts), at: place,
                severity: .warning, suggestion: .message("plan.ask_doctor"))
        }
    }

    /// Warns of a folder that others can change. Replacing a file there is safe, but its readers may find another one.
    private func checkFolder(of target: String?, sink name: String, at place: Place, _ uses: inout TargetUses) {
        guard let target else { return }
        let fixed = target.split(separator: "{{", maxSplits: 1, omittingEmptySubsequences: false)[0]
        let folder = PathParts(String(fixed)).folder
        var status = stat()
        guard stat(folder, &status) == 0, let fault = FileGuard().fault(ofFolder: status, path: folder),
            uses.isNew("\(name) \(folder)")
        else { return }
        report(
            .message(
                "plan.open_folder",
                ["sink": Name.label(name, in: "sinks"), "fault": .message(fault.words(of: .text(target)))]),
            at: place, severity: .warning, suggestion: fault.cure(for: target))
    }

    /// Returns the paths of a sink's files for a pipeline, as written and as they are at a moment.
    private static func targets(of sink: any FileWriting, _ pipeline: String, at moment: Timestamp) -> [String] {
        let written = sink.writtenPaths.map {
            $0.split(separator: "{{pipeline}}", omittingEmptySubsequences: false).joined(separator: pipeline)
        }
        guard !written.isEmpty else { return [] }
        return written + (sink.targets(of: [pipeline], at: moment) ?? []).sorted().filter { !written.contains($0) }
    }
}
