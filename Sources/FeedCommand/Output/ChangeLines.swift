import FeedConfiguration
import FeedEngine
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
            ChangeText(dated && group.teller.isOfEarlierRun ? datedText(group) : text(group), of: group.lines)
        }
    }

    /// What one run tells of them: what needs attention comes first, what belongs to one source or sink stays in order.
    func mail(for lines: [ChangeLine]) -> (texts: [ChangeText], rest: Int) {
        let groups = ChangeGroup.groups(of: lines)
        let chosen = groups.count > Self.limit ? Array(ChangeGroup.ranked(groups).prefix(Self.limit)) : groups
        let texts = chosen.map { group in
            ChangeText(group.teller.isOfEarlierRun ? datedText(group) : text(group), of: group.lines)
        }
        return (texts, groups.count - chosen.count)
    }

    /// How many lines are not told for want of room, and where they can be read.
    static func rest(_ count: Int) -> String { "\(name)… and \(count) more (kawaraban status --lines)" }

    /// How many lines were let go, because too many waited.
    static func lost(_ count: Int) -> String {
        "\(name)\(count) older \(count == 1 ? "line was" : "lines were") let go: nobody has read the last "
            + "\(StateDatabase.mostLines); `kawaraban status` shows how things stand"
    }

    private func text(_ group: ChangeGroup) -> String {
        guard group.lines.count > 1, case .documentFailing(let source, let key, let error) = group.teller.change else {
            return line(for: group.change)
        }
        return line(source, couldNotRead: key, others: group.lines.count - 1, error)
    }

    /// `kawaraban: 2026-11-19 07:15: source …`
    private func datedText(_ group: ChangeGroup) -> String {
        let moment = "\(minute(group.teller.madeAt)): "
        var narrow = self
        narrow.columns -= DisplayWidth.of(moment)
        return Self.name + moment + narrow.text(group).trimmingPrefix(Self.name)
    }

    /// The line for one change.
    func line(for change: RunReport.Change) -> String {
        switch change {
        case .sourceFailing(let source):
            return line(about: source)
        case .sourceSilent(let name, let silence):
            return line(
                "source \"\(name)\" answers, but has brought nothing new since \(day(silence.since)) "
                    + "(before: about \(silence.perWeek) a week); look whether it lives elsewhere now")
        case .sourceMissed(let name, let missed):
            return line("source \"\(name)\": \(MissedText(missed, zone: zone).sentence)")
        case .offline(let error, let since):
            return line(
                "offline since \(minute(since)): nearly every fetch failed, no source is blamed for it "
                    + "(\(catalogue.whatWithoutWords(error)))")
        case .online(let duration):
            return line("online again, after \(Span.text(duration))")
        case .documentFailing(let name, let key, let error):
            return line(name, couldNotRead: key, others: 0, error)
        case .sourceRecovered(let name):
            return line("source \"\(name)\" works again")
        case .sourceWorks(let name):
            return line("source \"\(name)\" works now")
        case .sourceMoved(let name, let address, let option):
            return moved(name, to: address, option)
        case .sourceBack(let name, let address):
            return line("source \"\(name)\" is at its configured address again, and is asked there [\(address)]")
        case .sourceGone(let name, let error):
            return line("source \"\(name)\" is gone and is not asked any more", error)
        case .sourceFlooded(let name, let count):
            return line(
                "source \"\(name)\" flooded: \(old(count)) came as new and are held; "
                    + "`kawaraban state retry --source \(name)` delivers them, `state forget` drops them")
        case .sourceElsewhere(let name, let count, let site):
            return line(
                "source \"\(name)\": \(entries(count)) held that a redirect brought from \(DisplayWidth.fit(site, in: 30)); "
                    + "`kawaraban state retry --source \(name)` delivers them, `state forget` drops them")
        case .sourceChangedGuids(let name, let count):
            return line(
                "source \"\(name)\" changed the ids of its entries; \(count) were known again and are not delivered twice"
            )
        case .sourceFieldsGone(let name, let fields):
            return line(
                "source \"\(name)\": \(list(fields.map(\.name))) are gone"
                    + (fields.map(\.since).min().map { " since \(day($0))" } ?? "")
                    + "; look whether its site has changed")
        case .outOfTime(let limit, let count):
            let sources = count == 1 ? "1 source was" : "\(count) sources were"
            return line(
                "\(sources) not reached within \(Span.text(limit)), and will be asked first next time; "
                    + "raise `settings.max_run` if this goes on")
        case .pipelineFailing(let name, let error, let since):
            return line("pipeline \"\(name)\" failing since \(day(since)), its entries wait", error)
        case .pipelineRecovered(let name):
            return line("pipeline \"\(name)\" works again")
        case .sinkFailing(let name, let error, let waiting):
            return line(
                "sink \"\(name)\" failing, \(entries(waiting)) waiting", orShorter: "sink \"\(name)\" failing", error,
                catalogue.forSinks)
        case .sinkWaiting(let name, let since, let waiting):
            return line("sink \"\(name)\": \(entries(waiting)) waiting since \(day(since))")
        case .sinkRecovered(let name):
            return line("sink \"\(name)\" works again")
        case .sinkWorks(let name):
            return line("sink \"\(name)\" works now")
        case .givenUp(let name, let error, let count):
            return line("sink \"\(name)\" gave up \(entries(count))", error, catalogue.forGivenUp)
        case .leftoverForgotten(let leftover):
            let what = leftover.sink.map { "for sink \"\($0)\"" } ?? "from sources"
            return line(
                "pipeline \"\(leftover.pipeline)\": \(entries(leftover.entries)) that waited \(what), taken out 30 days ago, "
                    + "were let go")
        case .givenUpExported(let export):
            return line(
                "sink \"\(export.sink)\": the oldest \(export.messages) given-up messages were moved to \(export.path)")
        case .warning(let error):
            return line("warning", error)
        case .unreadable(let kind, let fact):
            return line("another version left something to tell that this one cannot read: \(kind) \(fact)")
        }
    }

    /// `kawaraban: BEGINNING: what happened; what to do [subject]`, within the columns of a line.
    func line(_ beginning: String, _ error: StageError) -> String { line(beginning, error, catalogue) }

    private func line(
        _ beginning: String, orShorter short: String? = nil, _ error: StageError, _ catalogue: Catalogue
    ) -> String {
        let line = ErrorLine(
            beginning: "kawaraban: \(VisibleText.line(beginning))",
            lastBeginning: short.map { "kawaraban: \(VisibleText.line($0))" }, what: catalogue.what(error),
            shortWhat: catalogue.whatWithoutWords(error), cure: catalogue.cure(error),
            subject: VisibleText.line(error.subject), path: error.facts[.folder].map(VisibleText.line))
        return line.text(in: columns)
    }

    /// `what happened; what to do [subject]`, whole.
    func sentence(_ error: StageError) -> String {
        let subject = VisibleText.line(error.subject)
        return "\(catalogue.what(error)); \(catalogue.cure(error))" + (subject.isEmpty ? "" : " [\(subject)]")
    }

    /// `state works again; it failed from 2026-11-19 18:15 to 2026-11-19 22:45`
    func line(_ what: String, worksAfter span: ToldTroubles.Span) -> String {
        let (since, until) = (minute(span.since), minute(span.until))
        return line(
            "\(what) works again; it failed " + (since == until ? "at \(since)" : "from \(since) to \(until)"))
    }

    private func line(_ text: String) -> String {
        DisplayWidth.fit("kawaraban: \(VisibleText.line(text))", in: columns)
    }

    /// Names the line of the configuration to change; the file itself is never touched.
    private func moved(_ name: String, to address: String, _ option: Place?) -> String {
        let option = option.map { "change `url` at \($0.file):\($0.line)" } ?? "change its address"
        return line("source \"\(name)\" has moved for good: \(option) to \(address)")
    }

    /// When it is asked next gives way where the reason would not be whole otherwise.
    private func line(about source: FailingSource) -> String {
        let name = "kawaraban: source \"\(VisibleText.line(source.name))\""
        let next = source.wait.map { "; next in \(Span.text($0))" } ?? ""
        let line = ErrorLine(
            beginning: "\(name) \(story(of: source, next: next))",
            shortBeginning: "\(name) \(story(of: source, next: ""))", what: catalogue.what(source.error),
            shortWhat: catalogue.whatWithoutWords(source.error), cure: catalogue.cure(source.error),
            subject: VisibleText.line(source.error.subject))
        return line.text(in: columns)
    }

    /// `failing since 2026-11-19 (5 tries; next in 8 h)`
    private func story(of source: FailingSource, next: String) -> String {
        let tries = tries(source.failures) + next
        if source.isOtherCause {
            return "now fails for another reason, since \(day(source.since)) (\(tries))"
        }
        guard source.hasEverWorked || source.isReminder || source.state == .dead else {
            return source.state == .throttled ? "has never worked: throttled" : "has never worked"
        }
        let since = "since \(day(source.since)) (\(tries))"
        switch source.state {
        case .dead: return "is dead, failing \(since) and asked weekly from now on"
        case let state where source.isReminder: return "is still \(state.rawValue), \(since)"
        case let state: return "\(state.rawValue) \(since)"
        }
    }

    private func minute(_ moment: Timestamp) -> String {
        let text = moment.rfc3339(offset: zone.offset(at: moment))
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }

    private func day(_ moment: Timestamp) -> String {
        String(moment.rfc3339(offset: zone.offset(at: moment)).prefix(10))
    }

    /// Names the document by its path, or by the end of it where the reason needs the room.
    private func line(_ source: String, couldNotRead key: String, others: Int, _ error: StageError) -> String {
        let key = VisibleText.line(key)
        let name = key.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(key[key.utf8.index(after: $0)...]) } ?? key
        let source = "kawaraban: source \"\(DisplayWidth.fit(VisibleText.line(source), in: 30))\" could not read"
        let rest = others == 0 ? "" : others == 1 ? " and another one" : " and \(others) others"
        let line = ErrorLine(
            beginning: "\(source) \(DisplayWidth.fitEnd(key, in: 60))\(rest)",
            shortBeginning: "\(source) \(DisplayWidth.fitEnd(name, in: 24))\(rest)", what: catalogue.what(error),
            shortWhat: catalogue.whatWithoutWords(error), cure: catalogue.cure(error), subject: "")
        return line.text(in: columns)
    }

    /// `a`, `a and b`, `a, b and c`, `a, b, c and 4 more`
    private func list(_ names: [String]) -> String {
        let parts = names.count > 4 ? names.prefix(3) + ["\(names.count - 3) more"] : names[...]
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }

    private func tries(_ count: Int) -> String { count == 1 ? "1 try" : "\(count) tries" }
    private func old(_ count: Int) -> String { count == 1 ? "1 old entry" : "\(count) old entries" }
    private func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }
}

