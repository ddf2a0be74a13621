extension FeedScanner {
    /// Sets the base address of a document without an address from the document's own links.
    ///
    /// References in Atom are relative to the document; those in RSS most likely to the channel's page.
    mutating func takeBaseFromLinks() {
        guard bases[0].address == nil else { return }
        let (own, page) = channel.withView { view in (link("self", in: view), link("alternate", in: view)) }
        bases[0] = (root == .feed ? own ?? page : page ?? own) ?? bases[0]
    }

    private func link(_ rel: String, in channel: WireView) -> DocumentBase? {
        let reader = reader(channel)
        for index in channel.fields.indices where channel.fields[index].name == .link {
            guard channel.fields[index].parent >= 0 else { continue }
            let parent = channel.fields[Int(channel.fields[index].parent)].name
            guard parent == .channel || parent == .feed else { continue }
            guard (reader.attribute(.rel, index)?.lowercased() ?? "alternate") == rel else { continue }
            let reference = reader.attribute(.href, index) ?? reader.text(index)
            if let base = reference.flatMap({ DocumentBase(hierarchical: $0) }) { return base }
        }
        return nil
    }

    /// Limits the growth of an entry's fields by long bases. After the limit, addresses are no longer resolved.
    mutating func spendOnBase() {
        if bases.count == 1, (bases[0].address?.utf8.count ?? 0) <= 128 { return }
        let (base, count) = item.withView { fields in
            let base = fields.fields.reduce(0) { max($0, bases[Int($1.base)].address?.utf8.count ?? 0) }
            return (base, fields.fields.count)
        }
        guard base > 128 else { return }
        baseAllowance -= base * count
        if baseAllowance < 0 { bases = bases.map { _ in DocumentBase(nil) } }
    }
}
