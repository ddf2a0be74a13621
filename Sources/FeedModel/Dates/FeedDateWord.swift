/// The meaning of a word in a date.
enum FeedDateWord {
    case month(Int)
    /// Seconds east of UTC.
    case zone(Int)
    /// The `T` between date and time.
    case separator
    /// A weekday or an unknown word.
    case other

    init(_ word: UnsafeBufferPointer<UInt8>) {
        guard (2...32).contains(word.count) else {
            self = word.count == 1 ? Self.letter(word[0]) : .other
            return
        }
        if word.count == 3, let month = Self.englishMonth(word[0], word[1], word[2]) {
            self = .month(month)
            return
        }
        let text = String(decoding: word, as: UTF8.self).lowercased()
        if let zone = Self.zones[text] {
            self = .zone(zone)
        } else if let month = Self.months[text] {
            self = .month(month)
        } else {
            self = .other
        }
    }

    /// RFC 822 §5.1's examples of military zones. The other letters were used with either sign and mean nothing.
    private static func letter(_ letter: UInt8) -> FeedDateWord {
        switch letter {
        case UInt8(ascii: "T"), UInt8(ascii: "t"): .separator
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): .zone(0)
        case UInt8(ascii: "A"): .zone(-3600)
        case UInt8(ascii: "M"): .zone(-12 * 3600)
        case UInt8(ascii: "N"): .zone(3600)
        case UInt8(ascii: "Y"): .zone(12 * 3600)
        default: .other
        }
    }

    /// Returns the year before a Japanese era by the era's letter, as in `R8.11.20`. Knows the eras since 1926.
    static func yearBeforeEra(_ letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "R"): 2018
        case UInt8(ascii: "H"): 1988
        case UInt8(ascii: "S"): 1925
        default: nil
        }
    }

    /// Whether a word is March in one language and Tuesday in others (French, Spanish, Italian, Romanian).
    static func isTuesday(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        word.count == 3 && englishMonth(word[0], word[1], word[2]) == 3
    }

    /// Returns the offset of one of the commonest zones, in seconds east of UTC, without a dictionary lookup; or nil.
    static func commonZone(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int? {
        let key = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
        let hours: Int? =
            switch key {
            case 0x47_4D_54, 0x55_54_43: 0  // GMT, UTC
            case 0x45_44_54: -4  // EDT
            case 0x45_53_54, 0x43_44_54: -5  // EST, CDT
            case 0x43_53_54, 0x4D_44_54: -6  // CST, MDT
            case 0x4D_53_54, 0x50_44_54: -7  // MST, PDT
            case 0x50_53_54: -8  // PST
            case 0x42_53_54, 0x43_45_54: 1  // BST, CET
            case 0x4A_53_54: 9  // JST
            default: nil
            }
        return hours.map { $0 * 3600 }
    }

    /// Returns the month of an abbreviation `Jan` … `Dec` without a dictionary lookup; or nil.
    @inline(__always)
    static func englishMonth(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int? {
        let key = UInt32(first | 0x20) << 16 | UInt32(second | 0x20) << 8 | UInt32(third | 0x20)
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

    /// The names and abbreviations of each month in English, German, French, Spanish, Portuguese, Italian, Dutch,
    /// Scandinavian, Polish, Czech, Hungarian, Greek, Finnish, Romanian, Slovak, Catalan, Estonian, Indonesian,
    /// Russian, Ukrainian, Bulgarian and Turkish.
    private static let months: [String: Int] = {
        let names = [
            "january januar janvier enero janeiro gennaio januari styczeń stycznia leden ledna január "
                + "ιανουαρίου ιαν января январь янв ocak janv ene gen sty jän jänner januára ianuarie gener "
                + "jaanuar tammikuu tammikuuta tammi ιανουάριος ιανουάριοs januári січня січ януари яну oca led "
                + "ian",
            "february februar février fevrier febrero fevereiro febbraio februari luty lutego únor února "
                + "február φεβρουαρίου φεβ февраля февраль фев şubat févr fevr fév fev lut februára februarie "
                + "febrer veebruar helmikuu helmikuuta helmi φεβρουάριος februári лютого лют февруари февр şub "
                + "febr úno",
            "march märz maerz mars marzo março marco maart marzec marca březen března március μαρτίου μαρ "
                + "μάρ марта март мар mart mär mrz mrt marec martie märts maaliskuu maaliskuuta maalis μάρτιος "
                + "μάώ μαώ márciu березня бер maret bře",
            "april avril abril aprile kwiecień kwietnia duben dubna április απριλίου απρ апреля апрель "
                + "апр nisan avr abr kwi ápr apríl apríla aprilie aprill huhtikuu huhtikuuta huhti απρίλιος "
                + "áprili квітня кві април nis dub",
            "mai mayo maio maggio mei maj maja květen května május μαΐου μαϊ μαι мая май mayıs mag máj "
                + "mája maig toukokuu toukokuuta touko μάιος μάι máujus травня тра may kvě",
            "june juni juin junio junho giugno czerwiec czerwca červen června június ιουνίου ιουν ιούν "
                + "июня июнь июн haziran giu cze jún júna iunie juny juuni kesäkuu kesäkuuta kesä ιούνιος ιον "
                + "червня чер юни haz čer czer iun",
            "july juli juillet julio julho luglio lipiec lipca červenec července július ιουλίου ιουλ ιούλ "
                + "июля июль июл temmuz juil lug lip júl júla iulie juliol juuli heinäkuu heinäkuuta heinä "
                + "ιούλιος ιολ липня лип юли tem čvc iul",
            "august août aout agosto augustus augusti sierpień sierpnia srpen srpna augusztus αυγούστου "
                + "αυγ августа август авг ağustos ago sie augusta agost elokuu elokuuta elo αύγουστος αύγ "
                + "серпня сер agustus ağu srp",
            "september septembre septiembre setembro settembre wrzesień września září szeptember "
                + "σεπτεμβρίου σεπτ σεπ сентября сентябрь сен сент eylül sept set wrz szept septembra "
                + "septembrie setembre syyskuu syyskuuta syys σεπτέμβριος вересня вер септември сеп септ eyl "
                + "zář ruj",
            "october oktober octobre octubre outubro ottobre październik października říjen října október "
                + "οκτωβρίου οκτ октября октябрь окт ekim okt out ott paź októbra octombrie oktoober lokakuu "
                + "lokakuuta loka οκτώβριος жовтня жов октомври eki říj",
            "november novembre noviembre novembro listopad listopada νοεμβρίου νοε νοέ ноября ноябрь ноя "
                + "нояб kasım lis novembra noiembrie marraskuu marraskuuta marras νοέμβριος листопада лис "
                + "ноември kas",
            "december dezember décembre decembre diciembre dezembro dicembre desember grudzień grudnia "
                + "prosinec prosince δεκεμβρίου δεκ декабря декабрь дек aralık dez déc dic gru des decembra "
                + "decembrie desembre detsember joulukuu joulukuuta joulu δεκέμβριος грудня гру декември ara "
                + "pro",
        ]
        var table: [String: Int] = [:]
        for (index, line) in names.enumerated() {
            for name in line.split(separator: " ") { table[String(name)] = index + 1 }
        }
        return table
    }()

    /// RFC 822's zones and others that feeds use, in seconds. A zone without a season (`ET`) means its winter time.
    private static let zones: [String: Int] = {
        let hours: [(String, Double)] = [
            ("z", 0), ("ut", 0), ("utc", 0), ("gmt", 0), ("wet", 0), ("west", 1), ("bst", 1), ("cet", 1), ("met", 1),
            ("mez", 1), ("cest", 2), ("mest", 2), ("mesz", 2), ("eet", 2), ("sast", 2), ("eest", 3), ("msk", 3),
            ("ist", 5.5), ("pkt", 5), ("npt", 5.75), ("ict", 7), ("wib", 7), ("awst", 8), ("hkt", 8), ("sgt", 8),
            ("pht", 8), ("jst", 9), ("kst", 9), ("acst", 9.5), ("acdt", 10.5), ("aest", 10), ("aedt", 11),
            ("nzst", 12), ("nzdt", 13), ("brt", -3), ("art", -3), ("nst", -3.5), ("ndt", -2.5), ("at", -4),
            ("ast", -4), ("adt", -3), ("et", -5), ("est", -5), ("edt", -4), ("ct", -6), ("cst", -6), ("cdt", -5),
            ("mt", -7), ("mst", -7), ("mdt", -6), ("pt", -8), ("pst", -8), ("pdt", -7), ("akst", -9), ("akdt", -8),
            ("hst", -10), ("tokyo", 9), ("seoul", 9), ("shanghai", 8), ("taipei", 8), ("singapore", 8),
            ("kolkata", 5.5),
        ]
        return Dictionary(hours.map { ($0, Int($1 * 3600)) }, uniquingKeysWith: { first, _ in first })
    }()
}