/// Lines that are told as one.
private struct ChangeGroup {
    private(set) var lines: [ChangeLine]

    /// The line that gives its words, and its moment.
    var teller: ChangeLine {
        // Of a flood that grew, the last one has all of it.
        if case .sourceFlooded = lines[0].change { lines[lines.count - 1] } else { lines[0] }
    }

    /// What is told of all of them.
    var change: RunReport.Change {
        guard lines.count > 1, case .sourceChangedGuids(let source, _) = teller.change else { return teller.change }
        return .sourceChangedGuids(source, entries: lines.reduce(0) { $0 + ($1.change.entries ?? 0) })
    }

    private var needsAttention: Bool { teller.change.needsAttention }

    /// What other lines may tell of, too, so that they must stay in order.
    private var subject: String? {
        let change = teller.change
        if let source = change.source { return "source \(source)" }
        if let sink = change.sink { return "sink \(sink)" }
        if case .online = change { return "network" }
        return change.isOffline ? "network" : nil
    }

    /// Lines of one kind that tell of parts of one source make a group, told where the first of them stands.
    static func groups(of lines: [ChangeLine]) -> [ChangeGroup] {
        var groups: [ChangeGroup] = []
        var places: [String: Int] = [:]
        for line in lines {
            switch line.change {
            case .documentFailing(let source, _, _), .sourceChangedGuids(let source, _), .sourceFlooded(let source, _):
                let key = "\(line.change.kind) \(source)"
                if let place = places[key] {
                    groups[place].lines.append(line)
                    continue
                }
                places[key] = groups.count
            default: break
            }
            groups.append(ChangeGroup(lines: [line]))
        }
        return groups
    }

    /// First what needs attention, with what happened to the same source or sink before; then the rest. Either in order.
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
