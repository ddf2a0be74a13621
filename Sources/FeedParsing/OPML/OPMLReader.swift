import CLibXML2
import FeedMessages
import FeedModel

/// Reads OPML: strictly first, then again after a repair of the bytes. It uses no network and no files, and expands no
/// entities that the document declares.
package enum OPMLReader {
    /// Feeds of a list, at most.
    package static let mostFeeds = 20_000
    /// Levels of elements, at most. Deeper outlines are left out.
    static let depth = 100

    /// Reads a list. Throws if the bytes are another document, or end before the first outline.
    package static func read(_ bytes: [UInt8]) throws(FeedReadingError) -> OPMLDocument {
        let content = GzipFile.isOne(bytes) ? GzipFile.content(of: bytes) : bytes
        guard let content else { throw FeedReadingError(.notAFeed, found: "gzip") }
        if let found = BinaryGuess.name(content) { throw FeedReadingError(.notAFeed, found: found) }
        let text = DecodedText(content, contentType: nil)
        switch DocumentStart(text.utf8) {
        case .empty: throw FeedReadingError(.emptyBody)
        case .json: throw FeedReadingError(.notAFeed, found: "JSON")
        case .html: throw FeedReadingError(.notAFeed, found: .message("document.html"))
        case .text: throw FeedReadingError(.notAFeed, found: BinaryGuess.name(ofText: text.utf8))
        case .xml(let start, _):
            var document = try read(text.utf8[start...])
            document.repairs = text.repairs + document.repairs
            return document
        }
    }

    private static func read(_ bytes: ArraySlice<UInt8>) throws(FeedReadingError) -> OPMLDocument {
        let strict: OutlineParser.Outcome? = bytes.withUnsafeBufferPointer { buffer in
            CrowdedTag.exists(in: buffer) ? nil : OutlineParser.parse(buffer, recovers: false)
        }
        if let strict, strict.isWellFormed { return try document(strict, repairs: []) }
        let mended = BrokenOutline.mended(bytes)
        let repaired = XMLRepair.repair(mended.bytes[...], depth: depth)
        let outcome = repaired.bytes.withUnsafeBufferPointer { OutlineParser.parse($0, recovers: true) }
        let broken = mended.count > 0 ? [Repair(code: "broken_quotes", count: mended.count)] : []
        return try document(outcome, repairs: broken + repaired.repairs)
    }

    private static func document(
        _ outcome: OutlineParser.Outcome, repairs: [Repair]
    ) throws(FeedReadingError) -> OPMLDocument {
        let scanner = outcome.scanner
        guard let root = scanner.root else { throw FeedReadingError(.notAFeed, found: .message("document.empty_xml")) }
        guard root == "opml" else {
            throw FeedReadingError(
                .notAFeed,
                found: root == "html" ? .message("document.html") : .message("document.xml", ["element": .text(root)]))
        }
        var document = scanner.document
        document.isComplete = scanner.hasEnded
        if !document.isComplete, document.feeds.isEmpty { throw FeedReadingError(.incompleteDocument) }
        document.repairs = repairs
        if scanner.surplus > 0 { document.repairs.append(Repair(code: "too_many_entries", count: scanner.surplus)) }
        return document
    }
}

/// Runs libxml2's push parser over UTF-8 and sends its tags to an `OutlineScanner`.
private enum OutlineParser {
    struct Outcome {
        var scanner: OutlineScanner
        var isWellFormed: Bool
    }

