import FeedMessages

/// A list or map that is still being read.
struct OpenCollection {
    let isMap: Bool
    let place: Place
    let anchor: String?
    /// The number of nodes in the collection, with itself.
    private(set) var size = 1
    /// The number of levels below the collection.
    private(set) var height = 0

    private var elements: [Node] = []
    private var pairs: [Node.Pair] = []
    private var lines: [String: Int] = [:]
    private var merges: [Node] = []
    private var key: Key?

    private enum Key {
        case text(String, Place)
        case merge
        case unusable
    }

    init(isMap: Bool, place: Place, anchor: String?) {
        self.isMap = isMap
        self.place = place
        self.anchor = anchor
    }

    /// Adds the next element, key or value.
    mutating func add(_ value: YAMLComposer.Anchored, reporting diagnostics: Diagnostics) {
        size += value.size
        height = max(height, value.height + 1)
        guard isMap else { return elements.append(value.node) }
        switch key {
        case nil: key = readKey(value.node, diagnostics)
        case .text(let text, let place):
            add(value.node, under: text, at: place, diagnostics)
            key = nil
        case .merge:
            merges.append(value.node)
            key = nil
        case .unusable: key = nil
        }
    }

    /// Returns the finished node. Pairs that were merged with `<<` come after its own pairs.
    mutating func makeNode(reporting diagnostics: Diagnostics) -> Node {
        guard isMap else { return Node(.list(elements), at: place) }
        for merge in merges { self.merge(merge, diagnostics) }
        return Node(.map(pairs), at: place)
    }

    private func readKey(_ node: Node, _ diagnostics: Diagnostics) -> Key {
        guard case .scalar(let text, let isQuoted) = node.content else {
            diagnostics.report(
                Diagnostic(at: node.place, .message("yaml.key_not_text", ["found": .message(node.shown)])))
            return .unusable
        }
        if text == "<<", !isQuoted { return .merge }
        guard !text.isEmpty else {
            diagnostics.report(Diagnostic(at: node.place, .message("yaml.key_empty")))
            return .unusable
        }
        return .text(text, node.place)
    }

    private mutating func add(_ node: Node, under key: String, at place: Place, _ diagnostics: Diagnostics) {
        if node.isNull, let colon = FullWidthColon(in: key), !colon.value.isEmpty {
            diagnostics.report(
                Diagnostic(at: place, .message("yaml.full_width_colon", ["key": .text(key)]), suggestion: colon.cure))
            // Read on as it was meant, so that nothing else seems to be missing.
            let meant = Node(.scalar(colon.value, isQuoted: false), at: place)
            return add(meant, under: colon.key, at: place, diagnostics)
        }
        if let line = lines[key] {
            return diagnostics.report(
                Diagnostic(
                    at: place, .message("yaml.duplicate_key", ["key": .text(key), "line": .number(line)]),
                    suggestion: .message("yaml.remove_one")))
        }
        lines[key] = place.line
        pairs.append(Node.Pair(key: key, place: place, value: node))
    }

    /// Merges a map, or a list of maps in which earlier ones win (YAML 1.1 merge key). Explicit keys always win.
    private mutating func merge(_ node: Node, _ diagnostics: Diagnostics) {
        switch node.content {
        case .map(let others):
            for pair in others where lines[pair.key] == nil {
                lines[pair.key] = pair.place.line
                pairs.append(pair)
            }
        case .list(let nodes):
            for element in nodes {
                if element.map == nil {
                    diagnostics.report(
                        Diagnostic(at: element.place, .message("yaml.merges_maps", ["found": .message(element.shown)])))
                } else {
                    merge(element, diagnostics)
                }
            }
        case .scalar:
            diagnostics.report(
                Diagnostic(at: node.place, .message("yaml.merges_map_or_list", ["found": .message(node.shown)])))
        }
    }
}
