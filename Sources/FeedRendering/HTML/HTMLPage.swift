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
    /// Entries whose texts are not on the page because it would be too large.
    private var leftOut = 0

    private var count: Int { digest.sections.reduce(0) { $0 + $1.entries.count } }

    init(_ digest: Digest, options: HTMLOptions) {
        self.digest = digest
        self.options = options
        words = DigestWords(digest.locale)
        dates = DigestDates(zone: digest.zone)
        plan = PagePlan(digest, words: words, options: options.page, isCompact: options.density == .compact)
        article = HTMLArticle(words: words, dates: dates, edition: digest.to, options: options)
    }

    var bytes: [UInt8] { writer.bytes }

    mutating func writeHead() {
        writer.head(titled: VisibleText.line(digest.title), words: words, options: options)
    }

    /// Writes the title between two ears: the date, and the size with what failed.
    mutating func writeMasthead() {
        writer.markup("<header class=\"masthead\">\n<h1 dir=\"auto\">")
        writer.text(VisibleText.line(digest.title))
        writer.markup("</h1>\n<p class=\"ear\">")
        writeTime(digest.to, as: dates.heading(digest.to, words: words))
        if let from = digest.from {
            writer.markup(" ")
            writeTime(from, as: words.since(dates.brief(from, edition: digest.to, words: words)))
        }
        writer.markup("</p>\n<p class=\"ear size\"><span>")
        writer.text(words.entries(count))
        if count > 0 {
            writer.text(words.parentheses.open + words.timeToRead(minutes: minutes) + words.parentheses.close)
        }
        writer.markup("</span>")
        if !digest.failedSources.isEmpty {
            writer.markup(" <a href=\"#failed\">")
            writer.text(words.failures(digest.failedSources.count))
            writer.markup("</a>")
        }
        writer.markup("</p>\n</header>\n")
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
            writeCount(plan.leads.count, end: "</a></li>\n")
        }
        for (index, section) in sections {
            writer.markup("<li><a href=\"#s")
            writer.text(String(index + 1))
            writer.markup("\"><span dir=\"auto\">")
            writer.text(section.title)
            writer.markup("</span>")
            writeCount(section.count, end: "</a></li>\n")
        }
        writer.markup("</ul>\n</nav>\n")
    }

    /// Writes all entries. Their whole texts come last, as soon as it is known how much space is left for them.
    mutating func writeMain() {
        var main = Entries(article: article)
        main.writer.markup("<main id=\"main\">\n")
        if count == 0 {
            main.writer.markup("<p class=\"empty\">")
            main.writer.text(words.nothingNew)
            main.writer.markup("</p>\n")
        }
        writeLeads(into: &main)
        for (index, section) in plan.sections.enumerated() { write(section, index + 1, into: &main) }
        main.writer.markup("</main>\n")
        var foot = self
        foot.writer = HTMLWriter()
        foot.writeFoot()
        let used = writer.bytes.count + main.writer.bytes.count + foot.bytes.count
        var bodies = HTMLBodies(options, count: count, used: used)
        var end = 0
        for (place, entry) in main.places {
            guard let body = bodies.body(of: entry) else { continue }
            writer.append(main.writer, end..<place)
            article.write(body, of: entry, into: &writer)
            end = place
        }
        writer.append(main.writer, end..<main.writer.bytes.count)
        leftOut = bodies.leftOut
    }

    mutating func writeFoot() {
        writer.markup("<footer>\n")
        if !digest.pipeline.isEmpty { writeEnd() }
        if let tally = words.tally(of: digest) {
            writer.markup("<p class=\"tally\">")
            writer.text(tally)
            writer.markup("</p>\n")
        }
        writeLinks()
        if leftOut > 0 {
            writer.markup("<p>")
            writer.text(words.bodiesLeftOut(leftOut))
            writer.markup("</p>\n")
        }
        if !digest.failedSources.isEmpty {
            writer.markup("<section id=\"failed\" aria-labelledby=\"h-failed\">\n<h2 id=\"h-failed\">")
            writer.text(words.failedSources)
            writer.markup("</h2>\n<ul>\n")
            for failed in digest.failedSources { write(failed) }
            writer.markup("</ul>\n</section>\n")
        }
        writer.markup("<p class=\"colophon\">Kawaraban ")
        writeTime(digest.generatedAt, as: dates.minute(digest.generatedAt))
        writer.markup("</p>\n</footer>\n</body>\n</html>\n")
    }

    /// The entries as written, and the places for their texts.
    private struct Entries {
        let article: HTMLArticle
        var writer = HTMLWriter()
        var places: [(place: Int, entry: PageEntry)] = []

        mutating func write(_ entry: PageEntry, as form: HTMLArticle.Form, under heading: String, hasBody: Bool) {
            article.open(entry, as: form, under: heading, into: &writer)
            if hasBody { places.append((writer.bytes.count, entry)) }
            article.close(form, into: &writer)
        }
    }

    private func writeLeads(into main: inout Entries) {
        guard !plan.leads.isEmpty else { return }
        main.writer.markup("<section id=\"leads\" class=\"leads\" aria-label=\"")
        main.writer.text(words.leads)
        main.writer.markup("\">\n")
        for (index, entry) in plan.leads.enumerated() {
            let remark = index == 0 && plan.isByNumber ? words.leads(by: digest.ranking) : nil
            main.write(entry, as: .lead(remark: remark), under: "", hasBody: true)
        }
        main.writer.markup("</section>\n")
    }

    private func write(_ section: PagePlan.Section, _ number: Int, into main: inout Entries) {
        main.writer.markup("<section id=\"s")
        main.writer.text(String(number))
        if section.title.isEmpty {
            main.writer.markup("\">\n")
        } else {
            main.writer.markup("\" aria-labelledby=\"h")
            main.writer.text(String(number))
            main.writer.markup("\">\n<h2 id=\"h")
            main.writer.text(String(number))
            main.writer.markup("\"><span dir=\"auto\">")
            main.writer.text(section.title)
            main.writer.markup("</span> <span class=\"count\">")
            main.writer.text(words.grouped(section.count))
            main.writer.markup("</span></h2>\n")
        }
        if !section.cards.isEmpty {
            main.writer.markup("<div class=\"cards\">\n")
            for entry in section.cards {
                main.write(
                    entry, as: .card(isInSection: !section.title.isEmpty), under: section.title, hasBody: true)
            }
            main.writer.markup("</div>\n")
        }
        if !section.briefs.isEmpty {
            main.writer.markup("<ul class=\"briefs\">\n")
            for entry in section.briefs {
                main.write(entry, as: .brief, under: section.title, hasBody: options.bodies == .full)
            }
            main.writer.markup("</ul>\n")
        }
        main.writer.markup("</section>\n")
    }

    /// About how many minutes it takes to read the titles and the excerpts.
    private var minutes: Int {
        let shown = plan.leads + plan.sections.flatMap(\.cards)
        let briefs = plan.sections.flatMap(\.briefs)
        let columns =
            (shown + briefs).reduce(0) { $0 + DisplayWidth.of($1.card.title) }
            + shown.reduce(0) { $0 + DisplayWidth.of($1.card.excerpt ?? "") }
        return 1 + columns / EntryBody.columnsAMinute
    }

    /// Says that the edition is complete, and when the next one comes if that is known.
    private mutating func writeEnd() {
        writer.markup("<p class=\"end\">")
        writer.text(words.end(isLastOfDay: dates.isOnLaterDay(digest.next, than: digest.to)))
        if let next = digest.next {
            if words.language != "ja" { writer.markup(" ") }
            writeTime(next, as: dates.next(next, edition: digest.to, words: words))
        }
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

    private mutating func writeCount(_ count: Int, end: StaticString) {
        writer.markup(" <span class=\"count\">")
        writer.text(words.grouped(count))
        writer.markup("</span>")
        writer.markup(end)
    }

    private mutating func writeTime(_ moment: Timestamp, as text: String) {
        writer.markup("<time datetime=\"")
        writer.text(dates.rfc3339(moment))
        writer.markup("\">")
        writer.text(text)
        writer.markup("</time>")
    }
}
