import CGumbo
import CLibXML2

/// Builds the tree of a page as browsers do, and copies it into a libxml2 document for XPath.
enum BrowserTree {
    /// Bytes of memory for a tree, at most.
    private static let mostMemory = 96 << 20
    /// Bytes of memory for each byte of the page, beyond the first MiB: `<b>` alone takes 60.
    private static let memoryPerByte = 80
    /// Seconds of CPU, at most. Ordinary pages take milliseconds.
    private static let mostSeconds = 2.0

    /// The tree; nil if it is too deep or too large, or takes too long.
    static func document(of page: UnsafeBufferPointer<UInt8>) -> xmlDocPtr? {
        let limits = cgumbo_limits(
            memory: min((1 << 20) + page.count * memoryPerByte, mostMemory), depth: UInt32(PageTree.mostLevels),
            attributes: UInt32(PageTree.mostAttributes), cpu_seconds: mostSeconds)
        return page.withMemoryRebound(to: CChar.self) { characters -> xmlDocPtr? in
            guard let tree = cgumbo_build(characters.baseAddress, characters.count, limits) else { return nil }
            defer { cgumbo_free(tree) }
            guard let document = htmlNewDocNoDtD(nil, nil) else { return nil }
            // The dictionary stores each repeated name once.
            document.pointee.dict = xmlDictCreate()
            guard document.pointee.dict != nil, copy(tree, to: document) else {
                xmlFreeDoc(document)
                return nil
            }
            return document
        }
    }

    /// Copies all elements and texts. Returns false if memory runs out.
    private static func copy(_ tree: OpaquePointer, to document: xmlDocPtr) -> Bool {
        var parent = UnsafeMutableRawPointer(document).assumingMemoryBound(to: xmlNode.self)
        while true {
            switch cgumbo_next(tree) {
            case CGUMBO_OPEN:
                guard let element = xmlNewDocNode(document, nil, bytes(cgumbo_text(tree)), nil) else { return false }
                append(element, to: parent)
                parent = element
                for place in 0..<cgumbo_attribute_count(tree) {
                    let name = bytes(cgumbo_attribute_name(tree, place))
                    let value = bytes(cgumbo_attribute_value(tree, place))
                    guard xmlNewNsProp(element, nil, name, value) != nil else { return false }
                }
            case CGUMBO_TEXT:
                guard let text = xmlNewDocText(document, bytes(cgumbo_text(tree))) else { return false }
                append(text, to: parent)
            case CGUMBO_CLOSE:
                guard let above = parent.pointee.parent else { return true }
                parent = above
            default: return true
            }
        }
    }

    /// Appends a node. `xmlAddChild` would join adjacent texts, in quadratic time.
    private static func append(_ node: xmlNodePtr, to parent: xmlNodePtr) {
        node.pointee.parent = parent
        node.pointee.prev = parent.pointee.last
        if let last = parent.pointee.last { last.pointee.next = node } else { parent.pointee.children = node }
        parent.pointee.last = node
    }

    private static func bytes(_ text: UnsafePointer<CChar>?) -> UnsafePointer<xmlChar>? {
        text.map { UnsafeRawPointer($0).assumingMemoryBound(to: xmlChar.self) }
    }
}
