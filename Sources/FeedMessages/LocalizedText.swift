public import FeedModel

/// A text for people in every language that it is known in.
///
/// Ours are keys of the catalogue with arguments: `.message("config.unknown_option", ["option": .text(key)])`. A plugin
/// of others gives its words itself, in one language or in two: a string literal, or `LocalizedText(en: "…", ja: "…")`.
public struct LocalizedText: Sendable, Hashable {
    private indirect enum Content: Sendable, Hashable {
        case message(String, [String: MessageArgument])
        case words(en: String, ja: String?)
    }

    private let content: Content

    private init(_ content: Content) { self.content = content }

    /// A sentence of the catalogue.
    ///
    /// - Parameters:
    ///   - key: `room.name`, as in `Sources/FeedMessages/English`.
    ///   - arguments: what its `{placeholders}` stand for.
    public static func message(_ key: String, _ arguments: [String: MessageArgument] = [:]) -> LocalizedText {
        LocalizedText(.message(key, arguments))
    }

    /// Words that stand in no catalogue: a plugin's own, or a name. Without Japanese, English is shown to everybody.
    public init(en: String, ja: String? = nil) { content = .words(en: en, ja: ja) }

    /// The text in one language; in English where there is no other. What the catalogue does not know is shown as its
    /// key with its arguments.
    public func text(in language: DigestLocale) -> String {
        switch content {
        case .words(let en, let ja): language == .ja ? ja ?? en : en
        case .message(let key, let arguments):
            MessageCatalogue.text(key, arguments, in: language) ?? MessageCatalogue.bare(key, arguments)
        }
    }

    /// Returns the text with other names in it, because names that others chose may hold secrets.
    package func replacingNames(_ replacement: (String) -> String) -> LocalizedText {
        switch content {
        case .words(let en, let ja): LocalizedText(en: replacement(en), ja: ja.map(replacement))
        case .message(let key, let arguments):
            .message(key, arguments.mapValues { $0.replacingNames(replacement) })
        }
    }

    /// The key in the catalogue; nil for words that stand in none.
    public var key: String? { if case .message(let key, _) = content { key } else { nil } }

    /// The last part of the key, which people can search for: `unknown_option`; nil for words that are in no catalogue.
    package var code: String? {
        key.map { key in key.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(key[key.index(after: $0)...]) } ?? key }
    }
}

extension LocalizedText {
    /// Whether both read the same in English: a plugin's own words may say what a sentence of the catalogue says.
    public static func == (left: LocalizedText, right: LocalizedText) -> Bool {
        left.content == right.content || left.text(in: .en) == right.text(in: .en)
    }

    /// By the English text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text(in: .en)) }
}

extension LocalizedText: CustomStringConvertible {
    /// The English text.
    public var description: String { text(in: .en) }
}

extension LocalizedText: ExpressibleByStringInterpolation {
    /// Words in English alone.
    public init(stringLiteral words: String) { self.init(en: words) }
}

extension LocalizedText: Codable {
    private enum CodingKeys: String, CodingKey {
        case key, arguments, en, ja
    }

    /// Decodes `{key, arguments?}`, a sentence of the catalogue, or `{en, ja?}`, a text with its translation.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        if let key = try members.decodeIfPresent(String.self, forKey: .key) {
            let arguments = try members.decodeIfPresent([String: MessageArgument].self, forKey: .arguments)
            content = .message(key, arguments ?? [:])
        } else {
            content = .words(
                en: try members.decode(String.self, forKey: .en),
                ja: try members.decodeIfPresent(String.self, forKey: .ja))
        }
    }

    /// Writes a key with arguments, never a sentence of the catalogue.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        switch content {
        case .message(let key, let arguments):
            try members.encode(key, forKey: .key)
            if !arguments.isEmpty { try members.encode(arguments, forKey: .arguments) }
        case .words(let en, let ja):
            try members.encode(en, forKey: .en)
            try members.encodeIfPresent(ja, forKey: .ja)
        }
    }
}
