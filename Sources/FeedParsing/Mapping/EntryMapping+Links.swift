import FeedModel

/// Addresses of an entry: its page, its identity, its enclosures, its source.
extension EntryMapping {
    mutating func takeLink(_ index: Int) {
        guard let href = reader.reference(index) else {
            // An Atom link has no text. A link with text is an error, but its text counts if there is no better link.
            let address = reader.address(reader.text(index) ?? reader.attribute(.resource, index), index)
            let isPage = (reader.keyword(.rel, index) ?? "alternate") == "alternate"
            return isAtom ? url.offer(address, rank: isPage ? 5 : 7) : url.offerLast(address, rank: isPage ? 0 : 7)
        }
        guard let link = reader.link(href, index, isAtom: isAtom) else { return }
        reader.limits.append(link, to: &entry.links)
        switch link.rel ?? "alternate" {
        case "alternate":
            let isPage = link.mediaType.map(MediaType.isPage) ?? true
            // An RSS link with Atom's `href`.
            if link.rel == nil, !isAtom, isPage { return url.offerLast(link.href, rank: 0) }
            url.offer(link.href, rank: isPage ? 1 : 2)
        case "image": image.offer(link.href, rank: 5)
        case "enclosure":
            add(Enclosure(url: link.href, mediaType: link.mediaType, size: link.length, title: link.title))
        case "replies": comments.offer(link.href, rank: link.mediaType.map(MediaType.isPage) ?? true ? 1 : 2)
        case "license": entry.license = entry.license ?? link.href
        default: break
        }
    }

    /// Adds an address from a module as a link, with Atom's relation for it.
    mutating func takeRelated(_ index: Int, rel: String) {
        let reference = reader.attribute(.url, index) ?? reader.attribute(.href, index) ?? reader.text(index)
        guard let address = reader.address(reference, index) else { return }
        let type = reader.mediaType(index)
        reader.limits.append(Link(href: address, rel: rel, mediaType: type), to: &entry.links)
    }

    /// Takes the original address behind a proxy's address. It is a link with a relation of its own, and the entry's
    /// address if there is no better one, as in other feed readers.
    mutating func takeOriginalLink(_ index: Int) {
        guard let original = reader.address(textOf: index), Address.isHTTP(original) else { return }
        url.offer(original, rank: 6)
        reader.limits.append(Link(href: original, rel: Link.originalRelation), to: &entry.links)
    }

    mutating func takeIdentifier(_ index: Int) {
        guard let text = reader.text(index) else { return }
        guid.offer(text, rank: 0)
        guard reader.scope.fields[index].name == .guid else {
            // An Atom id gives the entry's address only if nothing better does.
            if Address.isHTTP(text) { url.offer(reader.address(text, index), rank: 8) }
            return
        }
        let isPermaLink = reader.keyword(.isPermaLink, index)
        // `isPermaLink` is "true" by default, but most feeds mean that only if the text is an address.
        let isPath = text.utf8.first == UInt8(ascii: "/") && text.utf8.dropFirst().first != UInt8(ascii: "/")
        let isAddress = Address.isHTTP(text) || isPath
        if isPermaLink != "false", isAddress { url.offer(reader.address(text, index), rank: 4) }
    }

    mutating func takeContent(_ index: Int) {
        if let source = reader.attribute(.src, index) {
            // The content is at another address (RFC 4287 §4.1.3.2). It is never fetched.
            let type = reader.attribute(.type, index)
            let address = reader.address(source, index)
            reader.limits.append(address.map { Link(href: $0, rel: "alternate", mediaType: type) }, to: &entry.links)
            url.offer(address, rank: 3)
        }
        content.offer(filled(index), rank: 1)
    }

    mutating func takeEnclosure(_ index: Int) {
        let reference =
            reader.attribute(.url, index) ?? reader.attribute(.href, index) ?? reader.attribute(.resource, index)
        guard let address = reader.address(reference ?? reader.text(index), index) else { return }
        add(
            Enclosure(
                url: address, mediaType: reader.mediaType(index),
                size: reader.attributeBytes(.length, index).flatMap(Number.size),
                title: reader.attribute(.title, index)))
    }

    /// Adds an enclosure, or completes the one with the same address: RSS, Media RSS and Atom name the same files.
    mutating func add(_ enclosure: Enclosure) {
        guard let index = entry.enclosures.firstIndex(where: { $0.url == enclosure.url }) else {
            return reader.limits.append(enclosure, to: &entry.enclosures)
        }
        var known = entry.enclosures[index]
        known.mediaType = known.mediaType ?? enclosure.mediaType
        known.size = known.size ?? enclosure.size
        known.duration = known.duration ?? enclosure.duration
        known.title = known.title ?? enclosure.title
        entry.enclosures[index] = known
    }

    mutating func takeSource(_ index: Int) {
        var origin = Origin(url: reader.address(.url, index))
        let children = reader.children(of: index)
        if children.isEmpty {
            origin.title = reader.plainText(index)
        }
        for child in children {
            switch reader.scope.fields[child].name {
            case .title: origin.title = origin.title ?? reader.plainText(child)
            case .id: origin.id = origin.id ?? reader.text(child)
            case .updated: origin.updated = origin.updated ?? reader.date(child)?.moment
            case .author: reader.limits.append(reader.person(child), to: &inheritedAuthors)
            case .link:
                let link = reader.attribute(.href, child).flatMap { reader.link($0, child, isAtom: true) }
                if let link, origin.url == nil || link.rel ?? "alternate" == "alternate" { origin.url = link.href }
            default: break
            }
        }
        guard origin != Origin() else { return }
        entry.origin = entry.origin ?? origin
    }

}
