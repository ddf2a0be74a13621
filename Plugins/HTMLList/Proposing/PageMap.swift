import FeedLists
import FeedModel
import FeedPages
import FeedParsing

/// The visible elements of a page in its order, as the search for lists needs them.
struct PageMap {
    struct Element {
        let node: PageNode
        let name: String
        let id: String?
        let classes: [String]
        /// The index of the parent, or -1.
        let parent: Int
        /// The index after the element's last descendant.
        var end: Int
        /// A number that is equal for elements with the same names and steady classes (`ElementClass.isSteady`) from
        /// the root on.
        let path: Int
    }

    /// A link to another page.
    struct Link {
        /// The index of the link's element.
        let element: Int
        let address: String
        /// The link's text, or that of its picture.
        let text: String
        /// Whether the link has no text of its own.
        let isPicture: Bool
        /// Whether the link is in a heading or contains one.
        let isHeading: Bool
    }

    private(set) var elements: [Element] = []
    /// The links in the order of the page.
    private(set) var links: [Link] = []

    /// The most elements that are read: a reader would not find a list that begins later.
    static let mostElements = 20_000
    /// Elements that are not visible, or cannot contain entries.
    private static let unseen: Set<String> = [
        "head", "script", "style", "noscript", "template", "svg", "math", "select", "iframe", "object",
    ]
    static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]

    init(_ tree: PageTree) {
        var paths: [Path: Int] = [:]
        var waiting: [(node: PageNode, parent: Int)] = [(tree.root, -1)]
        while let (node, parent) = waiting.popLast(), elements.count < Self.mostElements {
            let name = node.name
            guard !Self.unseen.contains(name) else { continue }
            let classes = (node["class"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
            let steady = classes.filter { ElementClass.isSteady($0) }.sorted().joined(separator: " ")
            let path = Path(above: parent < 0 ? -1 : elements[parent].path, name: name, classes: steady)
            let number = paths[path] ?? paths.count
            paths[path] = number
            let id = node["id"].flatMap { $0.isEmpty ? nil : $0 }
            let place = elements.count
            elements.append(
                Element(node: node, name: name, id: id, classes: classes, parent: parent, end: place + 1, path: number))
            for child in node.children.reversed() { waiting.append((child, place)) }
        }
        for place in elements.indices.reversed() {
            let parent = elements[place].parent
            if parent >= 0 { elements[parent].end = max(elements[parent].end, elements[place].end) }
        }
        links = allLinks(EntryTexts(base: tree.base, limits: .standard))
    }

    private struct Path: Hashable {
        let above: Int
        let name: String
        let classes: String
    }

    private func allLinks(_ texts: EntryTexts) -> [Link] {
        var links: [Link] = []
        for (place, element) in elements.enumerated() where element.name == "a" {
            guard let written = element.node["href"], !written.trimmedLine.hasPrefix("#"),
                let address = texts.address(written)
            else { continue }
            let inside = place..<element.end
            var text = element.node.text
            let isPicture = text.isEmpty
            if isPicture {
                let picture = inside.first { elements[$0].name == "img" }.flatMap { elements[$0].node["alt"] }
                text = (picture ?? element.node["title"] ?? element.node["aria-label"] ?? "").trimmedLine
            }
            let isHeading = inside.contains { Self.headings.contains(elements[$0].name) } || isInHeading(place)
            links.append(Link(element: place, address: address, text: text, isPicture: isPicture, isHeading: isHeading))
        }
        return links
    }

    private func isInHeading(_ place: Int) -> Bool {
        ancestors(of: place).prefix(4).contains { Self.headings.contains(elements[$0].name) }
    }

    /// The indices of an element's ancestors, the nearest first.
    func ancestors(of place: Int) -> some Sequence<Int> {
        sequence(first: elements[place].parent) { elements[$0].parent }.lazy.prefix { $0 >= 0 }
    }

    /// The links in an element, including itself.
    func links(in place: Int) -> ArraySlice<Link> {
        links[firstLink(from: place)..<firstLink(from: elements[place].end)]
    }

    private func firstLink(from place: Int) -> Int {
        var (low, high) = (0, links.count)
        while low < high {
            let middle = (low + high) / 2
            if links[middle].element < place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The indices of an element's children.
    func children(of place: Int) -> [Int] {
        var children: [Int] = []
        var next = place + 1
        while next < elements[place].end {
            children.append(next)
            next = elements[next].end
        }
        return children
    }
}
