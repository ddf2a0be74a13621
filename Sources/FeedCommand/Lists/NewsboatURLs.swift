import FeedMessages
import FeedModel

/// The file `urls` of newsboat: a feed on each line, with tags behind its address.
enum NewsboatURLs {
    /// Reads a file. Throws nothing: a line that is no feed is left out, with the reason.
    static func read(_ bytes: [UInt8]) -> SubscriptionList {
        var list = SubscriptionList()
        var tags: Set<String> = []
        for line in bytes.split(omittingEmptySubsequences: true, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let words = words(of: String(decoding: line, as: UTF8.self))
            guard let address = words.first, !address.isEmpty, !address.hasPrefix("#") else { continue }
            var feed = SubscriptionList.Feed(address: address.trimmedLine, key: address)
            for word in words.dropFirst() {
                // `~` begins a title; `!` hides a feed from newsboat's own list (newsboat(1) §Tagging).
                if word.hasPrefix("~") {
                    feed.title = String(word.dropFirst()).line(of: 200)
                } else if !word.hasPrefix("!"), !word.isEmpty, feed.folders.isEmpty {
                    feed.folders = [word.line(of: 200)]
                }
            }
            if let tag = feed.folders.first { tags.insert(tag) }
            list.add(feed)
        }
        list.folders = tags.count
        return list
    }

    /// Takes a line apart at its blanks. Quotes keep a word together, and a backslash keeps the next character.
    private static func words(of line: String) -> [String] {
        var (words, word): ([String], String?) = ([], nil)
        var (isQuoted, isEscaped) = (false, false)
        for scalar in line.unicodeScalars {
            if isEscaped {
                word = (word ?? "") + String(scalar)
                isEscaped = false
            } else if scalar == "\\", isQuoted {
                isEscaped = true
            } else if scalar == "\"" {
                isQuoted.toggle()
                word = word ?? ""
            } else if !isQuoted, scalar == " " || scalar == "\t" {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(scalar)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
