import CLibXML2
import FeedHTML

/// An element of a page. It keeps the page's tree alive.
public struct PageNode {
    let pointer: xmlNodePtr
    let tree: PageTree

    /// The element's name as in browsers: `div`, `foreignObject`.
    public var name: String { String(cString: pointer.pointee.name) }

    /// Returns the value of an attribute, or nil if the element has none with this name.
    public subscript(attribute: String) -> String? {
        attribute.withCString { text in
            let name = UnsafeRawPointer(text).assumingMemoryBound(to: xmlChar.self)
            var next = pointer.pointee.properties
            while let each = next {
                if xmlStrEqual(each.pointee.name, name) == 1 { return Self.value(of: each) }
                next = each.pointee.next
            }
            return nil
        }
    }

    /// The attributes in the page's order.
    package var attributes: [(name: String, value: String)] {
        var attributes: [(String, String)] = []
        var next = pointer.pointee.properties
        while let each = next {
            attributes.append((String(cString: each.pointee.name), Self.value(of: each)))
            next = each.pointee.next
        }
        return attributes
    }

    /// The text directly inside the element, without that of inner elements.
    package var ownText: String {
        var text = ""
        var next = pointer.pointee.children
        while let each = next {
            if Self.isText(each), let content = each.pointee.content { text += String(cString: content) }
            next = each.pointee.next
        }
        return text
    }

    /// The visible text on one line: without scripts, with a space where a block begins.
    public var text: String {
        if let only = onlyText { return HTMLText.plain(HTMLEscape.text(only), keepsLines: false) }
        return HTMLText.plain(markup, keepsLines: false)
    }

    /// The texts inside the element, each on its own line, without scripts; about 16 KiB at most. Separate lines keep
    /// `2026.11.1` in one element and `2月` in the next from becoming `2026.11.12月`.
    public var pieces: String {
        var pieces = ""
        var next = MarkupWriter.isHidden(pointer) ? nil : pointer.pointee.children
        while let node = next, pieces.utf8.count < Self.mostPieces {
            if Self.isText(node), let text = node.pointee.content {
                pieces += String(cString: text)
                pieces += "\n"
            }
            let isHidden = node.pointee.type == XML_ELEMENT_NODE && MarkupWriter.isHidden(node)
            next = Self.following(node, within: pointer, entering: !isHidden)
        }
        return pieces
    }

    private static var mostPieces: Int { 16 << 10 }

    /// The text inside the element, unchanged, including scripts.
    public var content: String {
        var content = ""
        walk { node in
            if Self.isText(node), let text = node.pointee.content { content += String(cString: text) }
        }
        return content
    }

    /// The markup inside the element, without scripts, styles and templates; it is not sanitised.
    public var markup: String { MarkupWriter.markup(inside: pointer) }

    /// The parent element, or nil for the root.
    public var parent: PageNode? {
        guard let above = pointer.pointee.parent, above.pointee.type == XML_ELEMENT_NODE else { return nil }
        return PageNode(pointer: above, tree: tree)
    }

    /// The child elements.
    public var children: [PageNode] {
        var children: [PageNode] = []
        var next = pointer.pointee.children
        while let each = next {
            if each.pointee.type == XML_ELEMENT_NODE { children.append(PageNode(pointer: each, tree: tree)) }
            next = each.pointee.next
        }
        return children
    }

    /// Returns whether both are the same element.
    public func isSame(as other: PageNode) -> Bool { pointer == other.pointer }

    /// Returns the first element inside this one for which `isWanted` is true, in the page's order; nil if there is
    /// none.
    public func firstDescendant(where isWanted: (PageNode) -> Bool) -> PageNode? {
        var found: PageNode?
        walk(until: { found != nil }) { node in
            guard node.pointee.type == XML_ELEMENT_NODE else { return }
            let node = PageNode(pointer: node, tree: tree)
            if isWanted(node) { found = node }
        }
        return found
    }

    /// Calls `body` with every element inside this one, in the page's order.
    public func forEachDescendant(_ body: (PageNode) -> Void) {
        walk { if $0.pointee.type == XML_ELEMENT_NODE { body(PageNode(pointer: $0, tree: tree)) } }
    }

    // MARK: Descendants

    private var onlyText: String? {
        guard let child = pointer.pointee.children, child.pointee.next == nil, Self.isText(child),
            !MarkupWriter.isHidden(pointer)
        else { return nil }
        return child.pointee.content.map { String(cString: $0) }
    }

    /// Visits all nodes inside without recursion, because pages can be deep.
    private func walk(until isOver: () -> Bool = { false }, _ visit: (xmlNodePtr) -> Void) {
        var next = pointer.pointee.children
        while let node = next, !isOver() {
            visit(node)
            next = Self.following(node, within: pointer)
        }
    }

    /// The next node in the page's order, or nil at the end of `root`.
    static func following(_ node: xmlNodePtr, within root: xmlNodePtr, entering: Bool = true) -> xmlNodePtr? {
        if entering, node.pointee.type == XML_ELEMENT_NODE, let child = node.pointee.children { return child }
        var node = node
        while node != root {
            if let sibling = node.pointee.next { return sibling }
            guard let above = node.pointee.parent else { return nil }
            node = above
        }
        return nil
    }

    static func isText(_ node: xmlNodePtr) -> Bool {
        node.pointee.type == XML_TEXT_NODE || node.pointee.type == XML_CDATA_SECTION_NODE
    }

    static func value(of attribute: xmlAttrPtr) -> String {
        var value = ""
        var next = attribute.pointee.children
        while let each = next {
            if let content = each.pointee.content { value += String(cString: content) }
            next = each.pointee.next
        }
        return value
    }
}
