import FeedHTML
import FeedJSON
import FeedLists
import FeedModel
import FeedParsing
import FeedSelecting

/// Makes entries from the elements of a list.
struct EntryBuilder {
    let options: EntryOptions
    private let texts: EntryTexts

    init(options: EntryOptions, base: String?, limits: ParsingLimits) {
        self.options = options
        texts = EntryTexts(base: base, limits: limits)
    }

    /// What identifies an entry: its id, else its link; nil if it has neither.
    ///
    /// Its content never does: an edit would make it another entry.
    func identity(of element: JSONValue) -> String? { id(of: element) ?? link(of: element) }

    /// The entry of an element; nil if nothing identifies it.
    func entry(_ element: JSONValue) -> Entry? {
        let link = link(of: element)
        guard let identity = id(of: element) ?? link else { return nil }
        var entry = Entry()
        entry.guid = identity
        entry.url = link
        entry.title = title(of: element)
        entry.setPublished(date(options.published, element))
        entry.setUpdated(date(options.updated, element))
        entry.authors = lines(options.authors, element).map { Person(name: $0) }
        entry.categories = lines(options.tags, element).map { Category(term: $0) }
        entry.image = address(options.image, element)
        entry.commentsURL = address(options.commentsLink, element)
        let summary = text(options.summary, element).map { content($0, options.summaryType, base: link) }
        entry.content = text(options.content, element).map { content($0, options.contentType, base: link) } ?? summary
        entry.summary = entry.content == summary ? nil : summary
        entry.enclosures = enclosures(of: element)
        for (name, field) in options.numbers { entry.numbers[name] = field.value(in: element, Self.number) }
        if !options.extras.isEmpty {
            entry.extras = options.extras.compactMapValues { field in field.value(in: element, extra) }
        }
        return entry
    }

    private func title(of element: JSONValue) -> String? {
        guard let title = line(options.title, element) else { return nil }
        switch options.titleType {
        case .text: return title
        case .html: return texts.line(HTMLText.plain(title, keepsLines: false))
        case .markdown: return texts.line(HTMLText.plain(MarkdownText.html(title), keepsLines: false))
        }
    }

    private func id(of element: JSONValue) -> String? { line(options.id, element) }
    private func link(of element: JSONValue) -> String? { address(options.link, element) }

    private func text(_ field: FieldOption?, _ element: JSONValue) -> String? {
        field?.text(in: element).map(texts.cut)
    }

    private func line(_ field: FieldOption?, _ element: JSONValue) -> String? { field?.first(in: element, texts.line) }

    private func lines(_ field: FieldOption?, _ element: JSONValue) -> [String] {
        guard let field else { return [] }
        var lines: [String] = []
        for text in field.texts(in: element, limit: texts.limits.repeats) {
            if let line = texts.line(text), !lines.contains(line) { lines.append(line) }
        }
        return lines
    }

    private func address(_ field: FieldOption?, _ element: JSONValue) -> String? {
        field?.first(in: element, as: .address, texts.address)
    }

    private func date(_ field: FieldOption?, _ element: JSONValue) -> WrittenDate? {
        field?.value(in: element, options.dates.date)
    }

    private func content(_ text: String, _ type: TextType, base link: String?) -> TextContent {
        switch type {
        case .text: .plain(text)
        case .html: .html(UntrustedHTML(markup: text, base: link ?? texts.base))
        case .markdown: .html(UntrustedHTML(markup: MarkdownText.html(text), base: link ?? texts.base))
        }
    }

    private func enclosures(of element: JSONValue) -> [Enclosure] {
        switch options.enclosures {
        case nil: return []
        case .addresses(let field):
            let found = field.texts(in: element, as: .address, limit: texts.limits.repeats)
            return found.compactMap(texts.address).map { Enclosure(url: $0) }
        case .list(let path, let url, let type, let size, let title):
            let files = path.values(in: element).flatMap { $0.array ?? [$0] }
            return files.prefix(texts.limits.repeats).compactMap { file in
                guard let address = address(url, file) else { return nil }
                let bytes = size?.value(in: file, Self.number).flatMap { $0 >= 0 ? Int64($0) : nil }
                return Enclosure(
                    url: address, mediaType: line(type, file), size: bytes, title: line(title, file))
            }
        }
    }

    /// A whole number, or a string that contains one.
    private static func number(_ value: JSONValue) -> Int? { value.int ?? value.string.flatMap { Int($0.trimmedLine) } }

    private func extra(_ value: JSONValue) -> Extra? {
        switch value {
        case .bool(let flag): .flag(flag)
        case .number(let digits): Double(digits).flatMap { $0.isFinite ? .number($0) : nil }
        default: value.firstText { $0 }.map { .text(texts.cut($0)) }
        }
    }
}
