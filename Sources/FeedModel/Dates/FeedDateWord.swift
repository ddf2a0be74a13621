/// What a word inside a date means.
enum FeedDateWord {
    enum Half { case morning, afternoon }
    case month(Int)
    case half(Half)
    /// Seconds east of UTC.
    case zone(Int)
    /// A weekday, a `T`, or nothing that we know.
    case other

    init(_ word: UnsafeBufferPointer<UInt8>) {
        guard (1...32).contains(word.count) else {
            self = .other
            return
        }
        if let month = Self.englishMonth(word) {
            self = .month(month)
            return
        }
        let text = String(decoding: word, as: UTF8.self).lowercased()
        if let zone = Self.zones[text] {
            self = .zone(zone)
        } else if let month = Self.months[text] {
            self = .month(month)
        } else if let half = Self.halves[text] {
            self = .half(half)
        } else {
            self = .other
        }
    }

    /// The commonest case without a dictionary: `Jan` … `Dec`.
    private static func englishMonth(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        guard word.count == 3 else { return nil }
        let key = word.reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
        return switch key {
        case 0x6A_61_6E: 1
        case 0x66_65_62: 2
        case 0x6D_61_72: 3
        case 0x61_70_72: 4
        case 0x6D_61_79: 5
        case 0x6A_75_6E: 6
        case 0x6A_75_6C: 7
        case 0x61_75_67: 8
        case 0x73_65_70: 9
        case 0x6F_63_74: 10
        case 0x6E_6F_76: 11
        case 0x64_65_63: 12
        default: nil
        }
    }

    private static let halves: [String: Half] = [
        "am": .morning, "pm": .afternoon, "午前": .morning, "午後": .afternoon, "上午": .morning, "下午": .afternoon,
        "오전": .morning, "오후": .afternoon,
    ]

    /// English, German, French, Spanish, Portuguese, Italian, Dutch, Scandinavian, Polish, Czech, Hungarian, Greek,
    /// Russian and Turkish names and their abbreviations, month by month.
    private static let months: [String: Int] = {
        let names = [
            "january januar janvier enero janeiro gennaio januari styczeń stycznia leden ledna január ιανουαρίου "
                + "ιαν января январь янв ocak janv ene gen sty jän jänner",
            "february februar février fevrier febrero fevereiro febbraio februari luty lutego únor února február "
                + "φεβρουαρίου φεβ февраля февраль фев şubat févr fevr fév fev lut",
            "march märz maerz mars marzo março marco maart marzec marca březen března március μαρτίου μαρ μάρ марта "
                + "март мар mart mär mrz mrt",
            "april avril abril aprile kwiecień kwietnia duben dubna április απριλίου απρ апреля апрель апр nisan avr "
                + "abr kwi ápr",
            "mai mayo maio maggio mei maj maja květen května május μαΐου μαϊ μαι мая май mayıs mag máj",
            "june juni juin junio junho giugno czerwiec czerwca červen června június ιουνίου ιουν ιούν июня июнь июн "
                + "haziran giu cze jún",
            "july juli juillet julio julho luglio lipiec lipca červenec července július ιουλίου ιουλ ιούλ июля июль "
                + "июл temmuz juil lug lip júl",
            "august août aout agosto augustus augusti sierpień sierpnia srpen srpna augusztus αυγούστου αυγ августа "
                + "август авг ağustos ago sie",
            "september septembre septiembre setembro settembre wrzesień września září szeptember σεπτεμβρίου σεπτ "
                + "σεπ сентября сентябрь сен сент eylül sept set wrz szept",
            "october oktober octobre octubre outubro ottobre październik października říjen října október οκτωβρίου "
                + "οκτ октября октябрь окт ekim okt out ott paź",
            "november novembre noviembre novembro listopad listopada νοεμβρίου νοε νοέ ноября ноябрь ноя нояб kasım "
                + "lis",
            "december dezember décembre decembre diciembre dezembro dicembre desember grudzień grudnia prosinec "
                + "prosince δεκεμβρίου δεκ декабря декабрь дек aralık dez déc dic gru des",
        ]
        var table: [String: Int] = [:]
        for (index, line) in names.enumerated() {
            for name in line.split(separator: " ") { table[String(name)] = index + 1 }
        }
        return table
    }()

    /// RFC 822's zones and those that feeds use; a zone without a season (`ET`) is its winter time.
    private static let zones: [String: Int] = {
        let hours: [(String, Double)] = [
            ("z", 0), ("ut", 0), ("utc", 0), ("gmt", 0), ("wet", 0), ("west", 1), ("bst", 1), ("cet", 1), ("met", 1),
            ("mez", 1), ("cest", 2), ("mest", 2), ("mesz", 2), ("eet", 2), ("sast", 2), ("eest", 3), ("msk", 3),
            ("ist", 5.5), ("pkt", 5), ("npt", 5.75), ("ict", 7), ("wib", 7), ("awst", 8), ("hkt", 8), ("sgt", 8),
            ("pht", 8), ("jst", 9), ("kst", 9), ("acst", 9.5), ("acdt", 10.5), ("aest", 10), ("aedt", 11),
            ("nzst", 12), ("nzdt", 13), ("brt", -3), ("art", -3), ("nst", -3.5), ("ndt", -2.5), ("at", -4),
            ("ast", -4), ("adt", -3), ("et", -5), ("est", -5), ("edt", -4), ("ct", -6), ("cst", -6), ("cdt", -5),
            ("mt", -7), ("mst", -7), ("mdt", -6), ("pt", -8), ("pst", -8), ("pdt", -7), ("akst", -9), ("akdt", -8),
            ("hst", -10),
        ]
        return Dictionary(hours.map { ($0, Int($1 * 3600)) }, uniquingKeysWith: { first, _ in first })
    }()
}
