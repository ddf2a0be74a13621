/// User information, host and port of an address (RFC 3986 §3.2), checked.
struct AddressAuthority {
    var userInfo: ArraySlice<UInt8>?
    /// The host as it was written. An IPv6 address keeps its brackets.
    var host: ArraySlice<UInt8>
    var port: Int?

    /// Takes an authority apart; nil if its host is invalid or its port is not a number up to 65535.
    init?(_ bytes: ArraySlice<UInt8>, isWeb: Bool) {
        var rest = bytes
        if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
            userInfo = rest[..<at]
            rest = rest[(at + 1)...]
        }
        let bracket = rest.lastIndex(of: UInt8(ascii: "]")) ?? rest.startIndex
        if let colon = rest[bracket...].lastIndex(of: UInt8(ascii: ":")) {
            let digits = rest[(colon + 1)...]
            rest = rest[..<colon]
            if !digits.isEmpty {
                guard let number = Self.port(digits) else { return nil }
                port = number
            }
        }
        host = rest
        guard Self.isHost(host, isWeb: isWeb) else { return nil }
    }

    /// The host in lower case, percent-decoded.
    var plainHost: [UInt8] { PercentCoding.decoded(host).map(AddressReference.lowered) }

    private static func port(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            guard digit &- UInt8(ascii: "0") < 10 else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
            guard number <= 65_535 else { return nil }
        }
        return number
    }

    private static func isHost(_ host: ArraySlice<UInt8>, isWeb: Bool) -> Bool {
        if host.isEmpty { return !isWeb }
        if host.first == UInt8(ascii: "[") {
            return host.last == UInt8(ascii: "]") && host.count > 3
                && host.dropFirst().dropLast().allSatisfy { byte in
                    switch AddressReference.lowered(byte) {
                    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                        UInt8(ascii: ":"), UInt8(ascii: "."):
                        true
                    default: false
                    }
                }
        }
        return PercentCoding.decoded(host).allSatisfy { byte in
            switch byte {
            case 0...0x20, 0x7F, UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "<"),
                UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "\\"),
                UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "|"), UInt8(ascii: "%"), UInt8(ascii: "\""),
                UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                false
            default: true
            }
        }
    }
}
