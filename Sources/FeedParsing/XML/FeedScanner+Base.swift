extension FeedScanner {
    /// Gives a document that came without an address the one it names itself: what else could its references mean?
    ///
    /// Atom's are relative to the document, RSS's most likely to the channel's page.
    mutating func takeBaseFromLinks() {
        guard bases[0].address == nil else { return }
        let reader = WireReader(scope: channel, bases: bases, languages: languages, limits: limits)
        let links = channel.fields.indices.filter { index in
            let field = channel.fields[index]
            guard field.name == .link, field.parent >= 0 else { return false }
            let parent = channel.fields[Int(field.parent)].name
            return parent == .channel || parent == .feed
        }
        func address(_ rel: String) -> DocumentBase? {
            for link in links where (reader.attribute(.rel, link)?.lowercased() ?? "alternate") == rel {
                let reference = reader.attribute(.href, link) ?? reader.text(link)
                if let base = reference.flatMap({ DocumentBase(hierarchical: $0) }) { return base }
            }
            return nil
        }
        let (own, page) = (address("self"), address("alternate"))
        bases[0] = (root == .feed ? own ?? page : page ?? own) ?? bases[0]
    }
}
