/// Fingerprints in one block of memory, since 100,000 entries may have some: a set of them takes four times as much.
struct PackedFingerprints: Sendable {
    /// Kinds and texts in turn, each after its length in bytes. Seven bits of a length stand in a byte, the lowest first;
    /// the eighth says that more follow.
    private var bytes: [UInt8] = []

    init() {}

    init(_ fingerprints: Set<Fingerprint>) {
        guard !fingerprints.isEmpty else { return }
        bytes.reserveCapacity(fingerprints.reduce(0) { $0 + $1.kind.utf8.count + $1.text.utf8.count + 4 })
        for fingerprint in fingerprints {
            append(fingerprint.kind)
            append(fingerprint.text)
        }
    }

    /// The fingerprints as a set.
    var all: Set<Fingerprint> {
        guard !bytes.isEmpty else { return [] }
        var found: Set<Fingerprint> = []
        var place = 0
        while place < bytes.count {
            let kind = text(at: &place)
            found.insert(Fingerprint(kind: kind, text: text(at: &place)))
        }
        return found
    }

    private mutating func append(_ text: String) {
        var length = text.utf8.count
        while length > 0x7F {
            bytes.append(UInt8(length & 0x7F) | 0x80)
            length >>= 7
        }
        bytes.append(UInt8(length))
        bytes.append(contentsOf: text.utf8)
    }

    private func text(at place: inout Int) -> String {
        var length = 0
        var shift = 0
        while true {
            let byte = bytes[place]
            place += 1
            length |= Int(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0 { break }
        }
        let end = place + length
        defer { place = end }
        return String(decoding: bytes[place..<end], as: UTF8.self)
    }
}
