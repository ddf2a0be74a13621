import CLibXML2
public import FeedModel
import FeedSelecting

/// The tree that a browser builds of a page (WHATWG HTML §13.2), without running scripts.
///
/// An instance must be used by one thread only.
public final class PageTree {
    let document: xmlDocPtr
    let context: xmlXPathContextPtr
    private var compiled: [PageSelector: xmlXPathCompExprPtr] = [:]
    private let rootPointer: xmlNodePtr
    private var removed: [xmlNodePtr] = []
    /// Whether the page was too deep or too large for a browser's tree. A simpler tree was built then, which is cut
    /// where it is too deep.
    public let isSimplified: Bool
    /// The base of relative addresses: the page's `base` element, else its own address; nil if neither is known.
    public private(set) var base: String?

    /// Levels of elements, at most; Chromium has the same limit.
    static let mostLevels = 512
    /// Attributes of an element, at most.
    static let mostAttributes = 1_000
    /// XPath steps on one page in total, at most: about one second of CPU.
    static let mostSteps: UInt = 40_000_000

    /// Builds the tree of a page in UTF-8 from `url`. Throws `.empty` or `.outOfMemory`.
    public init(_ page: ArraySlice<UInt8>, url: String?) throws(PageError) {
        guard !page.allSatisfy({ $0 <= 0x20 }) else { throw .empty }
        Self.prepare()
        if let document = page.withUnsafeBufferPointer(BrowserTree.document) {
            self.document = document
            isSimplified = false
        } else {
            guard let document = page.withUnsafeBufferPointer(SimpleTree.document) else { throw .outOfMemory }
            self.document = document
            isSimplified = true
        }
        guard let rootPointer = xmlDocGetRootElement(document), let context = xmlXPathNewContext(document) else {
            xmlFreeDoc(document)
            throw .outOfMemory
        }
        guard TypePlaces.register(in: context) else {
            xmlXPathFreeContext(context)
            xmlFreeDoc(document)
            throw .outOfMemory
        }
        self.rootPointer = rootPointer
        context.pointee.opLimit = Self.mostSteps
        // Errors are returned, never printed.
        context.pointee.error = { _, _ in }
        self.context = context
        base = url
        if let named = root.firstDescendant(where: { $0.name == "base" && $0["href"] != nil })?["href"],
            let address = Address.resolve(named, against: url), Address.isHTTP(address)
        {
            base = address
        }
    }

    deinit {
        for expression in compiled.values { xmlXPathFreeCompExpr(expression) }
        xmlXPathFreeContext(context)
        for node in removed { xmlFreeNode(node) }
        xmlFreeDoc(document)
    }

    /// The repairs made while the page was read.
    public var repairs: [Repair] { isSimplified ? [Repair(code: "simplified_page")] : [] }

    /// The `html` element.
    public var root: PageNode { PageNode(pointer: rootPointer, tree: self) }

    /// Returns what a selector finds in a node, in the page's order. Throws `.tooCostly`, `.notASelector` or
    /// `.outOfMemory`.
    public func finds(_ selector: PageSelector, in node: PageNode) throws(PageError) -> [PageMatch] {
        let expression = try compiled(selector)
        context.pointee.node = node.pointer
        cxml_print_nothing()
        guard let scope = xmlXPathNewNodeSet(node.pointer) else { throw .outOfMemory }
        // The context owns it from here on.
        guard xmlXPathRegisterVariable(context, "scope", scope) == 0 else { throw .outOfMemory }
        guard let result = xmlXPathCompiledEval(expression, context) else {
            let isTooLong = context.pointee.opCount >= context.pointee.opLimit
            throw isTooLong ? .tooCostly(selector.text) : .notASelector(selector.text)
        }
        defer { xmlXPathFreeObject(result) }
        return finds(result, attribute: selector.attribute)
    }

    /// Returns the elements that a selector finds in a node, in the page's order. Throws like `finds(_:in:)`.
    public func elements(_ selector: PageSelector, in node: PageNode) throws(PageError) -> [PageNode] {
        try finds(selector, in: node).compactMap(\.element)
    }

    /// Removes the elements that a selector finds, but never the root. Throws like `finds(_:in:)`.
    public func remove(_ selector: PageSelector) throws(PageError) {
        for node in try elements(selector, in: root) where !node.isSame(as: root) {
            // The node is freed with the page, because other found nodes may be inside it.
            xmlUnlinkNode(node.pointer)
            removed.append(node.pointer)
        }
    }

    private func finds(_ result: xmlXPathObjectPtr, attribute: String?) -> [PageMatch] {
        switch result.pointee.type {
        case XPATH_STRING, XPATH_NUMBER, XPATH_BOOLEAN:
            guard let text = xmlXPathCastToString(result) else { return [] }
            defer { cxml_free(text) }
            return [.text(String(cString: text))]
        case XPATH_NODESET:
            guard let nodes = result.pointee.nodesetval, let table = nodes.pointee.nodeTab else { return [] }
            xmlXPathNodeSetSort(nodes)
            return (0..<Int(nodes.pointee.nodeNr)).compactMap { table[$0].flatMap { find($0, attribute) } }
        default: return []
        }
    }

    private func find(_ node: xmlNodePtr, _ attribute: String?) -> PageMatch? {
        switch node.pointee.type {
        case XML_ELEMENT_NODE:
            let element = PageNode(pointer: node, tree: self)
            guard let attribute else { return .element(element) }
            return element[attribute].map(PageMatch.text)
        case XML_ATTRIBUTE_NODE:
            return .text(UnsafeMutableRawPointer(node).withMemoryRebound(to: xmlAttr.self, capacity: 1, PageNode.value))
        case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: return node.pointee.content.map { .text(String(cString: $0)) }
        default: return nil
        }
    }

    private func compiled(_ selector: PageSelector) throws(PageError) -> xmlXPathCompExprPtr {
        if let expression = compiled[selector] { return expression }
        guard let expression = xmlXPathCtxtCompile(context, selector.xpath) else { throw .notASelector(selector.text) }
        compiled[selector] = expression
        return expression
    }

    /// Initialises libxml2. Two threads that do so at the same time would block each other for ever.
    private static func prepare() { xmlInitParser() }

    /// Whether a text is valid XPath, as far as that shows without a page.
    static func compiles(_ path: String) -> Bool {
        prepare()
        guard let context = xmlXPathNewContext(nil) else { return false }
        defer { xmlXPathFreeContext(context) }
        context.pointee.error = { _, _ in }
        guard let expression = xmlXPathCtxtCompile(context, path) else { return false }
        xmlXPathFreeCompExpr(expression)
        return true
    }
}
