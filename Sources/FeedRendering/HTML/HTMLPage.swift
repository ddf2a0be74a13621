import FeedHTML
import FeedModel

/// Writes the parts of a page in order: head, masthead, contents, main, foot.
struct HTMLPage {
    private let digest: Digest
    private let words: DigestWords
    private let dates: DigestDates
    private let options: HTMLOptions
    private let plan: PagePlan
    private let article: HTMLArticle
    private var writer = HTMLWriter()
    /// Where the whole texts of entries belong.
    private var bodyPlaces: [(place: Int, entry: PageEntry)] = []
    /// Where the note on the texts belongs that are not on the page.
    private var notePlace = 0

    private var count: Int { digest.sections.reduce(0) { $0 + $1.entries.count } }

    init(_ digest: Digest, options: HTMLOptions) {
        self.digest = digest
        self.options = options
        words = DigestWords(digest.locale)
        dates = DigestDates(zone: digest.zone)
        plan = PagePlan(digest, words: words, options: options.page, isCompact: options.density == .compact)
        article = HTMLArticle(words: words, dates: dates, edition: digest.to, options: options)
    }

    /// Returns the page with whole texts. They come last, as soon as it is known how much space is left for them.
    func withBodies() -> [UInt8] {
        var page = HTMLWriter()
        var bodies = HTMLBodies(options, count: count, used: writer.bytes.count)
        var end = 0
        for (place, entry) in bodyPlaces {
            guard let body = bodies.body(of: entry) else { continue }
            page.append(writer, end..<place)
            article.write(body, of: entry, into: &page)
            end = place
        }
        page.append(writer, end..<notePlace)
        if bodies.leftOut > 0 {
            page.markup("<p>")
            page.text(words.bodiesLeftOut(bodies.leftOut))
            page.markup("</p>\n")
        }
        page.append(writer, notePlace..<writer.bytes.count)
        return page.bytes
    }

    mutating func writeHead() {
        writer.head(titled: VisibleText.line(digest.title), words: words, options: options)
    }

    /// Writes the title between two ears: the date, and the size with what failed.
    mutating func writeMasthead() {
        writer.markup("<header class=\"masthead\"")
        // `kawaraban digest` replaces its own pages, and no others.
        if digest.catchUp != nil { writer.markup(" data-catch-up") }
        writer.markup(">\n<h1 dir=\"auto\">")
        writer.text(VisibleText.line(digest.title))
        writer.markup("</h1>\n<p class=\"ear\">")
        writer.time(digest.to, as: dates.heading(digest.to, words: words), dates)
        if let from = digest.from {
            writer.markup(" ")
            writer.time(from, as: words.since(dates.brief(from, edition: digest.to, words: words)), dates)
        }
        writer.markup("</p>\n<p class=\"ear size\"><span>")
        writer.text(
            digest.catchUp.map { words.size(entries: count, of: $0, minutes: plan.minutes) }
                ?? words.size(entries: count, minutes: plan.minutes))
        writer.markup("</span>")
        if !digest.failedSources.isEmpty {
            writer.markup(" <a href=\"#failed\">")
            writer.text(words.failures(digest.failedSources.count))
            writer.markup("</a>")
        }
        writer.markup("</p>\n")
        writeSources()
        writer.markup("</header>\n")
    }

    /// Writes how many entries each source has, unless the sections say so.
    private mutating func writeSources() {
        let sources = SourceCounts(digest)
        guard !sources.shown.isEmpty else { return }
        writer.markup("<p class=\"sources\">")
        for (index, source) in sources.shown.enumerated() {
            if index > 0 { writer.dot() }
            writer.markup("<span><bdi>")
            writer.text(source.title)
            writer.markup("</bdi>")
            writer.count(source.count, words)
            writer.markup("</span>")
        }
        if sources.others > 0 {
            writer.dot()
            writer.text(words.more(sources.others))
        }
        writer.markup("</p>\n")
    }

    /// Writes a line of the sections with their sizes, if there are several.
    mutating func writeContents() {
        let sections = plan.sections.enumerated().filter { !$0.element.title.isEmpty }
        guard sections.count > 1 else { return }
        writer.markup("<nav class=\"contents\" aria-label=\"")
        writer.text(words.contents)
        writer.markup("\">\n<ul>\n")
        if !plan.leads.isEmpty {
            writer.markup("<li><a href=\"#leads\">")
            writer.text(words.leads)
            writer.count(plan.leads.count, words)
            writer.markup("</a></li>\n")
        }
        for (index, section) in sections {
            writer.markup("<li><a href=\"#s")
            writer.text(String(index + 1))
            writer.markup("\"><span dir=\"auto\">")
            writer.text(section.title)
            writer.markup("</span>")
            writer.count(section.count, words)
            writer.markup("</a></li>\n")
        }
        writer.markup("</ul>\n</nav>\n")
    }

    /// Writes all entries, and notes the places of their whole texts.
    mutating func writeMain() {
        writer.markup("<main id=\"main\">\n")
        if count == 0 {
            writer.markup("<p class=\"empty\">")
            writer.text(digest.catchUp == nil ? words.nothingNew : words.nothingInTime)
            writer.markup("</p>\n")
        }
        writeLeads()
        for (index, section) in plan.sections.enumerated() { write(section, index + 1) }
        writer.markup("</main>\n")
    }

