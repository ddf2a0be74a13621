package import FeedConfiguration
package import FeedMessages
import FeedModel

/// The short form of a source, a sink or a filter: `zenn:swift`, `qiita:tag=Swift`, an address, a path.
///
/// It is one grammar for configurations and for the command line. A text means the same as the map that `node` returns,
/// so a stage has the same options, the same checks and the same identity in both forms.
///
///     item  = "-" / address / TYPE ":" value / TYPE ":" option "=" value / path / TYPE
///
/// What stands before the first `=` and looks like the key of an option must be one: so a new option of a plugin never
/// changes what a text means. The rest of the text is the value, whatever it contains, so a short form has one option.
package struct ShortForm: Sendable {
    /// What a text is to mean.
    package enum Kind: Sendable, Hashable {
        case source, sink, filter
    }

    /// A text that looks like a short form and is none.
    package struct Mistake: Error {
        /// What is wrong.
        package let what: LocalizedText
        /// How to correct it, or nil.
        package let cure: LocalizedText?
    }

    /// The most bytes of a text: it is also a name, and appears in reports and commands.
    package static let maxLength = 2000
    /// The types that addresses, paths and `-` stand for.
    private static let (address, path, output) = ("feed", "file", "stdout")
    /// Suffixes of documents that the source `file` reads.
    static let documents: Set<String> = ["xml", "rss", "atom", "rdf", "json"]

    private let registry: PluginRegistry
    let suffixes: [String: String]

    /// Makes the grammar for the stages of a registry.
    package init(_ registry: PluginRegistry) {
        self.registry = registry
        var suffixes: [String: String] = [:]
        for (name, format) in registry.formats.sorted(by: { $0.key < $1.key }) {
            for suffix in format.suffixes where suffixes[suffix] == nil { suffixes[suffix] = name }
        }
        self.suffixes = suffixes
    }

    /// Returns the long form of an item: a map with `type:`, or that of a filter; nil if the text can only be a name.
    ///
    /// - Parameter place: the path of the item for messages, such as `pipelines.morning.sources[0]`; empty on the
    ///   command line.
    package func node(of item: Node, as kind: Kind, at place: String) throws(Mistake) -> Node? {
        guard let text = item.scalar, !item.isNull else { return nil }
        let reader = Reader(form: self, kind: kind, item: item, place: place)
        guard let stage = try reader.stage(text) else { return nil }
        if item.scalar?.utf8.count ?? 0 > Self.maxLength {
            throw reader.mistake(
                .message("short.too_long", reader.facts(["limit": .number(Self.maxLength)])),
                cure: reader.longForm(stage.type))
        }
        if Diagnostic.printable(text) != text {
            throw reader.mistake(
                .message("short.control_character", reader.facts()), cure: .message("short.control_character.cure"))
        }
        try reader.refuseCredential(in: stage)
        return reader.node(of: stage)
    }

    /// Whether a text would be a path if it were no name.
    package func isPath(_ text: String, as kind: Kind) -> Bool {
        switch kind {
        case .source: Self.suffix(of: text).map(Self.documents.contains) ?? false
        case .sink: Self.suffix(of: text).map { suffixes[$0] != nil } ?? false
        case .filter: false
        }
    }

    private func types(_ kind: Kind) -> [String] {
        switch kind {
        case .source: registry.sources.keys.sorted()
        case .sink: registry.sinks.keys.sorted()
        case .filter: registry.filters.keys.sorted()
        }
    }

    /// Returns the main option and the options of a stage, or nil if there is none with this name.
    private func stage(_ type: String, _ kind: Kind) -> (main: MainOption?, options: () -> [OptionSpec])? {
        switch kind {
        case .source:
            registry.sources[type].map { source in
                (source.stage.mainOption, { source.stage.manual + (source.parser?.manual ?? []) })
            }
        case .sink: registry.sinks[type].map { sink in (sink.stage.mainOption, { sink.stage.manual }) }
        case .filter: registry.filters[type].map { filter in (filter.mainOption, { filter.manual }) }
        }
    }

    /// Returns the suffix of a path's last part in lower case, or nil.
    private static func suffix(of path: String) -> String? {
        let name =
            path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? path.utf8[...]
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
        return String(decoding: name[name.index(after: dot)...], as: UTF8.self).lowercased()
    }
}

extension ShortForm {
    /// A stage in short form.
    private struct Stage {
        let type: String
        var option: (key: String, value: String)?
    }

    /// One text that is read.
    private struct Reader {
        let form: ShortForm
        let kind: Kind
        let item: Node
        let place: String

        func stage(_ text: String) throws(Mistake) -> Stage? {
            if kind != .filter {
                if text == "-" {
                    return kind == .source
                        ? Stage(type: ShortForm.path, option: ("path", "-")) : Stage(type: ShortForm.output)
                }
                if Self.isAddress(text) { return try address(text) }
            }
            if let (type, rest) = Self.typed(text) { return try typed(type, rest) }
            if let wide = text.firstIndex(of: "：") { try refuseWide(text, wide) }
            if kind != .filter, let file = try file(text) { return file }
            return kind == .filter ? nil : try bare(text)
        }

