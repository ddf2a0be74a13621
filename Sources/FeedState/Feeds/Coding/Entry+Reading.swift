import FeedModel
import FeedStages

// Decoding of `EntryCodec`: the meaning of each tag. Fields that this version does not know are skipped.
extension Entry {
    mutating func read(head bytes: UnsafeBufferPointer<UInt8>) throws(StageError) {
        read(head: try FieldReader.reading(bytes))
    }

    mutating func read(body bytes: UnsafeBufferPointer<UInt8>) throws(StageError) {
        read(body: try FieldReader.reading(bytes))
    }

    private mutating func read(head: FieldReader) {
        typealias Tag = EntryCodec.Tag
        var head = head
        while let field = head.next() {
            switch field.tag {
            case Tag.guid: guid = field.text
            case Tag.url: url = field.text
            case Tag.externalURL: externalURL = field.text
            case Tag.title: title = field.text
            case Tag.published: published = field.time
            case Tag.updated: updated = field.time
            case Tag.publishedOffset: publishedOffset = field.offset
            case Tag.updatedOffset: updatedOffset = field.offset
            case Tag.author: authors.append(field.person)
            case Tag.contributor: contributors.append(field.person)
            case Tag.category: categories.append(field.category)
            case Tag.language: language = field.text
            case Tag.image: image = field.text
            case Tag.enclosure: enclosures.append(field.enclosure)
            case Tag.link: links.append(field.link)
            case Tag.commentsURL: commentsURL = field.text
            case Tag.origin: origin = field.origin
            case Tag.publisher: publisher = field.publisher
            case Tag.related: related.append(field.related)
            case Tag.rights: rights = field.content
            case Tag.license: license = field.text
            case Tag.itunes: itunes = field.itunes
            case Tag.isPublishedRelative: isPublishedRelative = field.flag
            case Tag.extra: if let (name, value) = field.extra { extras[name] = value }
            default: break
            }
        }
    }

    private mutating func read(body: FieldReader) {
        var body = body
        while let field = body.next() {
            switch field.tag {
            case EntryCodec.Tag.summary: summary = field.content
            case EntryCodec.Tag.content: content = field.content
            default: break
            }
        }
    }
}

extension FieldReader.Field {
    fileprivate var time: Timestamp? { number.map { Timestamp(milliseconds: $0) } }

    fileprivate var offset: UTCOffset? {
        // An offset that no clock shows comes from a damaged file.
        number.flatMap { -1439...1439 ~= $0 ? UTCOffset(seconds: Int($0) * 60) : nil }
    }

    fileprivate func forEach(_ body: (FieldReader.Field) -> Void) {
        var reader = fields
        while let field = reader.next() { body(field) }
    }

    fileprivate var person: Person {
        var person = Person()
        forEach { field in
            switch field.tag {
            case 1: person.name = field.text
            case 2: person.url = field.text
            case 3: person.email = field.text
            default: break
            }
        }
        return person
    }

    fileprivate var category: Category {
        var category = Category(term: "")
        forEach { field in
            switch field.tag {
            case 1: category.term = field.text
            case 2: category.scheme = field.text
            case 3: category.label = field.text
            default: break
            }
        }
        return category
    }

    fileprivate var enclosure: Enclosure {
        var enclosure = Enclosure(url: "")
        forEach { field in
            switch field.tag {
            case 1: enclosure.url = field.text
            case 2: enclosure.mediaType = field.text
            case 3: enclosure.size = field.number
            case 4: enclosure.duration = field.number.map { Int($0) }
            case 5: enclosure.title = field.text
            default: break
            }
        }
        return enclosure
    }

    fileprivate var link: Link {
        var link = Link(href: "")
        forEach { field in
            switch field.tag {
            case 1: link.href = field.text
            case 2: link.rel = field.text
            case 3: link.mediaType = field.text
            case 4: link.hreflang = field.text
            case 5: link.title = field.text
            case 6: link.length = field.number
            default: break
            }
        }
        return link
    }

    fileprivate var origin: Origin {
        var origin = Origin()
        forEach { field in
            switch field.tag {
            case 1: origin.title = field.text
            case 2: origin.url = field.text
            case 3: origin.id = field.text
            case 4: origin.updated = field.time
            default: break
            }
        }
        return origin
    }

    fileprivate var related: RelatedArticle {
        var article = RelatedArticle(title: "", url: "")
        forEach { field in
            switch field.tag {
            case 1: article.title = field.text
            case 2: article.url = field.text
            case 3: article.publisher = field.text
            default: break
            }
        }
        return article
    }

    fileprivate var publisher: Publisher {
        var publisher = Publisher(name: "")
        forEach { field in
            switch field.tag {
            case 1: publisher.name = field.text
            case 2: publisher.url = field.text
            default: break
            }
        }
        return publisher
    }

    fileprivate var itunes: ITunesExtras {
        var itunes = ITunesExtras()
        forEach { field in
            switch field.tag {
            case 1: itunes.duration = field.number.map { Int($0) }
            case 2: itunes.explicit = field.flag
            case 3: itunes.block = field.flag
            default: break
            }
        }
        return itunes
    }

    fileprivate var content: TextContent? {
        var plain: String?
        var markup: String?
        var base: String?
        forEach { field in
            switch field.tag {
            case 1: plain = field.text
            case 2: markup = field.text
            case 3: base = field.text
            default: break
            }
        }
        if let plain { return .plain(plain) }
        return markup.map { .html(UntrustedHTML(markup: $0, base: base)) }
    }

    fileprivate var extra: (name: String, value: Extra)? {
        var name: String?
        var value: Extra?
        forEach { field in
            switch field.tag {
            case 1: name = field.text
            case 2: value = .text(field.text)
            case 3: value = field.number.map { .number(Double(bitPattern: UInt64(bitPattern: $0))) }
            case 4: value = .flag(field.flag)
            case 5: value = .address(field.text)
            default: break
            }
        }
        guard let name, let value else { return nil }
        return (name, value)
    }
}