    mutating func writeFoot() {
        writer.markup("<footer>\n")
        if let catchUp = digest.catchUp {
            write(catchUp)
        } else if !digest.isNote {
            writeEnd()
        }
        if let tally = words.tally(of: digest) {
            writer.markup("<p class=\"tally\">")
            writer.text(tally)
            writer.markup("</p>\n")
        }
        if let legend = words.legend(of: plan.cards) {
            writer.markup("<p class=\"tally\">")
            writer.text(legend)
            writer.markup("</p>\n")
        }
        writeLinks()
        notePlace = writer.bytes.count
        if !digest.failedSources.isEmpty {
            writer.markup("<section id=\"failed\" aria-labelledby=\"h-failed\">\n<h2 id=\"h-failed\">")
            writer.text(words.failedSources)
            writer.markup("</h2>\n<ul>\n")
            for failed in digest.failedSources { write(failed) }
            writer.markup("</ul>\n</section>\n")
        }
        writer.markup("<p class=\"colophon\">Kawaraban ")
        writer.time(digest.generatedAt, as: dates.minute(digest.generatedAt), dates)
        writer.markup("</p>\n</footer>\n</body>\n</html>\n")
    }

    private mutating func writeLeads() {
        guard !plan.leads.isEmpty else { return }
        writer.markup("<section id=\"leads\" class=\"leads\" aria-label=\"")
        writer.text(words.leads)
        writer.markup("\">\n")
        for (index, entry) in plan.leads.enumerated() {
            let remark = index == 0 && plan.isByNumber ? words.leads(by: digest.ranking) : nil
            write(entry, as: .lead(remark: remark), under: "", hasBody: true)
        }
        writer.markup("</section>\n")
    }

    private mutating func write(_ section: PagePlan.Section, _ number: Int) {
        writer.markup("<section id=\"s")
        writer.text(String(number))
        if section.title.isEmpty || section.kind == .story {
            writer.markup("\">\n")
        } else {
            writer.markup("\" aria-labelledby=\"h")
            writer.text(String(number))
            writer.markup("\">\n<h2 id=\"h")
            writer.text(String(number))
            writer.markup("\"><span dir=\"auto\">")
            writer.text(section.title)
            writer.markup("</span>")
            writer.count(section.count, words)
            writer.markup("</h2>\n")
        }
        if !section.cards.isEmpty {
            writer.markup("<div class=\"cards\">\n")
            for entry in section.cards {
                let isBelowHeading = !section.title.isEmpty && section.kind != .story
                write(entry, as: .card(isInSection: isBelowHeading), under: section.title, hasBody: true)
            }
            writer.markup("</div>\n")
        }
        write(section.briefs, under: section.title)
        // In the section of a story the others stand below its first entry.
        write((section.cards + section.briefs).flatMap(\.followers), under: section.title)
        writer.markup("</section>\n")
    }

    private mutating func write(_ briefs: [PageEntry], under heading: String) {
        guard !briefs.isEmpty else { return }
        writer.markup("<ul class=\"briefs\">\n")
        for entry in briefs { write(entry, as: .brief, under: heading, hasBody: options.bodies == .full) }
        writer.markup("</ul>\n")
    }

    private mutating func write(_ entry: PageEntry, as form: HTMLArticle.Form, under heading: String, hasBody: Bool) {
        article.open(entry, as: form, under: heading, into: &writer)
        if hasBody { bodyPlaces.append((writer.bytes.count, entry)) }
        article.close(form, into: &writer)
    }

    /// Says that the edition is complete, and when the next one comes if that is known.
    private mutating func writeEnd() {
        writer.markup("<p class=\"end\">")
        writer.text(words.end(isLastOfDay: dates.isOnLaterDay(digest.next, than: digest.to)))
        if let next = digest.next {
            writer.text(words.sentenceGap)
            writer.time(next, as: dates.next(next, edition: digest.to, words: words), dates)
        }
        writer.markup("</p>\n")
    }

    /// Says what the page leaves out, and by what its entries are in order.
    private mutating func write(_ catchUp: CatchUp) {
        writer.markup("<p class=\"tally\">")
        writer.text(words.sentences(on: catchUp, showing: count).joined(separator: words.sentenceGap))
        writer.markup("</p>\n")
    }

    /// Writes the links to the previous page and to that of the omitted entries.
    private mutating func writeLinks() {
        let links: [(address: String?, relation: StaticString, text: String)] = [
            (digest.links.omitted, " rel=\"related\">", words.omittedLink),
            (digest.links.previous, " rel=\"prev\">", words.previousPage),
        ]
        guard links.contains(where: { $0.address != nil }) else { return }
        writer.markup("<p class=\"links\">")
        for link in links {
            guard let address = link.address else { continue }
            writer.markup("<a href=\"")
            writer.text(address)
            writer.markup("\"")
            writer.markup(link.relation)
            writer.text(link.text)
            writer.markup("</a> ")
        }
        writer.markup("</p>\n")
    }

    private mutating func write(_ failed: FailedSource) {
        writer.markup("<li><b>")
        writer.text(failed.shownTitle)
        writer.markup("</b> <span lang=\"")
        writer.text(words.languageOfReason(for: failed))
        writer.markup("\" dir=\"auto\">")
        writer.text(words.reason(for: failed))
        writer.markup("</span></li>\n")
    }
}
