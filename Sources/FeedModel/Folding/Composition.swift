/// Canonical composition (UAX #15): が of か and its voice mark, é of e and its accent.
package enum Composition {
    private static let pairs: [UInt64: UInt32] = {
        var pairs: [UInt64: UInt32] = [:]
        for item in TableItems(FoldingTable.compositions) {
            // An item `first+second:composed`.
            pairs[UInt64(item.first) << 32 | UInt64(item.last)] = item.target.first
        }
        return pairs
    }()

    /// Returns the text with its marks in canonical order and composed where Unicode has a character for them.
    package static func composed(_ text: String) -> String {
        String(decoding: composed(Array(text.utf8)), as: UTF8.self)
    }

    /// Returns the same for UTF-8.
    static func composed(_ text: [UInt8]) -> [UInt8] {
        var scalars: [(value: UInt32, order: UInt8)] = String(decoding: text, as: UTF8.self).unicodeScalars.map {
            ($0.value, $0.value < 0x300 ? 0 : $0.properties.canonicalCombiningClass.rawValue)
        }
        reorder(&scalars)
        var output: [(value: UInt32, order: UInt8)] = []
        output.reserveCapacity(scalars.count)
        // The last character that others may compose with.
        var base: Int?
        for scalar in scalars {
            if let base {
                let isNext = base == output.count - 1
                if isNext || output[output.count - 1].order != 0 && output[output.count - 1].order < scalar.order,
                    let composed = pair(output[base].value, scalar.value)
                {
                    output[base].value = composed
                    continue
                }
            }
            if scalar.order == 0 { base = output.count }
            output.append(scalar)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for scalar in output {
            if let scalar = Unicode.Scalar(scalar.value) { bytes.append(contentsOf: String(scalar).utf8) }
        }
        return bytes
    }

    /// Sorts each run of marks by their classes; equal ones keep their order.
    private static func reorder(_ scalars: inout [(value: UInt32, order: UInt8)]) {
        var start = 0
        while start < scalars.count {
            guard scalars[start].order != 0 else {
                start += 1
                continue
            }
            let end = scalars[start...].firstIndex { $0.order == 0 } ?? scalars.count
            if end - start > 1 {
                let sorted = scalars[start..<end].enumerated()
                    .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
                scalars.replaceSubrange(start..<end, with: sorted.map(\.element))
            }
            start = end
        }
    }

    private static func pair(_ first: UInt32, _ second: UInt32) -> UInt32? {
        // Hangul is composed by arithmetic (Unicode, chapter 3.12).
        if (0x1100..<0x1113).contains(first), (0x1161..<0x1176).contains(second) {
            return 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
        }
        if (0xAC00..<0xD7A4).contains(first), (first - 0xAC00) % 28 == 0, (0x11A8..<0x11C3).contains(second) {
            return first + second - 0x11A7
        }
        return pairs[UInt64(first) << 32 | UInt64(second)]
    }
}
