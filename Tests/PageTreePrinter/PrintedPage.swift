import FeedJSON
import FeedPages

/// A page with its elements in their order.
struct PrintedPage {
    private let tree: PageTree
    private let elements: [PageNode]

    init(_ tree: PageTree) {
        self.tree = tree
        var elements = [tree.root]
        tree.root.forEachDescendant { elements.append($0) }
        self.elements = elements
    }

    func write(_ selectors: [Result<PageSelector, any Error>], to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("elements")
        writer.beginArray()
        var depths: [Int] = []
        var path: [PageNode] = []
        for element in elements {
            while let last = path.last, !(element.parent?.isSame(as: last) ?? false) { path.removeLast() }
            depths.append(path.count)
            path.append(element)
        }
        for (element, depth) in zip(elements, depths) { write(element, depth, to: &writer) }
        writer.endArray()
        writer.member("isSimplified", tree.isSimplified)
        writer.name("finds")
        write(selectors, in: tree.root, to: &writer)
        writer.name("inside")
        writer.beginArray()
        for place in stride(from: max(1, elements.count / 6), to: elements.count, by: max(1, elements.count / 6)) {
            writer.beginObject()
            writer.member("scope", place)
            writer.name("finds")
            write(selectors, in: elements[place], to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }

    private func write(_ element: PageNode, _ depth: Int, to writer: inout JSONWriter) {
        writer.beginArray()
        writer.value(depth)
        writer.value(element.name)
        writer.beginArray()
        for attribute in element.attributes {
            writer.value(attribute.name)
            writer.value(attribute.value)
        }
        writer.endArray()
        writer.value(element.ownText)
        writer.endArray()
    }

    private func write(_ selectors: [Result<PageSelector, any Error>], in node: PageNode, to writer: inout JSONWriter) {
        writer.beginArray()
        for selector in selectors {
            do {
                let found = try tree.elements(selector.get(), in: node)
                writer.beginArray()
                for place in places(of: found) { writer.value(place) }
                writer.endArray()
            } catch {
                writer.value("\(error)")
            }
        }
        writer.endArray()
    }

    /// Both are in the order of the page.
    private func places(of found: [PageNode]) -> [Int] {
        var rest = found[...]
        var places: [Int] = []
        for (place, element) in elements.enumerated() {
            guard let next = rest.first else { break }
            guard next.isSame(as: element) else { continue }
            places.append(place)
            rest.removeFirst()
        }
        return places
    }
}
