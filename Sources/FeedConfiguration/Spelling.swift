/// Finds the word that was meant by a misspelt one.
package enum Spelling {
    /// Length limit of a word that is compared, in bytes.
    private static let maxLength = 64
    /// Limit of the number of candidates.
    private static let maxCandidates = 2000

    /// Returns the candidate with the fewest slips, or nil. A slip is a missing, extra, wrong or swapped letter.
    package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        let folded = fold(word)
        guard !folded.isEmpty, folded.count <= maxLength else { return nil }
        let allowed = folded.count <= 3 ? 1 : folded.count <= 7 ? 2 : 3
        var best: (distance: Int, candidate: String)?
        for candidate in candidates.prefix(maxCandidates) {
            let other = fold(candidate)
            guard other.count <= maxLength, abs(other.count - folded.count) <= allowed else { continue }
            let distance = distance(folded, other)
            guard distance <= allowed, distance < max(folded.count, other.count) else { continue }
            if let found = best, (found.distance, found.candidate) <= (distance, candidate) { continue }
            best = (distance, candidate)
        }
        return best?.candidate
    }

    private static func fold(_ text: String) -> [UInt8] {
        text.utf8.prefix(maxLength + 1).map { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            case UInt8(ascii: "-"), UInt8(ascii: " "): UInt8(ascii: "_")
            default: byte
            }
        }
    }

    /// Returns the distance by optimal string alignment: Levenshtein's, with swapped neighbours as one slip.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var older = [Int](repeating: 0, count: right.count + 1)
        var previous = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for (column, other) in right.enumerated() {
                var cost = min(
                    previous[column + 1] + 1, current[column] + 1, previous[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, older[column - 1] + 1)
                }
                current.append(cost)
            }
            older = previous
            previous = current
        }
        return previous[right.count]
    }
}
