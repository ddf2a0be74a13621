import FeedModel

/// A number of an entry that can be sampled.
struct SampledNumber: Sendable, Hashable {
    let name: String
    let value: Int

    /// Returns the numbers of which a history is kept: those with the names of the standard sources, then so many others,
    /// by name.
    static func chosen(of numbers: [String: Int]) -> [SampledNumber] {
        guard !numbers.isEmpty else { return [] }
        var chosen: [SampledNumber] = []
        for name in NumberSamples.standardNames {
            if let value = numbers[name] { chosen.append(SampledNumber(name: name, value: value)) }
        }
        guard chosen.count < numbers.count else { return chosen }
        let others = numbers.filter { number in
            NumberSamples.canStore(number.key) && !NumberSamples.standardNames.contains(number.key)
        }
        for (name, value) in others.sorted(by: { $0.key < $1.key }).prefix(NumberSamples.mostOthers) {
            chosen.append(SampledNumber(name: name, value: value))
        }
        return chosen
    }
}

/// The values that the numbers of an entry had, the last one at each age.
///
/// As bytes each number is a name, a mask of its ages and a value for each bit of the mask, the youngest age first. A name
/// is one byte, its place in `standardNames`, or 0x80 + its length with its UTF-8. A value is a zigzag varint. At most 13
/// numbers of 8 values make 1.6 KB; an ordinary entry takes 20 to 60 bytes.
struct NumberSamples: Equatable {
    /// Names that are stored as their place in this list. A place is never given to another name.
    static let standardNames = ["likes", "stocks", "bookmarks", "comments", "related", "points"]
    /// How many numbers with other names an entry may have.
    static let mostOthers = 8
    /// The longest name in bytes.
    static let longestName = 64
    private static let lengthMark: UInt8 = 0x80

    /// The numbers, in the order in which they came first.
    private(set) var tracks: [NumberTrack] = []

    init() {}

    /// Whether a number of this name has a history.
    static func canStore(_ name: String) -> Bool { (1...longestName).contains(name.utf8.count) }

    /// Sets what numbers are at an age, and returns whether that changes anything. A younger age than that of a number's
    /// last value is ignored: an entry grows no younger, but a clock may be wrong.
    mutating func record(_ numbers: [SampledNumber], at age: AgeBucket) -> Bool {
        var isChanged = false
        for number in numbers {
            guard let place = tracks.firstIndex(where: { $0.name == number.name }) else {
                guard hasRoom(for: number.name) else { continue }
                tracks.append(
                    NumberTrack(
                        name: number.name, points: [NumberTrack.Point(bucket: age, value: number.value)]))
                isChanged = true
                continue
            }
            if let last = tracks[place].points.last {
                guard last.bucket <= age, last.bucket < age || last.value != number.value else { continue }
                if last.bucket == age { tracks[place].points.removeLast() }
            }
            tracks[place].points.append(NumberTrack.Point(bucket: age, value: number.value))
            isChanged = true
        }
        return isChanged
    }

    private func hasRoom(for name: String) -> Bool {
        Self.standardNames.contains(name)
            || tracks.count { !Self.standardNames.contains($0.name) } < Self.mostOthers
    }

    /// Deletes the values of older ages, which the entry has not reached yet. Returns whether there were any.
    mutating func forget(after age: AgeBucket) -> Bool {
        var isChanged = false
        for place in tracks.indices {
            let kept = tracks[place].points.prefix { $0.bucket <= age }
            isChanged = isChanged || kept.count < tracks[place].points.count
            tracks[place].points = Array(kept)
        }
        tracks.removeAll { $0.points.isEmpty }
        return isChanged
    }

    // MARK: Bytes

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for track in tracks {
            if let place = Self.standardNames.firstIndex(of: track.name) {
                bytes.append(UInt8(place))
            } else {
                bytes.append(Self.lengthMark | UInt8(track.name.utf8.count))
                bytes.append(contentsOf: track.name.utf8)
            }
            bytes.append(track.points.reduce(UInt8(0)) { $0 | 1 << UInt8($1.bucket.rawValue) })
            for point in track.points { Self.append(point.value, to: &bytes) }
        }
        return bytes
    }

    /// Reads bytes; nil if they are damaged.
    init?(bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes[...]
        while let mark = rest.popFirst() {
            guard let name = Self.name(mark, &rest), let mask = rest.popFirst(), mask != 0 else { return nil }
            var points: [NumberTrack.Point] = []
            points.reserveCapacity(mask.nonzeroBitCount)
            for bucket in AgeBucket.allCases where mask & 1 << UInt8(bucket.rawValue) != 0 {
                guard let value = Self.value(&rest) else { return nil }
                points.append(NumberTrack.Point(bucket: bucket, value: value))
            }
            guard tracks.count < Self.standardNames.count + Self.mostOthers else { return nil }
            tracks.append(NumberTrack(name: name, points: points))
        }
    }

    private static func name(_ mark: UInt8, _ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        guard mark >= lengthMark else {
            return standardNames.indices.contains(Int(mark)) ? standardNames[Int(mark)] : nil
        }
        let length = Int(mark & ~lengthMark)
        guard (1...longestName).contains(length), length <= rest.count else { return nil }
        defer { rest = rest.dropFirst(length) }
        return String(validating: rest.prefix(length), as: UTF8.self)
    }

    private static func append(_ value: Int, to bytes: inout [UInt8]) {
        var bits = UInt64(bitPattern: Int64(value << 1 ^ value >> 63))
        while bits >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: bits) | 0x80)
            bits >>= 7
        }
        bytes.append(UInt8(bits))
    }

    private static func value(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var bits: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            // The tenth byte has room for one bit.
            guard shift < 63 || byte <= 1 else { return nil }
            bits |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return Int(Int64(bitPattern: bits >> 1) ^ -Int64(bits & 1)) }
        }
        return nil
    }
}
