/// Takes the endings of English words off: `slashes`, `slashed`, `slashing` → `slash`.
enum Stemmer {
    /// Returns how many characters stay, and whether an `e` or `y` belongs at the end.
    static func stem(_ word: inout [UInt32]) {
        guard word.count > 3, word.allSatisfy({ $0 >= 0x61 && $0 <= 0x7A }) else { return }
        if ends(word, "ies"), word.count > 4 {
            word.removeLast(3)
            word.append(letter("y"))
        } else if ends(word, "sses") || ends(word, "shes") || ends(word, "ches") || ends(word, "xes") {
            word.removeLast(2)
        } else if ends(word, "s"), !ends(word, "ss"), !ends(word, "us"), !ends(word, "is") {
            word.removeLast()
        }
        if ends(word, "ied"), word.count > 4 {
            word.removeLast(3)
            word.append(letter("y"))
        } else if ends(word, "ing"), word.count > 5, hasVowel(word.dropLast(3)) {
            word.removeLast(3)
            dropDouble(&word)
        } else if ends(word, "ed"), word.count > 4, hasVowel(word.dropLast(2)) {
            word.removeLast(2)
            dropDouble(&word)
        }
        if word.count > 3, word.last == letter("e") { word.removeLast() }
        if ends(word, "ly"), word.count > 5 { word.removeLast(2) }
        unifySpelling(&word)
    }

    /// Makes one of British and American spelling: `organizer`, `color`, `theater`, `defense`, `traveler`.
    private static func unifySpelling(_ word: inout [UInt32]) {
        guard word.count >= 5 else { return }
        for ending in ["", "er", "ation", "ational"] {
            let place = word.count - ending.utf8.count - 1
            guard place > 2, word[place] == letter("z"),
                word[place - 1] == letter("i") || word[place - 1] == letter("y"),
                word[(place + 1)...].elementsEqual(ending.unicodeScalars.lazy.map(\.value))
            else { continue }
            word[place] = letter("s")
        }
        for ending in ["", "it", "abl", "er", "hood", "ful"] {
            let end = word.count - ending.utf8.count
            guard end >= 5, word[(end - 3)..<end].elementsEqual([letter("o"), letter("u"), letter("r")]),
                word[end...].elementsEqual(ending.unicodeScalars.lazy.map(\.value))
            else { continue }
            word.remove(at: end - 2)
            return
        }
        if ends(word, "tr") || ends(word, "br") {
            word.insert(letter("e"), at: word.count - 1)
        } else if ends(word, "fenc") || ends(word, "cenc") {
            word[word.count - 1] = letter("s")
        } else if word.count > 6, ends(word, "ll") || ends(word, "mm") {
            word.removeLast()
        } else if word.count > 7, ends(word, "eller") {
            word.remove(at: word.count - 3)
        }
    }

    private static func letter(_ letter: Unicode.Scalar) -> UInt32 { letter.value }

    private static func ends(_ word: [UInt32], _ ending: StaticString) -> Bool {
        let count = ending.utf8CodeUnitCount
        guard word.count > count else { return false }
        for index in 0..<count where word[word.count - count + index] != UInt32(ending.utf8Start[index]) {
            return false
        }
        return true
    }

    private static func isVowel(_ code: UInt32) -> Bool {
        code == 0x61 || code == 0x65 || code == 0x69 || code == 0x6F || code == 0x75 || code == 0x79
    }

    private static func hasVowel(_ word: ArraySlice<UInt32>) -> Bool { word.contains(where: isVowel) }

    /// `cutting` → `cut`, but `falling` → `fall`, `missing` → `miss`.
    private static func dropDouble(_ word: inout [UInt32]) {
        guard word.count > 3, let last = word.last, last == word[word.count - 2], !isVowel(last),
            last != letter("l"), last != letter("s"), last != letter("z")
        else { return }
        word.removeLast()
    }
}
