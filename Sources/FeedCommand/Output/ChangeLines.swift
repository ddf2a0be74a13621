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
            + "\(KeptLine.most); `kawaraban status` shows how things stand"
    }

    private func text(_ group: ChangeGroup) -> String {
        line(for: group.change, others: group.lines.count - 1)
    }

    /// `kawaraban: 2026-11-19 07:15: source …`
    private func datedText(_ group: ChangeGroup) -> String {
        let moment = "\(minute(group.teller.madeAt)): "
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
        let facts = facts(of: change)
        let words = (change.unread == nil ? catalogue.changes[change.kind] : nil) ?? catalogue.unreadableChange
        let beginning = Catalogue.fill(words.text, with: facts) ?? change.kind.rawValue
        guard let side = words.error, let error = change.error else { return line(beginning) }
        let short = words.short.flatMap { Catalogue.fill($0, with: facts) }
        return line(beginning, orShorter: short, error, catalogue.at(side))
    }

    /// What the words of a change may name.
    private func facts(of change: RunReport.Change) -> [String: String] {
        var facts = ["kind": change.kind.rawValue]
        facts["source"] = change.source
        facts["sink"] = change.sink
        facts["pipeline"] = change.pipeline
        facts["path"] = change.path
        facts["address"] = change.address
        facts["site"] = change.address.map { DisplayWidth.fit($0, in: 30) }
        facts["day"] = change.since.map(day)
        facts["minute"] = change.since.map(minute)
        facts["span"] = change.span.map { Span.text($0) }
        facts["count"] = (change.count ?? change.entries).map { String($0) }
        facts["entries"] = change.entries.map(entries)
        facts["old"] = change.entries.map(old)
        facts["sources"] = change.count.map { $0 == 1 ? "1 source was" : "\($0) sources were" }
        facts["works"] = change.hadWorked.map { $0 ? "works again" : "works now" }
        facts["option"] = change.option.map { "change `url` at \($0.file):\($0.line)" } ?? "change its address"
        facts["waited"] = change.sink.map { "for sink \"\($0)\"" } ?? "from sources"
        facts["rate"] = change.silence.map { String($0.perWeek) }
        facts["missed"] = change.missed.map { MissedText($0, zone: zone).sentence }
        facts["fields"] = change.goneFields.map { list($0.map(\.name)) }
        facts["what"] = change.error.map { catalogue.whatWithoutWords($0) }
        facts["fact"] = change.unread
        return facts
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

    /// When it is asked next gives way where the reason would not be whole otherwise.
    private func line(about change: RunReport.Change, _ failing: RunReport.Failing) -> String {
        let name = "kawaraban: source \"\(VisibleText.line(change.source ?? ""))\""
        let next = failing.wait.map { "; next in \(Span.text($0))" } ?? ""
        let since = change.since.map { "since \(day($0)) " } ?? ""
        return line(
            change, beginning: "\(name) \(story(of: failing, since, next: next))",
            shortBeginning: "\(name) \(story(of: failing, since, next: ""))")
    }

    private func line(
        _ change: RunReport.Change, beginning: String, shortBeginning: String, namesSubject: Bool = true
    ) -> String {
        let error = change.error ?? StageError(.internalError, subject: "")
        let line = ErrorLine(
            beginning: beginning, shortBeginning: shortBeginning, what: catalogue.what(error),
            shortWhat: catalogue.whatWithoutWords(error), cure: catalogue.cure(error),
            subject: namesSubject ? VisibleText.line(error.subject) : "")
        return line.text(in: columns)
    }

    /// `failing since 2026-11-19 (5 tries; next in 8 h)`
    private func story(of failing: RunReport.Failing, _ since: String, next: String) -> String {
        let tries = "(\(tries(failing.failures) + next))"
        if failing.isOtherCause { return "now fails for another reason, \(since)\(tries)" }
        guard failing.hasEverWorked || failing.isReminder || failing.state == .dead else {
            return failing.state == .throttled ? "has never worked: throttled" : "has never worked"
        }
        switch failing.state {
        case .dead: return "is dead, failing \(since)\(tries) and asked weekly from now on"
        case let state where failing.isReminder: return "is still \(state.rawValue), \(since)\(tries)"
        case let state: return "\(state.rawValue) \(since)\(tries)"
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
    private func line(couldNotRead change: RunReport.Change, others: Int) -> String {
        let key = VisibleText.line(change.path ?? "")
        let name = key.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(key[key.utf8.index(after: $0)...]) } ?? key
        let title = DisplayWidth.fit(VisibleText.line(change.source ?? ""), in: 30)
        let source = "kawaraban: source \"\(title)\" could not read"
        let rest = others == 0 ? "" : others == 1 ? " and another one" : " and \(others) others"
        return line(
            change, beginning: "\(source) \(DisplayWidth.fitEnd(key, in: 60))\(rest)",
            shortBeginning: "\(source) \(DisplayWidth.fitEnd(name, in: 24))\(rest)", namesSubject: false)
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
    var teller: ChangeLine { lines[0].change.kind.telling == .last ? lines[lines.count - 1] : lines[0] }

    /// What is told of all of them.
    var change: RunReport.Change {
        var change = teller.change
        if change.kind.telling == .sum { change.entries = lines.reduce(0) { $0 + ($1.change.entries ?? 0) } }
        return change
    }

    private var needsAttention: Bool { teller.change.needsAttention }

    /// What other lines may tell of, too, so that they must stay in order.
    private var subject: String? {
        let change = teller.change
        if let source = change.source { return "source \(source)" }
        if let sink = change.sink { return "sink \(sink)" }
        return [.online, .offline].contains(change.kind) ? "network" : nil
    }

    /// Lines of one kind that tell of parts of one source make a group, told where the first of them stands.
    static func groups(of lines: [ChangeLine]) -> [ChangeGroup] {
        var groups: [ChangeGroup] = []
        var places: [String: Int] = [:]
        for line in lines {
            if line.change.kind.telling != .each, let source = line.change.source {
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
