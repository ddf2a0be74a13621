import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState

/// The lines that a run prints under cron: one for each change, none if nothing changed.
struct ChangeLines {
    /// The most lines that a run prints. The others are counted, wait for the next run, and are in `status --lines`.
    static let limit = 10
    static let name = "kawaraban: "

    let catalogue: Catalogue
    let zone: Zone
    /// The width of a line in columns.
    private var columns = ErrorLine.columns

    init(catalogue: Catalogue, zone: Zone) {
        self.catalogue = catalogue
        self.zone = zone
    }

    /// Returns the lines for these changes, in order. Failed documents of one source share a line.
    func lines(for changes: [RunReport.Change]) -> [String] {
        texts(for: changes.map { ChangeLine($0, madeAt: Timestamp(milliseconds: 0)) }).map(\.text)
    }

    /// Returns the texts for all lines, in order. Lines that belong together share a text.
    ///
    /// - Parameter dated: whether a change from an earlier run begins with its date and time.
    func texts(for lines: [ChangeLine], dated: Bool = false) -> [ChangeText] {
        ChangeGroup.groups(of: lines).map { group in
            ChangeText(dated && group.representative.isOfEarlierRun ? datedText(group) : text(group), of: group.lines)
        }
    }

    /// Returns the texts that one run prints, and how many are left: what needs attention first, each subject in order.
    func mail(for lines: [ChangeLine]) -> (texts: [ChangeText], rest: Int) {
        let groups = ChangeGroup.groups(of: lines)
        let chosen = groups.count > Self.limit ? Array(ChangeGroup.ranked(groups).prefix(Self.limit)) : groups
        let texts = chosen.map { group in
            ChangeText(group.representative.isOfEarlierRun ? datedText(group) : text(group), of: group.lines)
        }
        return (texts, groups.count - chosen.count)
    }

    /// Returns the line that says how many lines were not printed, and where to read them.
    func rest(_ count: Int) -> String { catalogue.localized("line.rest", ["count": .number(count)]) }

    /// Returns the line that says how many lines were deleted because too many waited.
    func lost(_ count: Int) -> String {
        catalogue.localized("line.lost", ["count": .number(count), "most": .number(KeptLine.most)])
    }

    private func text(_ group: ChangeGroup) -> String {
        line(for: group.change, others: group.lines.count - 1)
    }

    /// `kawaraban: 2026-11-19 07:15: source …`
    private func datedText(_ group: ChangeGroup) -> String {
        let moment = "\(minute(group.representative.madeAt)): "
        var narrow = self
        narrow.columns -= DisplayWidth.of(moment)
        return Self.name + moment + narrow.text(group).trimmingPrefix(Self.name)
    }

    /// Returns the line for one change.
    ///
    /// - Parameter others: how many other changes of its kind and source the line also reports.
    func line(for change: RunReport.Change, others: Int = 0) -> String {
        if let failing = change.failing { return line(about: change, failing) }
        if change.kind == .documentFailing, change.unread == nil { return line(couldNotRead: change, others: others) }
        let words = ChangeWords(change, zone: zone, catalogue: catalogue)
        let beginning = catalogue.localized(words.text)
        guard let side = words.side, let error = change.error else { return line(beginning) }
        return line(beginning, orShorter: words.short.map { catalogue.localized($0) }, error, catalogue.at(side))
    }

    /// Returns `kawaraban: BEGINNING: what happened; what to do [subject] (code)` within the width of a line, about a
    /// part of this process.
    func line(_ what: String, _ error: StageError) -> String {
        line(catalogue.localized(trouble(what)), error, catalogue)
    }

    private func line(
        _ beginning: String, orShorter short: String? = nil, _ error: StageError, _ catalogue: Catalogue
    ) -> String {
        let line = ErrorLine(
            error, catalogue, beginning: Self.name + VisibleText.line(beginning),
            lastBeginning: short.map { Self.name + VisibleText.line($0) })
        return line.text(in: columns)
    }

    /// Returns `what happened; what to do [subject] (code)`, uncut.
    func sentence(_ error: StageError) -> String {
        let subject = VisibleText.line(error.subject)
        return "\(catalogue.sentence(error))" + (subject.isEmpty ? "" : " [\(subject)]") + " \(catalogue.code(error))"
    }

    /// Returns a line such as `state works again; it failed from 2026-11-19 18:15 to 2026-11-19 22:45`.
    func line(_ what: String, worksAfter span: NotifiedFailures.Period) -> String {
        let (since, until) = (DatedText.minute(span.since, zone), DatedText.minute(span.until, zone))
        return line(
            since == until
                ? catalogue.localized("line.works_again_at", ["what": .message(trouble(what)), "since": .text(since)])
                : catalogue.localized(
                    "line.works_again_between",
                    ["what": .message(trouble(what)), "since": .text(since), "until": .text(until)]))
    }

