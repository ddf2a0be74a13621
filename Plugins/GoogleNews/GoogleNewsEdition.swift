import FeedConfiguration
import FeedModel

/// A country's edition in one of its languages, written like Google's `ceid`: `JP:ja`.
struct GoogleNewsEdition: Sendable, Hashable, ConfigValue {
    /// The country's code: two capital letters.
    let country: String
    /// The language tag in the spelling of `ceid`: `ja`, `pt-419`, `zh-Hant`.
    let language: String

    static let unitedStates = GoogleNewsEdition(country: "US", language: "en")
    private static let japan = GoogleNewsEdition(country: "JP", language: "ja")

    /// The default edition for a language of digests.
    init(for locale: DigestLocale) {
        self =
            switch locale {
            case .en: .unitedStates
            case .ja: .japan
            }
    }

    /// The default editions of all languages, for the manual.
    static let defaults = DigestLocale.allCases.map { Self(for: $0).ceid }

    static let typeName: LocalizedText = .message("type.edition")
    static var placeholder: GoogleNewsEdition { unitedStates }
    var manualText: String { ceid }

    static func read(_ node: Node, in section: ConfigSection) -> GoogleNewsEdition? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        if let edition = GoogleNewsEdition(text) { return edition }
        section.reportMismatch(node, expected: typeName)
        return nil
    }

    init(country: String, language: String) {
        self.country = country
        self.language = language
    }

    /// Reads `JP:ja`, in any case; nil for anything else.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 2, parts[0].allSatisfy(Self.isLetter),
            let language = Self.language(String(decoding: parts[1], as: UTF8.self))
        else { return nil }
        self.init(country: String(decoding: parts[0], as: UTF8.self).uppercased(), language: language)
    }

    /// Reads the edition of an old or incomplete address: `hl=ja`, `hl=en-GB`, with or without `gl`; `ned=jp`. Nil if
    /// the address names none.
    init?(hl: String?, gl: String?, ned: String?) {
        if let ned, let known = Self.formerEditions[ned.lowercased()] ?? Self.edition(ned: ned) {
            self = known
            return
        }
        guard let hl else { return nil }
        let parts = hl.utf8.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
            .map { String(decoding: $0, as: UTF8.self) }
        guard let first = parts.first?.lowercased() else { return nil }
        let region = parts.dropFirst().last { $0.utf8.count == 2 }
        guard let country = gl ?? region ?? (first == "ja" ? "JP" : nil) else { return nil }
        let language =
            switch (first, country.uppercased()) {
            case ("pt", "BR"): "pt-419"
            case ("pt", "PT"): "pt-150"
            case ("zh", "TW"), ("zh", "HK"): "zh-Hant"
            case ("zh", _): "zh-Hans"
            case ("es", "ES"): "es"
            case ("es", _): parts.contains("419") ? "es-419" : "es"
            default: first
            }
        self.init("\(country):\(language)")
    }

    /// The edition as `JP:ja`.
    var ceid: String { "\(country):\(language)" }

    /// The interface language of the edition. `hl`, `gl` and `ceid` must agree, or Google falls back to another
    /// edition.
    var hl: String {
        switch language {
        case "en": "en-\(country)"
        case "pt-419": "pt-BR"
        case "pt-150": "pt-PT"
        case "zh-Hant": country == "HK" ? "zh-HK" : "zh-TW"
        case "zh-Hans": "zh-CN"
        case "fr" where country == "CA": "fr-CA"
        default: language
        }
    }

    /// A language tag in the spelling of `ceid`, or nil if it is none.
    private static func language(_ text: String) -> String? {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (2...3).contains(parts[0].count), parts[0].allSatisfy(isLetter) else {
            return nil
        }
        let first = String(decoding: parts[0], as: UTF8.self).lowercased()
        guard parts.count == 2 else { return first }
        let second = String(decoding: parts[1], as: UTF8.self)
        switch second.utf8.count {
        case 2 where parts[1].allSatisfy(isLetter): return "\(first)-\(second.uppercased())"
        case 3 where parts[1].allSatisfy(isDigit): return "\(first)-\(second)"
        case 4 where parts[1].allSatisfy(isLetter):
            return "\(first)-\(second.prefix(1).uppercased())\(second.dropFirst().lowercased())"
        default: return nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// The editions of most former values of `ned=`, which were country codes in lower case.
    private static let formerEditions: [String: GoogleNewsEdition] = [
        "us": unitedStates, "jp": japan, "tjp": japan, "uk": GoogleNewsEdition(country: "GB", language: "en"),
        "au": GoogleNewsEdition(country: "AU", language: "en"), "ca": GoogleNewsEdition(country: "CA", language: "en"),
        "in": GoogleNewsEdition(country: "IN", language: "en"), "de": GoogleNewsEdition(country: "DE", language: "de"),
        "fr": GoogleNewsEdition(country: "FR", language: "fr"), "it": GoogleNewsEdition(country: "IT", language: "it"),
        "es": GoogleNewsEdition(country: "ES", language: "es"), "kr": GoogleNewsEdition(country: "KR", language: "ko"),
        "tw": GoogleNewsEdition(country: "TW", language: "zh-Hant"),
        "hk": GoogleNewsEdition(country: "HK", language: "zh-Hant"),
        "cn": GoogleNewsEdition(country: "CN", language: "zh-Hans"),
    ]

    /// Reads the other form of `ned=`: `pt-BR_br`, `es_mx`, `fr_ca`.
    private static func edition(ned: String) -> GoogleNewsEdition? {
        let parts = ned.utf8.split(separator: UInt8(ascii: "_")).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 2, parts[1].utf8.count == 2 else { return nil }
        let language = parts[0] == "es" ? "es-419" : parts[0]
        return GoogleNewsEdition(hl: language, gl: parts[1], ned: nil)
    }
}
