import FeedConfiguration
import FeedMessages
import FeedStages

/// Sources or sinks that stand in short form where pipelines name them.
struct ShortStages {
    /// The long form of each under its name: the text as written, where variables keep their names.
    private(set) var pairs: [Node.Pair] = []
    /// Where each stands first, for messages: `pipelines.morning.sources[0]`.
    private(set) var paths: [String: String] = [:]

    fileprivate mutating func add(_ node: Node, as item: Node, at path: String) {
        guard let name = item.shortName, paths.updateValue(paths[name] ?? path, forKey: name) == nil else { return }
        pairs.append(Node.Pair(key: name, place: item.place, value: node))
    }

    /// Whether an item of a list is one of them.
    func contains(_ item: Node) -> Bool { item.shortName.map { paths[$0] != nil } ?? false }
}

extension Node {
    /// The name of a stage that this item is the short form of.
    var shortName: String? { written ?? scalar }
}

extension PlanAssembly {
    /// Reads the short forms in the lists of pipelines and in `settings.notices`. A declared name is no short form.
    func readShortForms(
        _ pipelines: [Node.Pair], notices: Node?, sources: [Node.Pair], sinks: [Node.Pair]
    ) {
        let declared = (sources: Set(sources.map(\.key)), sinks: Set(sinks.map(\.key)))
        for pair in pipelines {
            let path = "pipelines.\(pair.key)"
            read(pair.value["sources"]?.list ?? [], as: .source, at: "\(path).sources", besides: declared.sources)
            read(pair.value["sinks"]?.list ?? [], as: .sink, at: "\(path).sinks", besides: declared.sinks)
        }
        let wanted = notices.map { $0.list ?? [$0] } ?? []
        read(wanted, as: .sink, at: "settings.notices", besides: declared.sinks)
    }

    private func read(_ items: [Node], as kind: ShortForm.Kind, at path: String, besides declared: Set<String>) {
        for (index, item) in items.enumerated() {
            guard let text = item.scalar, let name = item.shortName else { continue }
            let path = "\(path)[\(index)]"
            if declared.contains(text) || declared.contains(name) {
                reportPath(item, text, as: kind, at: path)
                continue
            }
            do throws(ShortForm.Mistake) {
                guard let node = try shortForm.node(of: item, as: kind, at: path) else { continue }
                if kind == .source { short.sources.add(node, as: item, at: path) }
                if kind == .sink { short.sinks.add(node, as: item, at: path) }
            } catch {
                short.mistakes.insert(item.place)
                report(error.what, at: item.place, suggestion: error.cure)
            }
        }
    }

    /// Warns of a name that would be a path if it were none.
    private func reportPath(_ item: Node, _ text: String, as kind: ShortForm.Kind, at path: String) {
        guard shortForm.isPath(text, as: kind) else { return }
        report(
            .message("short.name_and_path", ["path": .text(path), "name": .text(text)]), at: item.place,
            severity: .warning, suggestion: .message("short.name_and_path.cure", ["name": .text(text)]))
    }

    /// Returns the advice for a map where a name is expected: `zenn: swift` is a map in YAML, and `zenn:swift` is text.
    func adviceForMap(_ node: Node) -> LocalizedText? {
        guard let pairs = node.map, pairs.count == 1, let value = pairs[0].value.scalar, !pairs[0].value.isNull else {
            return nil
        }
        return .message("short.no_blank", ["whole": .text("\(pairs[0].key):\(value)")])
    }

    /// Returns a pipeline without the short forms in its lists: what they lack is lacking in them alone.
    func withoutShortForms(_ pipeline: Node) -> Node {
        guard let pairs = pipeline.map else { return pipeline }
        let rest = pairs.map { pair in
            guard let items = pair.value.list, pair.key == "sources" || pair.key == "sinks" else { return pair }
            let stages = pair.key == "sources" ? short.sources : short.sinks
            return Node.Pair(
                key: pair.key, place: pair.place,
                value: Node(.list(items.filter { !stages.contains($0) }), at: pair.value.place))
        }
        return Node(.map(rest), at: pipeline.place)
    }
}

extension Name {
    /// Returns a name as messages show it: `sources.blog`, or a short form as it is written.
    static func label(_ name: String, in section: String) -> MessageArgument {
        .text(fault(of: name, at: section) == nil ? "\(section).\(name)" : "`\(name)`")
    }
}