        // MARK: Addresses and paths

        private static func isAddress(_ text: String) -> Bool {
            let start = text.prefix(8).lowercased()
            return start.hasPrefix("http://") || start.hasPrefix("https://") || start.hasPrefix("feed://")
        }

        private func address(_ text: String) throws(Mistake) -> Stage {
            guard kind == .source else {
                throw mistake(.message("short.address_of_sink", facts()), cure: .message("short.webhook"))
            }
            return Stage(type: ShortForm.address, option: ("url", text))
        }

        private func file(_ text: String) throws(Mistake) -> Stage? {
            let isPath = form.isPath(text, as: kind)
            let hasFolder = text.utf8.contains(UInt8(ascii: "/"))
            guard isPath || hasFolder else { return nil }
            if kind == .sink {
                guard isPath else { throw unknownFormat }
                return Stage(type: ShortForm.path, option: ("path", text))
            }
            // Without a folder it is a pattern of names: `news_*`.
            if !hasFolder, text.contains(where: { $0 == "*" || $0 == "?" }) { return nil }
            let first = text.prefix { $0 != "/" }
            if hasFolder, first.contains("."), first.first != "." {
                throw mistake(
                    .message("short.no_scheme", facts()), cure: .message("short.add_scheme", ["address": .text(shown)]))
            }
            guard isPath else {
                throw mistake(
                    .message("short.no_document", facts()),
                    cure: .message("short.no_document.cure", ["suffixes": .row(ShortForm.documents.sorted())]))
            }
            return Stage(type: ShortForm.path, option: ("path", text))
        }

        private var unknownFormat: Mistake {
            mistake(
                .message("short.no_format", facts()),
                cure: .message("short.no_format.cure", ["suffixes": .row(form.suffixes.keys.sorted().map { ".\($0)" })])
            )
        }

        // MARK: TYPE, TYPE:VALUE and TYPE:option=value

        /// Splits `TYPE:rest`; nil if the text does not begin like that.
        private static func typed(_ text: String) -> (type: String, rest: String)? {
            guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), isWord(text[..<colon]) else { return nil }
            return (String(text[..<colon]), String(text[text.utf8.index(after: colon)...]).withoutOuterBlanks)
        }

