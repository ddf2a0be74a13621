import CLibYAML
import FeedMessages

/// Builds the tree from libyaml's events. It continues after mistakes that leave the structure clear, such as a
/// duplicate key, a tag or an unknown alias, and stops at others.
struct YAMLComposer {
    static let emptyFile: LocalizedText = .message("yaml.empty_file")
    private static let maxDepth = 64
    private static let maxAliasNodes = 10_000

    private let file: String
    private let diagnostics: Diagnostics
    /// The end of the text.
    private var end: Place
    private var open: [OpenCollection] = []
    private var anchors: [String: Anchored] = [:]
    private var aliasNodes = 0
    private var root: Node?
    private var isStopped = false
    /// The mistake that ended the reading, or nil.
    private(set) var mistake: YAMLSyntax?

    init(file: String, diagnostics: Diagnostics) {
        self.file = file
        self.diagnostics = diagnostics
        end = Place(file: file, line: 1, column: 1)
    }

    /// A node with the size and height that an alias to it adds.
    struct Anchored {
        let node: Node
        let size: Int
        let height: Int
    }

    /// Returns the root, or nil if the text cannot be read. `parser` must read `text`.
    mutating func compose(
        _ parser: UnsafeMutablePointer<yaml_parser_t>, of text: UnsafeBufferPointer<UInt8>
    ) -> Node? {
        end = .at(text.count, in: text, of: file)
        var documents = 0
        while !isStopped {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else {
                mistake = YAMLSyntax(of: parser.pointee, in: text, file: file)
                return nil
            }
            defer { yaml_event_delete(&event) }
            switch event.type {
            case YAML_STREAM_END_EVENT:
                if root == nil, !isStopped { report(Self.emptyFile, at: Place(file: file, line: 1, column: 1)) }
                return root
            case YAML_DOCUMENT_START_EVENT:
                documents += 1
                guard documents == 1 else {
                    report(.message("yaml.second_document"), at: place(event), .message("yaml.one_document"))
                    return root
                }
            default: take(event)
            }
        }
        return nil
    }

    private mutating func take(_ event: yaml_event_t) {
        let place = place(event)
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            refuseTag(scalar.tag, at: place)
            let text = Self.text(scalar.value, scalar.length)
            let isQuoted = scalar.style != YAML_PLAIN_SCALAR_STYLE
            let node = Node(.scalar(text, isQuoted: isQuoted), at: place)
            close(Anchored(node: node, size: 1, height: 0), anchor: Self.name(scalar.anchor))
        case YAML_ALIAS_EVENT:
            resolve(Self.name(event.data.alias.anchor) ?? "", at: place)
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            refuseTag(start.tag, at: place)
            begin(OpenCollection(isMap: false, place: place, anchor: Self.name(start.anchor)))
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            refuseTag(start.tag, at: place)
            begin(OpenCollection(isMap: true, place: place, anchor: Self.name(start.anchor)))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            guard var collection = open.popLast() else { return }
            let node = collection.makeNode(reporting: diagnostics)
            close(Anchored(node: node, size: collection.size, height: collection.height), anchor: collection.anchor)
        default: break
        }
    }

    private mutating func begin(_ collection: OpenCollection) {
        guard open.count < Self.maxDepth else {
            report(.message("yaml.too_deep", ["levels": .number(Self.maxDepth)]), at: collection.place)
            isStopped = true
            return
        }
        open.append(collection)
    }

    private mutating func resolve(_ name: String, at place: Place) {
        guard let target = anchors[name] else {
            let isOpen = open.contains { $0.anchor == name }
            if isOpen {
                report(.message("yaml.alias_within_itself", ["name": .text(name)]), at: place)
            } else {
                report(.message("yaml.no_anchor", ["name": .text(name)]), at: place, suggestion(for: name))
            }
            return close(Anchored(node: Node(.map([]), at: place), size: 1, height: 0), anchor: nil)
        }
        aliasNodes += target.size
        guard aliasNodes <= Self.maxAliasNodes, open.count + target.height <= Self.maxDepth else {
            let isDeep = aliasNodes <= Self.maxAliasNodes
            report(
                isDeep
                    ? .message("yaml.alias_too_deep", ["name": .text(name), "levels": .number(Self.maxDepth)])
                    : .message("yaml.too_many_aliases", ["limit": .number(Self.maxAliasNodes)]), at: place)
            isStopped = true
            return
        }
        close(target, anchor: nil)
    }

    private func suggestion(for name: String) -> LocalizedText? {
        diagnostics.nearest(to: name, among: anchors.keys.sorted()).map {
            .message("yaml.alias_meant", ["name": .text($0)])
        }
    }

    /// Adds a finished node to the collection that is open.
    private mutating func close(_ value: Anchored, anchor: String?) {
        if let anchor { anchors[anchor] = value }
        guard !open.isEmpty else {
            root = value.node
            return
        }
        open[open.count - 1].add(value, reporting: diagnostics)
    }

    private func refuseTag(_ tag: UnsafeMutablePointer<yaml_char_t>?, at place: Place) {
        guard let tag = Self.name(tag) else { return }
        let core = "tag:yaml.org,2002:"
        let shown = tag.hasPrefix(core) ? "!!\(tag.dropFirst(core.count))" : tag
        report(.message("yaml.tag", ["tag": MessageArgument(shown.prefix(40))]), at: place, .message("yaml.remove_tag"))
    }

    private func report(_ message: LocalizedText, at place: Place, _ suggestion: LocalizedText? = nil) {
        diagnostics.report(Diagnostic(at: place, message, suggestion: suggestion))
    }

    private func place(_ event: yaml_event_t) -> Place {
        Place(event.start_mark, upTo: end)
    }

    private static func text(_ start: UnsafePointer<yaml_char_t>?, _ length: Int) -> String {
        String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
    }

    private static func name(_ start: UnsafePointer<yaml_char_t>?) -> String? { start.map { String(cString: $0) } }
}
