import CLibXML2
import FeedHTML

/// An element of a page; it keeps the page's tree.
public struct PageNode {
    let pointer: xmlNodePtr
    let tree: PageTree

    /// Its name as browsers show it: `div`, `foreignObject`.
    public var name: String { String(cString: pointer.pointee.name) }

    /// The value of an attribute, or nil if it has none of that name.
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

    /// Its attributes, in their order.
    package var attributes: [(name: String, value: String)] {
        var attributes: [(String, String)] = []
        var next = pointer.pointee.properties
        while let each = next {
            attributes.append((String(cString: each.pointee.name), Self.value(of: each)))
            next = each.pointee.next
        }
        return attributes
    }

    /// The text that stands directly in it, without that of the elements in it.
    package var ownText: String {
        var text = ""
        var next = pointer.pointee.children
        while let each = next {
            if Self.isText(each), let content = each.pointee.content { text += String(cString: content) }
            next = each.pointee.next
        }
        return text
    }

    /// What it holds as a reader sees it, on one line: without scripts, with a space where a block begins.
    public var text: String {
        if let only = onlyText { return HTMLText.plain(HTMLEscape.text(only), keepsLines: false) }
        return HTMLText.plain(markup, keepsLines: false)
    }

    /// The texts in it, each on a line of its own whatever browsers show them beside each other, without scripts; about 16 KiB at
    /// most. `2026.11.1` in one element and `2月` in the next are no `2026.11.12月`.
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

    /// What stands in it, character by character, scripts and all.
    public var content: String {
        var content = ""
        walk { node in
            if Self.isText(node), let text = node.pointee.content { content += String(cString: text) }
        }
        return content
    }

    /// What it holds, as markup; it is not sanitised.
    public var markup: String { MarkupWriter.markup(inside: pointer) }

    /// The element in which it stands, or nil for the root.
    public var parent: PageNode? {
        guard let above = pointer.pointee.parent, above.pointee.type == XML_ELEMENT_NODE else { return nil }
        return PageNode(pointer: above, tree: tree)
    }

    /// The elements in it, not those in these.
    public var children: [PageNode] {
        var children: [PageNode] = []
        var next = pointer.pointee.children
        while let each = next {
            if each.pointee.type == XML_ELEMENT_NODE { children.append(PageNode(pointer: each, tree: tree)) }
            next = each.pointee.next
        }
        return children
    }

    /// Whether it is the same element.
    public func isSame(as other: PageNode) -> Bool { pointer == other.pointer }

    /// The first element in it that `isWanted`, in the order of the page.
    public func firstDescendant(where isWanted: (PageNode) -> Bool) -> PageNode? {
        var found: PageNode?
        walk(until: { found != nil }) { node in
            guard node.pointee.type == XML_ELEMENT_NODE else { return }
            let node = PageNode(pointer: node, tree: tree)
            if isWanted(node) { found = node }
        }
        return found
    }

    /// Visits all elements in it, in the order of the page.
    public func forEachDescendant(_ body: (PageNode) -> Void) {
        walk { if $0.pointee.type == XML_ELEMENT_NODE { body(PageNode(pointer: $0, tree: tree)) } }
    }

    // MARK: the tree below

    private var onlyText: String? {
        guard let child = pointer.pointee.children, child.pointee.next == nil, Self.isText(child),
            !MarkupWriter.isHidden(pointer)
        else { return nil }
        return child.pointee.content.map { String(cString: $0) }
    }

    /// Visits all that is inside, without recursion: pages may be deep.
    private func walk(until isOver: () -> Bool = { false }, _ visit: (xmlNodePtr) -> Void) {
        var next = pointer.pointee.children
        while let node = next, !isOver() {
            visit(node)
            next = Self.following(node, within: pointer)
        }
    }

    /// What comes after a node in the order of the page, or nil at the end of `root`.
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
