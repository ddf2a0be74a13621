/// The values that an option accepts, as far as a schema for editors can say it. What it cannot say, `check` says.
public indirect enum ValueSchema: Sendable, Hashable {
    /// Anything.
    case any
    /// Any scalar but an empty one.
    case text
    /// A scalar whose text matches a regular expression (ECMA-262).
    case pattern(String)
    /// One of these words.
    case choice([String])
    /// Yes or no.
    case boolean
    /// A whole number within a range.
    case integer(ClosedRange<Int>?)
    /// A number within a range.
    case number(ClosedRange<Double>?)
    /// A list of such values.
    case list(ValueSchema)
    /// A map with any keys and such values.
    case map(ValueSchema)
    /// A map with these options.
    case options([OptionSpec], [OptionRule])
    /// One of these.
    case either([ValueSchema])
}

/// A rule about several options of a map.
public enum OptionRule: Sendable, Hashable {
    /// At most one of these options may be given.
    case atMostOne([String])
    /// Exactly one of these options must be given.
    case exactlyOne([String])
}

extension ConfigValue {
    /// By default what the type declares while it reads a map: its options; text if it reads text and no map.
    public static var schema: ValueSchema {
        let nowhere = Place(file: "", line: 1, column: 1)
        func reads(_ content: Node.Content) -> (value: Self?, specs: [OptionSpec], rules: [OptionRule]) {
            var value: Self?
            let declared = ConfigSection.declarations(of: Node(content, at: nowhere)) { value = read($0.node, in: $0) }
            return (value, declared.0, declared.1)
        }
        let ofMap = reads(.map([]))
        let readsText = reads(.scalar("x", isQuoted: true)).value != nil
        guard ofMap.specs.isEmpty else {
            let options = ValueSchema.options(ofMap.specs, ofMap.rules)
            return readsText ? .either([.text, options]) : options
        }
        return readsText && ofMap.value == nil && reads(.list([])).value == nil ? .text : .any
    }
}

extension ConfigChoice {
    /// The words.
    public static var schema: ValueSchema { .choice(allCases.map(\.rawValue)) }
}

extension ValueSchema {
    /// The regular expression of durations: `1h30m`, `7 days`, `7日`.
    public static let duration = ValueSchema.pattern(
        "^(?=[0-9])"
            + [
                "w|weeks?|週間?", "d|days?|日間?", "h|hrs?|hours?|時間", "m|mins?|minutes?|分間?", "s|secs?|seconds?|秒間?",
                "ms|milliseconds?|ミリ秒",
            ].map { "( ?[0-9]+ ?(\($0))(?![a-z]))?" }.joined() + "$")
}
