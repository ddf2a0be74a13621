import FeedModel

/// What a placeholder of a sentence stands for.
public indirect enum MessageArgument: Sendable, Hashable {
    /// A name, an address, a word of the configuration: the same in every language.
    case text(String)
    /// A whole number: 12345.
    case number(Int)
    /// A whole number with its thousands set apart: 12,345.
    case grouped(Int)
    /// A length of time in milliseconds: `45 s`, `12 min`, `8 h`, `3 d`.
    case span(Int64)
    /// A length of time that was configured, in milliseconds, unrounded: `7 days`, `1 hour 30 minutes`.
    case duration(Int64)
    /// A size in bytes: `16 MiB`.
    case size(Int64)
    /// Names in a row: `a, b and c`.
    case list([MessageArgument])
    /// Names in a row, without a word before the last: `a, b, c`.
    case row([MessageArgument])
    /// Names of which one is meant: `a, b or c`.
    case either([String])
    /// Another sentence, or a part of one.
    case message(LocalizedText)

    /// A name, an address, a word of the configuration.
    public init(_ text: some StringProtocol) { self = .text(String(text)) }
    /// A whole number.
    public init(_ number: Int) { self = .number(number) }
    /// Another sentence, or a part of one.
    public init(_ text: LocalizedText) { self = .message(text) }
    /// A length of time.
    public init(_ duration: Duration) { self = .span(duration) }

    /// A part of a sentence from the catalogue.
    public static func message(_ key: String, _ arguments: [String: MessageArgument] = [:]) -> MessageArgument {
        .message(.message(key, arguments))
    }

    /// A length of time.
    public static func span(_ duration: Duration) -> MessageArgument { .span(milliseconds(of: duration)) }

    /// A length of time that was configured.
    public static func duration(_ duration: Duration) -> MessageArgument { .duration(milliseconds(of: duration)) }

    private static func milliseconds(of duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? .max : milliseconds &+ attoseconds / 1_000_000_000_000_000
    }

    /// Names in a row.
    public static func names(_ names: some Sequence<String>) -> MessageArgument { .list(names.map { .text($0) }) }

    /// Names in a row, without a word before the last.
    public static func row(_ names: some Sequence<String>) -> MessageArgument { .row(names.map { .text($0) }) }

    /// The argument as it stands in a sentence.
    func text(in language: DigestLocale) -> String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .grouped(let number): Quantity.grouped(number)
        case .span(let milliseconds): Quantity.span(.milliseconds(milliseconds), in: language)
        case .duration(let milliseconds): Quantity.duration(.milliseconds(milliseconds), in: language)
        case .size(let bytes): Quantity.size(bytes, in: language)
        case .list(let parts): Quantity.list(parts.map { $0.text(in: language) }, in: language)
        case .row(let parts): Quantity.row(parts.map { $0.text(in: language) }, in: language)
        case .either(let names): Quantity.either(names, in: language)
        case .message(let text): text.text(in: language)
        }
    }

    func replacingNames(_ replacement: (String) -> String) -> MessageArgument {
        switch self {
        case .text(let text): .text(replacement(text))
        case .list(let parts): .list(parts.map { $0.replacingNames(replacement) })
        case .row(let parts): .row(parts.map { $0.replacingNames(replacement) })
        case .either(let names): .either(names.map(replacement))
        case .message(let text): .message(text.replacingNames(replacement))
        case .number, .grouped, .span, .duration, .size: self
        }
    }

    /// What decides between `one` and `many`; nil: it is no number.
    var count: Int? {
        switch self {
        case .number(let number), .grouped(let number): number
        case .list(let parts), .row(let parts): parts.count
        case .text(let text): Int(text)
        case .span, .duration, .size, .either, .message: nil
        }
    }
}

extension MessageArgument: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
    /// A name.
    public init(stringLiteral text: String) { self = .text(text) }
    /// A whole number.
    public init(integerLiteral number: Int) { self = .number(number) }
}
