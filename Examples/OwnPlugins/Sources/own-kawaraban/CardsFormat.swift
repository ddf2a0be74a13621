import FeedConfiguration
import FeedModel
import FeedRendering
import FeedStages

/// A page for a browser: cards, then the other entries as lines. Beside it stands one of what was left out.
struct CardsFormat: DigestFormat {
    static let type = "cards"
    static let summary: LocalizedText = "a page of cards for a browser"
    static let isAppendable = false
    static let mediaType = "text/html; charset=utf-8"
    static let hasOmittedPage = true

    struct Configuration: StageConfiguration {
        let options: PageOptions

        init(from section: ConfigSection) {
            options = PageOptions(
                excerpt: section.option("excerpt", default: 160, in: 0...1000, help: "columns of an excerpt"),
                lead: section.option("lead", in: 0...4, help: "entries at the head of the page"))
        }
    }

    private let options: PageOptions

    init(_ configuration: Configuration, services: Services) { options = configuration.options }

    func render(_ digest: Digest) -> [UInt8] {
        let words = DigestWords(digest.locale)
        let plan = PagePlan(digest, words: words, options: options)
        var page = CardsPage(of: digest, titled: VisibleText.line(digest.title))
        for lead in plan.leads { page.card(lead) }
        for section in plan.sections {
            page.heading(section.title)
            for entry in section.cards { page.card(entry) }
            page.list(section.briefs.map { ($0.card, "") })
        }
        if digest.entries.isEmpty { page.line(words.nothingNew) }
        for failed in digest.failedSources { page.line(failed.title + ": " + words.reason(for: failed)) }
        if let tally = words.tally(of: digest) { page.line(tally) }
        if let address = digest.links.omitted { page.line(words.omittedLink, to: address) }
        return page.bytes
    }

    func render(_ omitted: OmittedEntries, of digest: Digest, page address: String) -> [UInt8] {
        let words = DigestWords(digest.locale)
        var page = CardsPage(of: digest, titled: words.omittedTitle(of: VisibleText.line(digest.title)))
        page.line(words.backToPage, to: address)
        let titles = SourceTitles(omitted.entries.lazy.map(\.entry))
        page.list(
            omitted.entries.map { left in
                (EntryCard(left.entry, columns: 0, words: words, sourceTitles: titles), left.reason)
            })
        let shown = omitted.entries.count
        if omitted.count > shown { page.line(words.omittedCut(shown: shown, of: omitted.count)) }
        return page.bytes
    }
}