    static func parse(_ bytes: UnsafeBufferPointer<UInt8>, recovers: Bool) -> Outcome {
        let scanner = UnsafeMutablePointer<OutlineScanner>.allocate(capacity: 1)
        scanner.initialize(to: OutlineScanner())
        defer {
            scanner.deinitialize(count: 1)
            scanner.deallocate()
        }
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.startElementNs = { user, local, prefix, uri, _, _, count, _, attributes in
            guard let local, let user else { return }
            user.assumingMemoryBound(to: OutlineScanner.self).pointee.start(
                XMLElement(
                    local: local, prefix: prefix, uri: uri,
                    attributes: XMLAttributes(pointers: attributes, count: Int(count))))
        }
        handler.endElementNs = { user, _, _, _ in
            user?.assumingMemoryBound(to: OutlineScanner.self).pointee.end()
        }
        // Entities of the document are unknown: the repair drops their declarations and keeps their names as text.
        handler.getEntity = { _, _ in nil }
        handler.attributeDecl = { _, _, _, _, _, _, values in xmlFreeEnumeration(values) }
        handler.serror = { _, _ in }
        xmlInitParser()
        guard let context = xmlCreatePushParserCtxt(&handler, scanner, nil, 0, nil) else {
            return Outcome(scanner: scanner.pointee, isWellFormed: false)
        }
        defer { xmlFreeParserCtxt(context) }
        let recovery = recovers ? XML_PARSE_RECOVER.rawValue : 0
        xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | recovery))
        context.pointee.charset = XML_CHAR_ENCODING_UTF8.rawValue
        var position = 0
        while position < bytes.count, let base = bytes.baseAddress {
            let count = min(bytes.count - position, chunk)
            let status = (base + position).withMemoryRebound(to: CChar.self, capacity: count) {
                xmlParseChunk(context, $0, Int32(count), 0)
            }
            position += count
            if status != 0, !recovers || context.pointee.disableSAX != 0 { break }
        }
        xmlParseChunk(context, nil, 0, 1)
        return Outcome(
            scanner: scanner.pointee, isWellFormed: context.pointee.wellFormed == 1 && !scanner.pointee.isTooDeep)
    }

    private static let chunk = 64 << 10
}

/// Collects the outlines of a document as its tags come.
private struct OutlineScanner {
    private(set) var document = OPMLDocument()
    /// The name of the root in lower case, or nil before it.
    private(set) var root: String?
    /// Whether the root was closed.
    private(set) var hasEnded = false
    /// How many feeds were left out.
    private(set) var surplus = 0
    private(set) var isTooDeep = false
    private var open: [Element] = []

    private struct Element {
        /// The title of an outline that may hold feeds, or nil.
        var folder: String?
        var hasFeeds = false
    }

    /// Characters of a title, and bytes of an address, at most.
    private static let longestTitle = 200
    private static let longestAddress = 8192
    private static let mostCategories = 20

    mutating func start(_ element: XMLElement) {
        let name = String(cString: element.local).lowercased()
        if root == nil { root = String(name.prefix(40)) }
        open.append(Element())
        guard open.count <= OPMLReader.depth else {
            isTooDeep = true
            return
        }
        guard name == "outline" else { return }
        var given: [String: String] = [:]
        for attribute in element.attributes where attribute.prefix == nil {
            let key = String(cString: attribute.local).lowercased()
            if Self.known.contains(key), given[key] == nil { given[key] = attribute.text }
        }
        let title = Self.title(given["title"]) ?? Self.title(given["text"])
        let address = (given["xmlurl"] ?? "").trimmedLine
        guard address.isEmpty else { return add(address, title, given["category"]) }
        if given["type"]?.lowercased() == "include", let url = given["url"], document.included.count < 100 {
            document.included.append(url.line(of: 200))
        }
        open[open.count - 1].folder = title ?? ""
    }

    mutating func end() {
        guard let element = open.popLast() else { return }
        if element.hasFeeds {
            if element.folder != nil { document.folders += 1 }
            if !open.isEmpty { open[open.count - 1].hasFeeds = true }
        }
        if open.isEmpty { hasEnded = true }
    }

    private mutating func add(_ address: String, _ title: String?, _ categories: String?) {
        guard document.feeds.count < OPMLReader.mostFeeds, address.utf8.count <= Self.longestAddress else {
            surplus += 1
            return
        }
        let tags = (categories ?? "").split(separator: ",").prefix(Self.mostCategories).compactMap {
            Self.title(String($0))
        }
        let folders = open.compactMap(\.folder).filter { !$0.isEmpty }
        document.feeds.append(
            OPMLDocument.Feed(address: address, title: title, folders: folders, categories: tags))
        open[open.count - 1].hasFeeds = true
    }

    private static let known: Set<String> = ["xmlurl", "title", "text", "type", "url", "category"]

    private static func title(_ text: String?) -> String? {
        guard let line = text?.line(of: longestTitle), !line.isEmpty else { return nil }
        return line
    }
}