    /// Returns the name for people of a part of this process.
    private func trouble(_ what: String) -> LocalizedText {
        switch what {
        case "state": .message("trouble.state")
        case "report": .message("trouble.report")
        case "metrics": .message("trouble.metrics")
        case "recording": .message("trouble.recording")
        default: LocalizedText(en: what)
        }
    }

    private func line(_ text: String) -> String {
        DisplayWidth.fitAroundAddresses("kawaraban: \(VisibleText.line(text))", in: columns)
    }

    /// Returns the line about a failing source, without the next fetch if the reason would be cut otherwise.
    private func line(about change: RunReport.Change, _ failing: RunReport.Failing) -> String {
        let words = FailingWords(failing, source: change.source ?? "", since: change.since, zone: zone)
        return line(
            change, beginning: catalogue.localized(words.text(withNext: true)),
            shortBeginning: catalogue.localized(words.text(withNext: false)))
    }

    private func line(
        _ change: RunReport.Change, beginning: String, shortBeginning: String, namesSubject: Bool = true
    ) -> String {
        let error = change.error ?? StageError(.internalError, subject: "")
        let line = ErrorLine(
            error, catalogue, beginning: Self.name + VisibleText.line(beginning),
            shortBeginning: Self.name + VisibleText.line(shortBeginning), namesSubject: namesSubject)
        return line.text(in: columns)
    }

    private func minute(_ moment: Timestamp) -> String { DatedText.minute(moment, zone) }

    /// Returns a line that names a document by its path, or by the path's last part if the reason needs the space.
    private func line(couldNotRead change: RunReport.Change, others: Int) -> String {
        let key = VisibleText.line(change.path ?? "")
        let name = key.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(key[key.utf8.index(after: $0)...]) } ?? key
        let source = MessageArgument.text(DisplayWidth.fit(VisibleText.line(change.source ?? ""), in: 30))
        func beginning(_ document: String) -> String {
            let document = MessageArgument.text(document)
            return switch others {
            case 0:
                catalogue.localized("change.document_failing", ["source": source, "document": document])
            case 1:
                catalogue.localized("change.document_failing.two", ["source": source, "document": document])
            default:
                catalogue.localized(
                    "change.document_failing.many",
                    ["source": source, "document": document, "others": .number(others)])
            }
        }
        return line(
            change, beginning: beginning(DisplayWidth.fitEnd(key, in: 60)),
            shortBeginning: beginning(DisplayWidth.fitEnd(name, in: 24)), namesSubject: false)
    }
}

/// Lines that are reported as one.
private struct ChangeGroup {
    private(set) var lines: [ChangeLine]

    /// The line that gives the group's words and time.
    var representative: ChangeLine { lines[0].change.kind.grouping == .last ? lines[lines.count - 1] : lines[0] }

    /// One change that reports all lines of the group.
    var change: RunReport.Change {
        var change = representative.change
        if change.kind.grouping == .sum { change.entries = lines.reduce(0) { $0 + ($1.change.entries ?? 0) } }
        return change
    }

    private var needsAttention: Bool { representative.change.needsAttention }

    /// The source, sink or network of the group. Groups with the same subject must stay in order.
    private var subject: String? {
        let change = representative.change
        if let source = change.source { return "source \(source)" }
        if let sink = change.sink { return "sink \(sink)" }
        return [.online, .offline].contains(change.kind) ? "network" : nil
    }

    /// Groups lines of one kind and one source. A group takes the place of its first line.
    static func groups(of lines: [ChangeLine]) -> [ChangeGroup] {
        var groups: [ChangeGroup] = []
        var places: [String: Int] = [:]
        for line in lines {
            if line.change.kind.grouping != .each, let source = line.change.source {
                let key = "\(line.change.kind.rawValue) \(source)"
                if let place = places[key] {
                    groups[place].lines.append(line)
                    continue
                }
                places[key] = groups.count
            }
            groups.append(ChangeGroup(lines: [line]))
        }
        return groups
    }

    /// Returns the groups that need attention and the earlier groups of their subjects first, then the others. Both
    /// parts keep their order.
    static func ranked(_ groups: [ChangeGroup]) -> [ChangeGroup] {
        var urgent: Set<Int> = []
        var subjects: Set<String> = []
        for (index, group) in groups.enumerated().reversed() {
            guard group.needsAttention || group.subject.map(subjects.contains) ?? false else { continue }
            urgent.insert(index)
            if let subject = group.subject { subjects.insert(subject) }
        }
        return groups.indices.filter(urgent.contains).map { groups[$0] }
            + groups.indices.filter { !urgent.contains($0) }.map { groups[$0] }
    }
}