        private static func isWord(_ text: Substring) -> Bool {
            guard let first = text.utf8.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A else { return false }
            return text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F || $0 == 0x2D
            }
        }

        private static func isKey(_ text: Substring) -> Bool {
            isWord(text) && text.utf8.allSatisfy { !(0x41...0x5A).contains($0) && $0 != 0x2D }
        }

        private func typed(_ type: String, _ rest: String) throws(Mistake) -> Stage {
            if kind == .filter, type == "use" { return Stage(type: type, option: ("", rest)) }
            guard let (main, options) = form.stage(type, kind) else {
                if rest.hasPrefix("//") {
                    throw mistake(.message("short.other_scheme", facts()), cure: .message("short.web_only"))
                }
                throw unknown(type) { "\($0):\(rest)" }
            }
            guard !rest.isEmpty else {
                throw mistake(
                    .message("short.no_value", facts(["type": .text(type)])),
                    cure: .message("short.add_value", ["type": .text(type)]))
            }
            if let equals = rest.utf8.firstIndex(of: UInt8(ascii: "=")), Self.isKey(rest[..<equals]) {
                let key = String(rest[..<equals])
                let value = String(rest[rest.utf8.index(after: equals)...]).withoutOuterBlanks
                guard let spec = options().first(where: { $0.key == key && !key.isEmpty }) else {
                    throw unknownOption(key, value, of: type, main, options())
                }
                if spec.isSecret { throw secret(type, spec.key) }
                return Stage(type: type, option: (key, value))
            }
            if let main { return Stage(type: type, option: (main.key(for: rest), rest)) }
            if kind == .filter { return Stage(type: type, option: ("", rest)) }
            if let spec = options().first(where: { $0.isRequired && $0.isSecret }) { throw secret(type, spec.key) }
            throw mistake(.message("short.takes_no_value", facts(["type": .text(type)])), cure: longForm(type))
        }

        private func bare(_ text: String) throws(Mistake) -> Stage? {
            guard let (main, options) = form.stage(text, kind) else { return nil }
            for spec in options() where spec.isRequired {
                if spec.isSecret { throw secret(text, spec.key) }
                if main?.key == spec.key {
                    throw mistake(
                        .message("short.no_value", facts(["type": .text(text)])),
                        cure: .message("short.add_value", ["type": .text(text)]))
                }
            }
            return Stage(type: text)
        }

        // MARK: Mistakes

        private func unknown(_ type: String, _ text: (String) -> String) -> Mistake {
            let known = form.types(kind)
            let meant = Spelling.nearest(to: type, among: known)
            return mistake(
                .message("plan.unknown_type", facts(["kind": kindName, "name": .text(type)])),
                cure: meant.map { .message("config.did_you_mean", ["name": .text(text($0))]) }
                    ?? .message("plan.there_are", ["names": .row(known)]))
        }

        private func unknownOption(
            _ key: String, _ value: String, of type: String, _ main: MainOption?, _ options: [OptionSpec]
        ) -> Mistake {
            let known = options.map(\.key).filter { !$0.isEmpty }
            let cure: LocalizedText
            if let meant = Spelling.nearest(to: key, among: known) {
                cure = .message("config.did_you_mean", ["name": .text("\(type):\(meant)=\(value)")])
            } else if let main {
                cure = .message("short.whole_value", ["whole": .text("\(type):\(main.key)=\(key)=\(value)")])
            } else {
                cure = longForm(type)
            }
            return mistake(
                .message("short.unknown_option", facts(["type": .text(type), "option": .text(key)])), cure: cure)
        }

        private func secret(_ type: String, _ option: String) -> Mistake {
            mistake(
                .message("short.secret", facts(["type": .text(type), "option": .text(option)])),
                cure: .message(
                    "short.secret.cure",
                    ["section": .text(section), "type": .text(type), "option": .text(option)]))
        }

        /// Refuses `zenn：swift`, which looks like `zenn:swift` in Japanese text.
        private func refuseWide(_ text: String, _ colon: String.Index) throws(Mistake) {
            let type = text[..<colon].trimmedLine
            let known = form.types(kind)
            guard let meant = known.contains(type) ? type : Spelling.nearest(to: type, among: known) else { return }
            let rest = String(text[text.index(after: colon)...]).withoutOuterBlanks
            throw mistake(
                .message("plan.unknown_name", facts(["kind": kindName, "name": .message(item.shown)])),
                cure: .message("config.did_you_mean", ["name": .text("\(meant):\(rest)")]))
        }

        /// Refuses an address that gives access: a short form is a name, and names are shown.
        func refuseCredential(in stage: Stage) throws(Mistake) {
            guard let value = stage.option?.value, Self.isAddress(value) else { return }
            // What a variable gives is not shown: the name has the variable's.
            let query = (item.written ?? value).split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
            let isOpen = query.prefix { $0 != "#" }.split(separator: "&").contains { item in
                let pair = item.split(separator: "=", maxSplits: 1)
                return pair.count == 2 && !pair[1].hasPrefix("${")
                    && AddressOption.givesAccess(Address.decoded(component: pair[0]))
            }
            if isOpen || Address.parts(value)?.userInfo != nil {
                throw mistake(
                    .message("short.credential", facts()),
                    cure: .message(
                        "short.secret.cure",
                        [
                            "section": .text(section), "type": .text(stage.type),
                            "option": .text(stage.option?.key ?? ""),
                        ]))
            }
        }

        /// The advice to write the long form.
        func longForm(_ type: String) -> LocalizedText {
            .message("short.long_form", ["section": .text(section), "type": .text(type)])
        }

        func mistake(_ what: LocalizedText, cure: LocalizedText?) -> Mistake { Mistake(what: what, cure: cure) }

        /// Returns facts of a message, with the place and the text.
        func facts(_ more: [String: MessageArgument] = [:]) -> [String: MessageArgument] {
            var facts = more
            if !place.isEmpty { facts["path"] = .text(place) }
            facts["text"] = .message(item.shown)
            return facts
        }

        private var section: String { kind == .source ? "sources" : kind == .sink ? "sinks" : "filters" }

        private var kindName: MessageArgument {
            switch kind {
            case .source: .message("kind.source")
            case .sink: .message("kind.sink")
            case .filter: .message("kind.filter")
            }
        }

        private var shown: String { String((item.written ?? item.scalar ?? "").prefix(60)) }

        // MARK: The long form

        func node(of stage: Stage) -> Node {
            func scalar(_ text: String) -> Node { Node(.scalar(text, isQuoted: true), at: item.place) }
            func pair(_ key: String, _ value: Node) -> Node.Pair {
                Node.Pair(key: key, place: item.place, value: value)
            }
            let value = stage.option.map { option in
                Node(
                    .scalar(option.value, isQuoted: true), at: item.place, written: item.written,
                    unavailable: item.unavailable)
            }
            guard kind != .filter else {
                let options = value.map { value in
                    stage.option?.key.isEmpty == false
                        ? Node(.map([pair(stage.option?.key ?? "", value)]), at: item.place) : value
                }
                return Node(.map([pair(stage.type, options ?? Node(.map([]), at: item.place))]), at: item.place)
            }
            var pairs = [pair("type", scalar(stage.type))]
            if let value, let key = stage.option?.key { pairs.append(pair(key, value)) }
            if kind == .sink, form.registry.sinks[stage.type]?.defaultFormat == nil,
                let format = stage.option.flatMap({ ShortForm.suffix(of: $0.value) }).flatMap({ form.suffixes[$0] })
            {
                pairs.append(pair("format", scalar(format)))
            }
            return Node(.map(pairs), at: item.place)
        }
    }
}

extension String {
    fileprivate var withoutOuterBlanks: String {
        let blank = UInt8(ascii: " ")
        guard let first = utf8.firstIndex(where: { $0 != blank }), let last = utf8.lastIndex(where: { $0 != blank })
        else { return "" }
        return String(self[first...last])
    }
}
