import FeedConfiguration
import FeedJSON
import FeedMessages
import FeedModel
import FeedSelecting
import FeedStages

/// How a list continues after its first page. `Place` is a place in a page.
enum Paging<Place: ListPlace>: Sendable, Hashable {
    /// The `Link` header of the response has the next page's address (RFC 8288).
    case linkHeader
    /// The document has the next page's address.
    case next(Place)
    /// The document has a cursor, which the next request sends as a parameter.
    case cursor(from: Place, parameter: String)
    /// The requests count pages.
    case page(parameter: String, first: Int)
    /// The requests count entries.
    case offset(parameter: String, first: Int, by: Int)

    /// Reads the paging option; nil if none is given. More than one is an error.
    static func read(_ section: ConfigSection) -> Paging? {
        section.atMostOne(of: "link_header", "next", "cursor", "page", "offset")
        let followsHeader = section.option(
            "link_header", default: false, help: .message("option.list.link_header"))
        let next = section.option("next", as: Place.self, help: .message("option.list.next"))
        let cursor = section.option(
            "cursor", as: CursorOption<Place>.self, help: .message("option.list.cursor"))
        let page = section.option(
            "page", as: PageOption<Place>.self, help: .message("option.list.page"))
        let offset = section.option(
            "offset", as: OffsetOption<Place>.self, help: .message("option.list.offset"))
        if let next { return .next(next) }
        return cursor?.paging ?? page?.paging ?? offset?.paging ?? (followsHeader ? .linkHeader : nil)
    }

    /// Returns the request for the page after the `number`th one, or nil after the last.
    ///
    /// Throws `.redirectRefused` if that page is on another server, which would receive header fields and secrets. Also
    /// throws what `page` throws.
    func request(
        after number: Int, of request: PageRequest, _ response: HTTPResponse, _ page: some ListPage<Place>
    ) throws(StageError) -> PageRequest? {
        switch self {
        case .linkHeader:
            guard let link = response.link(to: "next") else { return nil }
            return try request.following(link, after: response)
        case .next(let path):
            guard case .string(let text)? = try page.value(at: path), case let address = text.trimmedLine,
                !address.isEmpty
            else { return nil }
            return try request.following(address, after: response)
        case .cursor(let path, let parameter):
            guard let word = try page.value(at: path), let text = word.text, text.utf8.count <= Self.longestWord else {
                return nil
            }
            return request.setting(parameter, to: word)
        case .page(let parameter, let first):
            return request.setting(parameter, to: .number(String(first + number)))
        case .offset(let parameter, let first, let size):
            return request.setting(parameter, to: .number(String(first + number * size)))
        }
    }

    /// Bytes of a cursor, at most.
    private static var longestWord: Int { 4096 }
}

private struct CursorOption<Place: ListPlace>: ConfigValue {
    let paging: Paging<Place>

    static var typeName: LocalizedText { "{ from: PLACE, parameter: NAME }" }
    static var placeholder: Self { Self(paging: .linkHeader) }
    var manualText: String { "" }

    static func read(_ node: Node, in section: ConfigSection) -> Self? {
        guard section.isMap(typeName) else { return nil }
        let path = section.require("from", as: Place.self, help: .message("option.list.cursor.from"))
        let parameter = section.parameter()
        return Self(paging: .cursor(from: path, parameter: parameter))
    }
}

private struct PageOption<Place: ListPlace>: ConfigValue {
    let paging: Paging<Place>

    static var typeName: LocalizedText { "{ parameter: NAME, first: NUMBER }" }
    static var placeholder: Self { Self(paging: .linkHeader) }
    var manualText: String { "" }

    static func read(_ node: Node, in section: ConfigSection) -> Self? {
        guard section.isMap(typeName) else { return nil }
        let parameter = section.parameter()
        let first = section.option("first", default: 1, in: 0...1_000_000, help: .message("option.list.page.first"))
        return Self(paging: .page(parameter: parameter, first: first))
    }
}

private struct OffsetOption<Place: ListPlace>: ConfigValue {
    let paging: Paging<Place>

    static var typeName: LocalizedText { "{ parameter: NAME, by: NUMBER, first: NUMBER }" }
    static var placeholder: Self { Self(paging: .linkHeader) }
    var manualText: String { "" }

    static func read(_ node: Node, in section: ConfigSection) -> Self? {
        guard section.isMap(typeName) else { return nil }
        let parameter = section.parameter()
        let size = section.require("by", as: Int.self, in: 1...100_000, help: .message("option.list.offset.by"))
        let first = section.option("first", default: 0, in: 0...1_000_000, help: .message("option.list.offset.first"))
        return Self(paging: .offset(parameter: parameter, first: first, by: size))
    }
}

extension ConfigSection {
    /// Whether the section is a map. Any other value is reported.
    func isMap(_ expected: LocalizedText) -> Bool {
        if node.map != nil { return true }
        reportMismatch(node, expected: expected)
        return false
    }

    /// The name of the parameter that selects the next page.
    fileprivate func parameter() -> String {
        let name = require(
            "parameter", as: String.self,
            help: .message("option.list.parameter"))
        if name.isEmpty, isGiven("parameter") {
            report(
                .message("plugin.option_empty", ["path": .text("\(path).parameter")]),
                at: self.node["parameter"]?.place)
        }
        return name
    }
}
