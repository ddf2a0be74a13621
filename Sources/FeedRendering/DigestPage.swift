import FeedModel

/// A page in lines. Text and Markdown have the same parts in the same order, and differ only in their blocks.
protocol DigestPage {
    var parts: PageParts { get }
    /// The bytes written so far.
    var bytes: [UInt8] { get }
    mutating func writeHead()
    mutating func writeHeading(_ title: String)
    /// Writes an entry with its excerpt under a heading, which is empty if there is none.
    mutating func writeCard(_ entry: PageEntry, under heading: String)
    /// Writes entries as a list, each with its title and its facts.
    mutating func writeBriefs(_ entries: [PageEntry], under heading: String)
    mutating func writeFoot()
}

extension DigestPage {
    /// Returns the whole page: head, leads, sections, foot.
    func rendered() -> [UInt8] {
        var page = self
        page.writeHead()
        let plan = parts.plan
        if !plan.leads.isEmpty {
            page.writeHeading(parts.leadsHeading)
            for entry in plan.leads { page.writeCard(entry, under: "") }
        }
        for section in plan.sections {
            if section.kind == .story {
                // The first entry has the heading as its title.
            } else if !section.title.isEmpty {
                page.writeHeading(section.title)
            } else if !plan.leads.isEmpty {
                page.writeHeading(parts.words.otherEntries)
            }
            for entry in section.cards { page.writeCard(entry, under: section.title) }
            let briefs = section.briefs + (section.cards + section.briefs).flatMap(\.followers)
            if !briefs.isEmpty { page.writeBriefs(briefs, under: section.title) }
        }
        page.writeFoot()
        return page.bytes
    }
}
