/// Numbers in the form in which feeds write them.
enum Number {
    /// A whole number from 0, of at most 18 digits. Blanks and commas are ignored; anything else gives nil.
    static func whole(_ text: String) -> Int? { whole(text.utf8) }

    /// Bytes of a file. Zero gives nil, because feeds write it for an unknown size.
    static func size(_ text: some Sequence<UInt8>) -> Int64? { whole(text).flatMap { $0 > 0 ? Int64($0) : nil } }

    static func whole(_ text: some Sequence<UInt8>) -> Int? {
        var (number, digits) = (0, 0)
        for byte in text where byte > 0x20 && byte != UInt8(ascii: ",") {
            guard byte &- 0x30 < 10, digits < 18 else { return nil }
            number = number * 10 + Int(byte - 0x30)
            digits += 1
        }
        return digits > 0 ? number : nil
    }

    /// Seconds of `3600`, `59:59` or `1:02:03`. A fraction is cut off.
    static func seconds(_ text: some Sequence<UInt8>) -> Int? {
        var total = 0
        var (number, digits, parts) = (0, 0, 1)
        var (isFraction, isFirst) = (false, true)
        for byte in text {
            switch byte {
            case UInt8(ascii: ":"):
                guard parts < 3, digits > 0, number < 1_000_000_000 else { return nil }
                total = total * 60 + number
                parts += 1
                (number, digits, isFraction, isFirst) = (0, 0, false, true)
                continue
            case _ where isFraction: break
            case UInt8(ascii: "."):
                isFraction = true
                // `.5` is less than a second.
                if isFirst { digits = 1 }
            case 0...0x20, UInt8(ascii: ","): break
            default:
                guard byte &- 0x30 < 10, digits < 18 else { return nil }
                number = number * 10 + Int(byte &- 0x30)
                digits += 1
            }
            isFirst = false
        }
        guard digits > 0, number < 1_000_000_000 else { return nil }
        return total * 60 + number
    }
}
