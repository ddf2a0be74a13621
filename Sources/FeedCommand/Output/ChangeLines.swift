import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState

/// What a run tells under cron: one line for each change, none if nothing changed.
struct ChangeLines {
    /// Lines that a run tells at most; the others are counted, wait for the next one, and stand in `status --lines`.
    static let limit = 10
    static let name = "kawaraban: "

    let catalogue: Catalogue
    let zone: Zone
    /// Columns of a line.
    private var columns = ErrorLine.columns

    init(catalogue: Catalogue, zone: Zone) {
        self.catalogue = catalogue
        self.zone = zone
    }

    /// The words for each of these changes, in order; documents of one source share a line.
    func lines(for changes: [RunReport.Change]) -> [String] {
        texts(for: changes.map { ChangeLine($0, madeAt: Timestamp(milliseconds: 0)) }).map(\.text)
    }

    /// The words for lines, in order, all of them; those that belong together share a text.
    ///
    /// - Parameter dated: whether what an earlier run found out is told with its moment.
    func texts(for lines: [ChangeLine], dated: Bool = false) -> [ChangeText] {
        ChangeGroup.groups(of: lines).map { group in
            ChangeText(dated && group.representative.isOfEarlierRun ? datedText(group) : text(group), of: group.lines)
        }
    }

    /// What one run tells of them: what needs attention comes first, what belongs to one source or sink stays in order.
    func mail(for lines: [ChangeLine]) -> (texts: [ChangeText], rest: Int) {
        let groups = ChangeGroup.groups(of: lines)
        let chosen = groups.count > Self.limit ? Array(ChangeGroup.ranked(groups).prefix(Self.limit)) : groups
        let texts = chosen.map { group in
            ChangeText(group.representative.isOfEarlierRun ? datedText(group) : text(group), of: group.lines)
        }
        return (texts, groups.count - chosen.count)
    }

    /// How many lines are not told for want of room, and where they can be read.
    func rest(_ count: Int) -> String { catalogue.localized("line.rest", ["count": .number(count)]) }

    /// How many lines were let go, because too many waited.
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

    /// The line for one change.
    ///
    /// - Parameter others: how many others of its kind and source it tells of, where the first gives the words.
    func line(for change: RunReport.Change, others: Int = 0) -> String {
        if let failing = change.failing { return line(about: change, failing) }
        if change.kind == .documentFailing, change.unread == nil { return line(couldNotRead: change, others: others) }
        let words = ChangeWords(change, zone: zone, catalogue: catalogue)
        let beginning = catalogue.localized(words.text)
        guard let side = words.side, let error = change.error else { return line(beginning) }
        return line(beginning, orShorter: words.short.map { catalogue.localized($0) }, error, catalogue.at(side))
    }

    /// `kawaraban: BEGINNING: what happened; what to do [subject] (code)`, within the columns of a line, about
    /// something of this process.
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

    /// `what happened; what to do [subject] (code)`, whole.
    func sentence(_ error: StageError) -> String {
        let subject = VisibleText.line(error.subject)
        return "\(catalogue.sentence(error))" + (subject.isEmpty ? "" : " [\(subject)]") + " \(catalogue.code(error))"
    }

    /// `state works again; it failed from 2026-11-19 18:15 to 2026-11-19 22:45`
    func line(_ what: String, worksAfter span: NotifiedFailures.Period) -> String {
        let (since, until) = (DatedText.minute(span.since, zone), DatedText.minute(span.until, zone))
        return line(
            since == until
                ? catalogue.localized("line.works_again_at", ["what": .message(trouble(what)), "since": .text(since)])
                : catalogue.localized(
                    "line.works_again_between",
                    ["what": .message(trouble(what)), "since": .text(since), "until": .text(until)]))
    }

    /// What of this process fails, as people call it.
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
        DisplayWidth.fit("kawaraban: \(VisibleText.line(text))", in: columns)
    }

    /// When it is asked next gives way where the reason would not be whole otherwise.
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

    /// Names the document by its path, or by the end of it where the reason needs the room.
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

/// Lines that are told as one.
private struct ChangeGroup {
    private(set) var lines: [ChangeLine]

    /// The line that gives its words, and its moment.
    var representative: ChangeLine { lines[0].change.kind.grouping == .last ? lines[lines.count - 1] : lines[0] }

    /// What is told of all of them.
    var change: RunReport.Change {
        var change = representative.change
        if change.kind.grouping == .sum { change.entries = lines.reduce(0) { $0 + ($1.change.entries ?? 0) } }
        return change
    }

    private var needsAttention: Bool { representative.change.needsAttention }

    /// What other lines may tell of, too, so that they must stay in order.
    private var subject: String? {
        let change = representative.change
        if let source = change.source { return "source \(source)" }
        if let sink = change.sink { return "sink \(sink)" }
        return [.online, .offline].contains(change.kind) ? "network" : nil
    }

    /// Lines of one kind that tell of parts of one source make a group, told where the first of them stands.
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

    /// First what needs attention, with what happened to the same source or sink before; then the rest. Either in
    /// order.
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
