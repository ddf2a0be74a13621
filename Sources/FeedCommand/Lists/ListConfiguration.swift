import FeedJSON
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages

/// The configuration of a list: a source for each feed, a pipeline for each folder.
struct ListConfiguration: Equatable {
    struct Source: Equatable {
        var name: String
        var title: String?
        var address: String
        var user: String?
        var isActive: Bool
        /// What the address had and the configuration has not, in the order of the address.
        var secrets: [Secret] = []
        /// The variable of the user's name, if that alone gives access.
        var userVariable: String?
        /// The variable of the password, if there is a user.
        var passwordVariable: String?
    }

    /// A value that gives access, and the variable that stands in its place.
    struct Secret: Equatable {
        /// The item of the address's query.
        var item: String
        var variable: String
        /// The value as it is written in the address.
        var value: String
    }

    struct Pipeline: Equatable {
        var name: String
        /// The path of the folder, if it says more than the name.
        var title: String?
        /// The names of its sources.
        var sources: [String]
    }

    private(set) var sources: [Source] = []
    private(set) var pipelines: [Pipeline] = []
    /// The name of each feed's source, by its key in the other program.
    private(set) var namesByKey: [String: String] = [:]

    /// The pipeline of feeds outside all folders.
    static let outside = "feeds"

    /// Makes sources and pipelines, in the order in which the folders first come.
    init(_ list: SubscriptionList) {
        var (sourceNames, pipelineNames) = (ListNames(), ListNames())
        var groups: [[String]: [SubscriptionList.Feed]] = [:]
        var order: [[String]] = []
        for feed in list.feeds {
            if groups[feed.folders] == nil { order.append(feed.folders) }
            groups[feed.folders, default: []].append(feed)
        }
        var variables: [String: Int] = [:]
        // The name of the feeds outside all folders must not depend on the names of folders.
        let outside = groups[[]] == nil ? nil : pipelineNames.name(from: [Self.outside], otherwise: Self.outside)
        for path in order {
            let title = VisibleText.line(path.joined(separator: " / "))
            let name =
                path.isEmpty
                ? outside ?? Self.outside : pipelineNames.name(from: [title], otherwise: "list")
            var pipeline = Pipeline(name: name, title: title.isEmpty || title == name ? nil : title, sources: [])
            for feed in groups[path] ?? [] {
                let title = feed.title.map { VisibleText.line($0) }.flatMap { $0.isEmpty ? nil : $0 }
                var source = Source(
                    name: sourceNames.name(from: [title, ListNames.site(of: feed.address)], otherwise: "feed"),
                    title: title, address: feed.address, user: feed.user, isActive: feed.isActive)
                source.takeSecrets(isUserSecret: feed.isUserSecret, &variables)
                pipeline.sources.append(source.name)
                sources.append(source)
                if !feed.key.isEmpty { namesByKey[feed.key] = source.name }
            }
            pipelines.append(pipeline)
        }
    }

    /// The variables that its text needs, with the values that the list had: a feed is known by its whole address.
    var variables: [String: String] {
        let values = sources.flatMap { source in
            source.secrets.map { ($0.variable, $0.value) } + (source.userVariable.map { [($0, "-")] } ?? [])
        }
        return Dictionary(values) { first, _ in first }
    }

    /// Returns the file. Each line of `remarks` becomes a comment at its head.
    func text(remarks: [String], _ localized: Localizer) -> [UInt8] {
        var lines = remarks.map { $0.isEmpty ? "#" : "# \(VisibleText.line($0))" }
        lines += ["version: 1"]
        if sources.contains(where: { !$0.variables.isEmpty }) {
            lines.append("# settings: { env_file: .env }   # \(localized("import.comment.env_file"))")
        }
        lines += ["", "sources:"]
        lines += sources.map { "  \($0.name): { \(Self.options(of: $0).joined(separator: ", ")) }" }
        lines += [
            "", "sinks:",
            #"  page: { type: file, path: "digests/{{pipeline}}-{{date}}.html", format: html }"#,
            "", "pipelines:",
        ]
        for pipeline in pipelines {
            lines.append("  \(pipeline.name):")
            if let title = pipeline.title { lines.append("    title: \(Self.written(title))") }
            lines.append("    # schedule: \"0 7 * * *\"   # \(localized("import.comment.schedule"))")
            lines.append("    sources:")
            lines += pipeline.sources.map { "      - \($0)" }
            lines.append("    sinks: [page]")
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private static func options(of source: Source) -> [String] {
        var options = ["type: feed"]
        if let title = source.title { options.append("title: \(written(title))") }
        options.append("url: \(source.secrets.isEmpty ? written(source.address) : quoted(source.addressWithVariables))")
        if let user = source.user {
            let name = source.userVariable.map { quoted("${\($0)}") } ?? written(user)
            let password = source.passwordVariable ?? ""
            options.append("auth: { basic: { user: \(name), password: { env: \(password) } } }")
        }
        if !source.isActive { options.append("enabled: false") }
        return options
    }

    /// Returns a quoted text, valid in YAML and in JSON. Its `$` do not begin variables.
    private static func written(_ text: String) -> String {
        let hasVariables = ["${", "$$"].contains { text.replacingBytes($0, with: "").utf8.count < text.utf8.count }
        return quoted(hasVariables ? text.replacingBytes("$", with: "$$") : text)
    }

    private static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.value(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension ListConfiguration.Source {
    /// The names of all variables that must be set.
    var variables: [String] {
        [userVariable, passwordVariable].compactMap(\.self) + secrets.map(\.variable)
    }

    /// The address with variables in the place of its secrets, as a configuration has it.
    fileprivate var addressWithVariables: String {
        var names = secrets.map(\.variable)[...]
        return AddressOption.replacingSecrets(in: address.replacingBytes("$", with: "$$")) { _, _ in
            names.popFirst().map { "${\($0)}" } ?? ""
        }
    }

    /// Gives each secret a variable that no other has.
    ///
    /// - Parameter taken: how often each name was asked for.
    fileprivate mutating func takeSecrets(isUserSecret: Bool, _ taken: inout [String: Int]) {
        func unique(_ base: String) -> String {
            var (name, number) = (base, taken[base] ?? 0)
            while taken[name] != nil {
                number += 1
                name = "\(base)_\(number)"
            }
            taken[base] = max(number, 1)
            taken[name] = taken[name] ?? 1
            return name
        }
        if user != nil { passwordVariable = unique(variable("password")) }
        if user != nil, isUserSecret { userVariable = unique(variable("user")) }
        var found: [ListConfiguration.Secret] = []
        _ = AddressOption.replacingSecrets(in: address) { item, value in
            found.append(ListConfiguration.Secret(item: item, variable: unique(variable(item)), value: value))
            return ""
        }
        secrets = found
    }

    /// A name of a variable: no digit may begin it.
    private func variable(_ item: String) -> String {
        let words = "\(name)_\(item)".uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return (words.first?.isNumber == true ? "FEED_" : "") + String(words)
    }
}
