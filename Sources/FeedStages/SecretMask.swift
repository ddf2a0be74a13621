package import FeedConfiguration
import FeedModel
import FeedSystem

/// Finds secrets in text that is about to be written, and replaces each with its mask. Finds them as they are,
/// percent-encoded, escaped as in JSON or HTML, in base64 (at each of its three alignments) and in hexadecimal digits.
package struct SecretMask: Sendable {
    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private struct Needle: Sendable {
        let bytes: [UInt8]
        let mask: [UInt8]
        /// Whether the comparison also decodes escapes.
        let isPlain: Bool
    }

    /// Whether there is nothing to mask.
    package let isEmpty: Bool
    /// The masks of all secrets.
    private let masks: Set<String>
    /// Needles by their first byte, the longest first, because one secret may be a part of another.
    private let needles: [[Needle]]
    /// Which bytes may begin a needle, unencoded or as an escape.
    private let firstBytes: [Bool]
    /// Bytes of the shortest needle. An escape is never shorter than the character that it encodes.
    private let shortestNeedle: Int

    /// Masks those of `secrets` that have a value of at least `shortest` bytes. With `sparesUsers`, the user names of
    /// addresses are not masked: in texts they are people's names.
    package init(_ secrets: [Secret], shortest: Int = 1, sparesUsers: Bool = false) {
        var needles: [Needle] = []
        // Several sources may share one token.
        var seen: Set<String> = []
        for secret in secrets where !secret.isMissing && seen.insert(secret.reveal()).inserted {
            let mask = Array(secret.mask.utf8)
            for bytes in Self.parts(of: secret.reveal(), sparesUsers)
            where bytes.count >= max(1, shortest) && bytes != mask {
                needles.append(Needle(bytes: bytes, mask: mask, isPlain: true))
                guard bytes.count >= Self.shortestEncoded else { continue }
                for encoded in Self.base64(bytes) + Self.hexadecimal(bytes) {
                    needles.append(Needle(bytes: encoded, mask: mask, isPlain: false))
                }
            }
        }
        needles.sort { $0.bytes.count > $1.bytes.count }
        isEmpty = needles.isEmpty
        shortestNeedle = needles.last?.bytes.count ?? .max
        masks = Set(secrets.map(\.mask))
        guard !needles.isEmpty else {
            // Most masks are empty, and one is made for each request.
            self.needles = []
            firstBytes = []
            return
        }
        var byFirst = [[Needle]](repeating: [], count: 256)
        for needle in needles { byFirst[Int(needle.bytes[0])].append(needle) }
        self.needles = byFirst
        firstBytes = (0..<256).map { byte in
            !byFirst[byte].isEmpty || "%\\+&".utf8.contains(UInt8(byte))
        }
    }

    /// Returns a text with the secrets of at least `length` bytes masked.
    package func masked(_ text: String, ofAtLeast length: Int = 1) -> String {
        replacement(for: text, ofAtLeast: length) ?? text
    }

    /// Does the same, or returns nil if the text contains no secret, as most texts.
    package func replacement(for text: String, ofAtLeast length: Int = 1) -> String? {
        guard text.utf8.count >= shortestNeedle else { return nil }
        var text = text
        return text.withUTF8 { replacement(for: $0, length) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether a secret was masked in a text. As an address, such a text leads nowhere.
    package func hasMasked(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "{")) || text.contains("%7B") else { return false }
        let plain = text.replacing("%7B", with: "{").replacing("%7D", with: "}")
        return masks.contains { plain.contains($0) }
    }

    /// Returns a text, which may have been cut, with its secrets masked, also one of which only the beginning is left.
    package func maskedCut(_ text: String) -> String {
        let bytes = masked(Array(text.utf8))
        guard !isEmpty else { return text }
        for start in bytes.indices.suffix(Self.longestCut).dropLast(Self.shortestEncoded - 1) {
            let end = bytes[start...]
            guard let needle = needles[Int(bytes[start])].first(where: { $0.isPlain && $0.bytes.starts(with: end) })
            else { continue }
            return String(decoding: bytes[..<start] + needle.mask, as: UTF8.self)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the bytes with their secrets masked.
    package func masked(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBufferPointer { replacement(for: $0, 1) } ?? bytes
    }

    private func replacement(for bytes: Bytes, _ length: Int) -> [UInt8]? {
        guard bytes.count >= shortestNeedle,
            let found = bytes.indices.first(where: { match(in: bytes, at: $0, length) != nil })
        else { return nil }
        var output = Array(bytes[..<found])
        output.reserveCapacity(bytes.count)
        var index = found
        while index < bytes.count {
            if let (mask, end) = match(in: bytes, at: index, length) {
                output += mask
                index = end
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    /// Length in bytes below which a secret is not masked in responses: it would be found everywhere.
    package static let shortestInAnswers = 4
    /// Length in bytes below which a secret is not masked in an address that the configuration has as plain text,
    /// because links are resolved against that address.
    package static let shortestInAddresses = 8
    /// Length in bytes below which a secret is not masked in stored titles and names: it may be a word.
    package static let shortestInTexts = 8
    private static let shortestEncoded = 6
    /// How many bytes at the end of a cut text are examined.
    private static let longestCut = 256
    /// Length in bytes below which a part of a secret address is not masked: it may be a word or a name.
    private static let shortestPart = 8

    /// Returns the secret. For an address, adds its secret parts: user name and password, path and query, and the
    /// values in the query that give access.
    private static func parts(of secret: String, _ sparesUsers: Bool) -> [[UInt8]] {
        guard Address.isHTTP(secret), let parts = Address.parts(secret) else { return [Array(secret.utf8)] }
        let path = Array((parts.path + (parts.query.map { "?" + $0 } ?? "")).utf8)
        return [Array(secret.utf8)] + (path.count >= shortestPart ? [path] : []) + credentials(in: parts, sparesUsers)
            + tokens(in: parts.query ?? "")
    }

    /// Returns the decoded values of a query's credentials (`AddressOption.credentials`) that are too long to be words.
    private static func tokens(in query: String) -> [[UInt8]] {
        query.split(separator: "&").compactMap { item in
            guard let equals = item.firstIndex(of: "="),
                AddressOption.credentials.contains(Address.decoded(component: item[..<equals]).lowercased())
            else { return nil }
            let value = Array(Address.decoded(component: item[item.index(after: equals)...]).utf8)
            return value.count >= shortestPart ? value : nil
        }
    }

    /// Returns user name and password as they are sent, and each of them that is too long to be a name.
    private static func credentials(in parts: AddressParts, _ sparesUsers: Bool) -> [[UInt8]] {
        guard let user = parts.user else { return [] }
        // A user name without a password is a token.
        guard let password = parts.password else { return [Array(user.utf8)] }
        let single = (user.utf8.count >= shortestPart && !sparesUsers ? [user] : []) + [password]
        return (["\(user):\(password)"] + single).map { Array($0.utf8) }
    }

    private func match(in bytes: Bytes, at start: Int, _ length: Int) -> (mask: [UInt8], end: Int)? {
        guard firstBytes[Int(bytes[start])] else { return nil }
        let asIs = longest(of: needles[Int(bytes[start])], in: bytes, at: start, length)
        guard let first = Self.unit(in: bytes, at: start)?.value.first, first != bytes[start] else { return asIs }
        let escaped = longest(of: needles[Int(first)], in: bytes, at: start, length)
        return (escaped?.end ?? 0) > (asIs?.end ?? 0) ? escaped : asIs
    }

    private func longest(
        of needles: [Needle], in bytes: Bytes, at start: Int, _ length: Int
    ) -> (mask: [UInt8], end: Int)? {
        for needle in needles where needle.bytes.count >= length {
            let end =
                needle.isPlain ? escaped(needle.bytes, in: bytes, at: start) : raw(needle.bytes, in: bytes, at: start)
            if let end { return (needle.mask, end) }
        }
        return nil
    }

    private func raw(_ needle: [UInt8], in bytes: Bytes, at start: Int) -> Int? {
        // Most texts already differ in the second byte.
        guard start + needle.count <= bytes.count, bytes[start] == needle[0], bytes[start + 1] == needle[1],
            bytes[start..<(start + needle.count)].elementsEqual(needle)
        else { return nil }
        return start + needle.count
    }

    /// Compares character by character, unencoded or escaped. A `%` of the secret itself may be read in both ways.
    private func escaped(_ needle: [UInt8], in bytes: Bytes, at start: Int) -> Int? {
        escaped(needle, in: bytes, at: start, prefersEscapes: true)
            ?? escaped(needle, in: bytes, at: start, prefersEscapes: false)
    }

    private func escaped(_ needle: [UInt8], in bytes: Bytes, at start: Int, prefersEscapes: Bool) -> Int? {
        var index = start
        var rest = needle[...]
        while let byte = rest.first {
            guard index < bytes.count else { return nil }
            let isSame = bytes[index] == byte
            if !isSame || prefersEscapes, let (value, length) = Self.unit(in: bytes, at: index),
                rest.starts(with: value)
            {
                rest = rest.dropFirst(value.count)
                index += length
            } else if isSame {
                rest = rest.dropFirst()
                index += 1
            } else if let length = Self.invisible(in: bytes, at: index) {
                index += length
            } else {
                return nil
            }
        }
        return index
    }

    /// Returns the length in bytes of a character that is not shown, unencoded or escaped; nil for any other character.
    /// Pages put soft hyphens and spaces without width into long words, so that they can be broken.
    private static func invisible(in bytes: Bytes, at index: Int) -> Int? {
        if let (value, length) = unit(in: bytes, at: index) { return isInvisible(value) ? length : nil }
        guard bytes[index] >= 0xC2 else { return nil }
        let count = bytes[index] < 0xE0 ? 2 : bytes[index] < 0xF0 ? 3 : 4
        return isInvisible(bytes[index...].prefix(count)) ? count : nil
    }

    /// Whether the bytes are one character that is not shown (Unicode: Default_Ignorable_Code_Point).
    private static func isInvisible(_ bytes: some Collection<UInt8>) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self)?.unicodeScalars, text.count == 1 else { return false }
        return text.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
    }

    /// Returns the bytes of an escape, and its length: `%41`, `\u0041`, `\/`, `+` for a blank, `&amp;`, `&#65;`.
    private static func unit(in bytes: Bytes, at index: Int) -> (value: [UInt8], length: Int)? {
        switch bytes[index] {
        case UInt8(ascii: "+"): return ([UInt8(ascii: " ")], 1)
        case UInt8(ascii: "%"):
            return number(in: bytes, from: index + 1, digits: 2).map { ([UInt8(truncatingIfNeeded: $0)], 3) }
        case UInt8(ascii: "&"): return reference(in: bytes, at: index)
        case UInt8(ascii: "\\"):
            guard index + 1 < bytes.count else { return nil }
            guard bytes[index + 1] == UInt8(ascii: "u") else { return ([bytes[index + 1]], 2) }
            return scalar(in: bytes, at: index)
        default: return nil
        }
    }

    /// Reads a character that is one `\uXXXX` (RFC 8259 §7), or two of them.
    private static func scalar(in bytes: Bytes, at index: Int) -> (value: [UInt8], length: Int)? {
        guard let first = number(in: bytes, from: index + 2, digits: 4) else { return nil }
        if let scalar = Unicode.Scalar(UInt32(first)) { return (Array(String(scalar).utf8), 6) }
        guard index + 7 < bytes.count, bytes[index + 6] == UInt8(ascii: "\\"), bytes[index + 7] == UInt8(ascii: "u"),
            let second = number(in: bytes, from: index + 8, digits: 4), first < 0xDC00,
            (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(UInt32(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)))
        else { return nil }
        return (Array(String(scalar).utf8), 12)
    }

    /// Reads a character reference that HTML needs (`&lt;`), or a number (`&#39;`, `&#x27;`).
    private static func reference(in bytes: Bytes, at index: Int) -> (value: [UInt8], length: Int)? {
        let name = bytes[(index + 1)...].prefix(longestReference).prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";") else { return nil }
        let text = String(decoding: name, as: UTF8.self)
        let length = name.count + 2
        if let character = references[text] { return ([character], length) }
        guard text.utf8.first == UInt8(ascii: "#") else { return nil }
        let digits = text.utf8.dropFirst()
        let isHexadecimal = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
        let number = UInt32(
            String(Substring(isHexadecimal ? digits.dropFirst() : digits)), radix: isHexadecimal ? 16 : 10)
        return number.flatMap(Unicode.Scalar.init).map { (Array(String($0).utf8), length) }
    }

    private static let references: [String: UInt8] = [
        "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "quot": UInt8(ascii: "\""),
        "apos": UInt8(ascii: "'"),
    ]
    /// Length limit in bytes of a name or number between `&` and `;`.
    private static let longestReference = 8

    private static func number(in bytes: Bytes, from start: Int, digits: Int) -> Int? {
        guard start + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[start..<(start + digits)] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value * 16 + Int(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value * 16 + Int(byte - UInt8(ascii: "a")) + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value * 16 + Int(byte - UInt8(ascii: "A")) + 10
            default: return nil
            }
        }
        return value
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> [[UInt8]] {
        let text = Hexadecimal.encode(bytes)
        return [Array(text.utf8), Array(text.uppercased().utf8)]
    }

    /// Returns what every base64 text with the secret (such as `user:SECRET`) contains, for each alignment.
    private static func base64(_ bytes: [UInt8]) -> [[UInt8]] {
        (0..<3).flatMap { offset in
            let padded = [UInt8](repeating: 0, count: offset) + bytes
            // The first characters depend on the bytes before the secret, the last ones on the bytes after it.
            let certain = Array(Base64.encode(padded).utf8.prefix(padded.count * 8 / 6).dropFirst((offset * 8 + 5) / 6))
            let forURLs = certain.map { byte in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: byte
                }
            }
            return certain == forURLs ? [certain] : [certain, forURLs]
        }
    }
}

extension StageError {
    /// Returns the error with the secrets in its texts masked: servers quote what they received.
    package func masked(by mask: SecretMask) -> StageError {
        var error = self
        error.subject = mask.masked(subject)
        error.facts = facts.mapValues(mask.maskedCut)
        error.phrases = phrases.mapValues { $0.replacingNames(mask.maskedCut) }
        error.explanation = explanation.map(mask.maskedCut)
        return error
    }
}
