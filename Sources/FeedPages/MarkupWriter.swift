import CLibXML2
import FeedHTML

/// Writes a part of a tree as markup.
enum MarkupWriter {
    /// The markup of everything inside `root`, without scripts, styles and templates.
    static func markup(inside root: xmlNodePtr) -> String {
        var output: [UInt8] = []
        guard !isHidden(root) else { return "" }
        var next = root.pointee.children
        while let node = next {
            if node.pointee.type == XML_ELEMENT_NODE, !isHidden(node) {
                open(node, &output)
                if let child = node.pointee.children {
                    next = child
                    continue
                }
                close(node, &output)
            } else if PageNode.isText(node), let text = node.pointee.content {
                HTMLEscape.append(String(cString: text), to: &output)
            }
            next = after(node, within: root, &output)
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The node behind a node and its content. Closes the elements that end in between.
    private static func after(_ node: xmlNodePtr, within root: xmlNodePtr, _ output: inout [UInt8]) -> xmlNodePtr? {
        var node = node
        while node.pointee.next == nil {
            guard let above = node.pointee.parent, above != root else { return nil }
            close(above, &output)
            node = above
        }
        return node.pointee.next
    }

    /// Whether an element has no content for readers.
    static func isHidden(_ element: xmlNodePtr) -> Bool {
        switch name(of: element) {
        case "script", "style", "template": true
        default: false
        }
    }

    private static func open(_ element: xmlNodePtr, _ output: inout [UInt8]) {
        output.append(UInt8(ascii: "<"))
        output += name(of: element).utf8
        var next = element.pointee.properties
        while let attribute = next {
            output.append(UInt8(ascii: " "))
            output += String(cString: attribute.pointee.name).utf8
            output += "=\"".utf8
            HTMLEscape.append(PageNode.value(of: attribute), to: &output)
            output.append(UInt8(ascii: "\""))
            next = attribute.pointee.next
        }
        output.append(UInt8(ascii: ">"))
    }

    private static func close(_ element: xmlNodePtr, _ output: inout [UInt8]) {
        let name = name(of: element)
        guard !voidNames.contains(name) else { return }
        output += "</\(name)>".utf8
    }

    private static func name(of element: xmlNodePtr) -> String { String(cString: element.pointee.name) }

    /// Elements that have no end tag (WHATWG HTML §13.1.2).
    private static let voidNames: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]
}
