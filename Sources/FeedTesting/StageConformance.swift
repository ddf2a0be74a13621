public import FeedConfiguration
public import FeedStages

/// Checks the rules for all stages. Each check returns sentences about broken rules, or none for a correct stage:
///
///     #expect(StageConformance.problems(of: QiitaSource.self, sample: ["tag": "Swift"]) == [])
public enum StageConformance {
    /// Names of options that every source has. No plugin may declare them, except for those of `reusableOptions`.
    public static let commonOptions: Set<String> = [
        "type", "title", "parser", "refresh", "first_run", "identity", "flood_guard", "timeout", "max_body",
        "max_entries", "connections_per_host", "delay", "rate", "user_agent", "headers", "ca_file", "enabled", "auth",
        "selection",
    ]

    /// Names of common options that a source may use with another meaning. A source whose `title` is the title of an
    /// entry gives its own by `defaultTitle`.
    public static let reusableOptions: Set<String> = ["title"]

    /// Returns the problems of a stage and of a section that its author calls valid. `sample` has no `type:`.
    public static func problems<S: Stage>(of stage: S.Type, sample: Node) -> [String] {
        problems(ofManualOf: stage) + problems(of: sample, as: stage) + problems(of: sample, against: S.manual)
    }

    /// Returns the problems of a stage's type, summary and manual, without a sample.
    public static func problems<S: Stage>(ofManualOf stage: S.Type) -> [String] {
        problems(ofType: S.type, summary: S.summary) + problems(ofManual: S.manual)
            + problems(of: S.mainOption, in: S.manual)
    }

    /// Returns the problems of the type, summary and manual of a description.
    public static func problems<Made>(ofManualOf stage: StageDescription<Made>) -> [String] {
        problems(ofType: stage.type, summary: stage.summary) + problems(ofManual: stage.manual)
            + problems(of: stage.mainOption, in: stage.manual)
    }

    /// Returns the problems of a source and its sample. Its options must not have common names.
    public static func problems<S: Source>(of source: S.Type, sample: Node) -> [String] {
        var found =
            problems(ofManualOf: source) + problems(of: sample, as: source) + problems(of: sample, against: S.manual)
        for spec in S.manual
        where commonOptions.contains(spec.key) && !reusableOptions.contains(spec.key) {
            found.append("option `\(spec.key)` belongs to every source and cannot be declared by one")
        }
        guard let made = try? S.configured(sample).stage else { return found }
        if made.canonicalRequest.isEmpty { found.append("canonicalRequest is empty") }
        if let again = try? S.configured(sample).stage, again.canonicalRequest != made.canonicalRequest {
            found.append("canonicalRequest differs between two of the same configuration")
        }
        return found
    }

    private static func problems(ofType type: String, summary: LocalizedText) -> [String] {
        var found: [String] = []
        if !isSnakeCase(type) { found.append("type `\(type)` is not snake_case") }
        if summary.description.isEmpty { found.append("`\(type)` has no summary") }
        if summary.description.utf8.contains(UInt8(ascii: "\n")) { found.append("the summary is longer than a line") }
        return found
    }

    private static func problems(of main: MainOption?, in manual: [OptionSpec]) -> [String] {
        (main?.keys ?? []).compactMap { key in
            guard let spec = manual.first(where: { $0.key == key }) else {
                return "the main option `\(key)` is not declared"
            }
            return spec.isSecret ? "the main option `\(key)` is a secret, which no short form shows" : nil
        }
    }

    private static func problems(ofManual manual: [OptionSpec]) -> [String] {
        var found: [String] = []
        var keys: Set<String> = []
        for spec in manual {
            let isValue = spec.key.isEmpty  // a stage that is written as one value
            if !isValue, !isSnakeCase(spec.key) { found.append("option `\(spec.key)` is not snake_case") }
            if !keys.insert(spec.key).inserted { found.append("option `\(spec.key)` is declared twice") }
            if spec.help.description.isEmpty { found.append("option `\(spec.key)` has no help") }
            if spec.help.description.utf8.last == UInt8(ascii: ".") {
                found.append("help of `\(spec.key)` ends with a full stop")
            }
            if spec.typeName.description.isEmpty { found.append("option `\(spec.key)` has no type") }
        }
        return found
    }

    private static func problems<S: Stage>(of sample: Node, as stage: S.Type) -> [String] {
        let found = S.diagnostics(of: sample).map { "the sample is wrong: \($0.message)" }
        do throws(StageError) {
            _ = try S.configured(sample)
            return found
        } catch {
            return found + ["the sample cannot be made: \(error.code.rawValue) \(error.subject)"]
        }
    }

    private static func problems(of sample: Node, against manual: [OptionSpec]) -> [String] {
        let known = Set(manual.map(\.key))
        return (sample.map ?? []).filter { !known.contains($0.key) }.map { "the manual lacks `\($0.key)`" }
    }

    private static func isSnakeCase(_ word: String) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let first = word.utf8.first, letters.contains(first), word.utf8.last != UInt8(ascii: "_") else {
            return false
        }
        return word.utf8.allSatisfy { letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "_") }
    }
}
