import FeedConfiguration
package import FeedStages
import FeedSystem

/// The names that a configuration gives, for the completions of shells.
///
/// Nothing else of the file is read, and nothing that it names: no secret, no variable, no `env_file`, no state. A
/// configuration that is missing, too large, a pipe or no YAML has no names.
package struct ConfiguredNames: Sendable, Equatable {
    /// The longest file that is read: whoever waits for a completion does not wait long.
    package static let longestFile = 4 << 20

    /// The sources, in the order of the file; short forms come last.
    package private(set) var sources: [String] = []
    /// The sinks, in the order of the file; short forms come last.
    package private(set) var sinks: [String] = []
    /// The pipelines, in the order of the file.
    package private(set) var pipelines: [String] = []

    /// Reads a file. Blocks.
    package init(path: String, registry: PluginRegistry) {
        guard case .success(let file) = SmallFile.read(path, limit: Self.longestFile),
            let root = YAMLReader.read(file.bytes, file: path, into: Diagnostics())
        else { return }
        sources = Self.declared(root["sources"]).map(\.key)
        sinks = Self.declared(root["sinks"]).map(\.key)
        let wirings = Self.declared(root["pipelines"])
        pipelines = wirings.map(\.key)
        let form = ShortForm(registry)
        let notices = root["settings"]?["notices"]
        Self.add(wirings.flatMap { $0.value["sources"]?.list ?? [] }, as: .source, form, to: &sources)
        Self.add(wirings.flatMap { $0.value["sinks"]?.list ?? [] }, as: .sink, form, to: &sinks)
        Self.add(notices.map { $0.list ?? [$0] } ?? [], as: .sink, form, to: &sinks)
    }

    /// Returns the pairs of a map of names, without those that `check` refuses.
    private static func declared(_ node: Node?) -> [Node.Pair] {
        (node?.map ?? []).filter { !$0.key.isEmpty && !$0.key.hasPrefix("x-") && Name.fault(of: $0.key, at: "") == nil }
    }

    /// Adds the texts that are short forms. Their variables keep their names, as in the name of the stage.
    private static func add(_ items: [Node], as kind: ShortForm.Kind, _ form: ShortForm, to names: inout [String]) {
        var known = Set(names)
        for item in items {
            guard let name = item.shortName, !known.contains(name),
                let node = try? form.node(of: item, as: kind, at: ""), node.map != nil
            else { continue }
            known.insert(name)
            names.append(name)
        }
    }
}
