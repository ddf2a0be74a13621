/// The size of a part of a message, in the units of a service's limits.
public struct Weight: Sendable, Hashable {
    /// Number of blocks, embeds or similar parts.
    public var blocks: Int
    /// Length in UTF-16 units.
    public var units: Int
    /// Length in bytes of UTF-8.
    public var bytes: Int

    /// A weight of 0.
    public static let nothing = Weight(blocks: 0, units: 0, bytes: 0)

    /// Makes a weight.
    public init(blocks: Int, units: Int, bytes: Int) {
        self.blocks = blocks
        self.units = units
        self.bytes = bytes
    }

    /// Makes the weight of a text, plus `blocks`, and plus `frame` in both UTF-16 units and bytes.
    public init(of text: String, blocks: Int = 0, frame: Int = 0) {
        self.init(blocks: blocks, units: text.units + frame, bytes: text.utf8.count + frame)
    }

    /// Returns the sum of two weights.
    public static func + (left: Weight, right: Weight) -> Weight {
        Weight(blocks: left.blocks + right.blocks, units: left.units + right.units, bytes: left.bytes + right.bytes)
    }

    /// Whether the weight is within `limit`.
    public func fits(in limit: Weight) -> Bool {
        blocks <= limit.blocks && units <= limit.units && bytes <= limit.bytes
    }
}

/// Divides a digest into messages, each with as many entries in order as fit.
public struct MessageCutter: Sendable {
    /// The limit of one message, with some reserve.
    public let limit: Weight
    /// The weight of each message without its entries.
    public let frame: Weight

    /// Makes a cutter.
    public init(limit: Weight, frame: Weight) {
        self.limit = limit
        self.frame = frame
    }

    /// Entries of one section in a message.
    public struct Part: Sendable, Hashable {
        /// Index of the section.
        public let section: Int
        /// Indices of the part's entries; never empty.
        public private(set) var entries: Range<Int>
        fileprivate mutating func takeOne() { entries = entries.lowerBound..<(entries.upperBound + 1) }
    }

    /// Returns the messages. A section's heading is in each message with entries of the section. An entry that is too
    /// large for any message gets a message of its own.
    public func cut(_ sections: [(heading: Weight, entries: [Weight])]) -> [[Part]] {
        var messages: [[Part]] = []
        var message: [Part] = []
        var weight = frame
        for (section, content) in sections.enumerated() {
            for (index, entry) in content.entries.enumerated() {
                let continues = message.last?.section == section
                let wanted = weight + entry + (continues ? .nothing : content.heading)
                if wanted.fits(in: limit) || message.isEmpty {
                    weight = wanted
                    if continues {
                        message[message.count - 1].takeOne()
                    } else {
                        message.append(Part(section: section, entries: index..<(index + 1)))
                    }
                } else {
                    messages.append(message)
                    message = [Part(section: section, entries: index..<(index + 1))]
                    weight = frame + content.heading + entry
                }
            }
        }
        if !message.isEmpty { messages.append(message) }
        return messages
    }
}

// Services count UTF-16 units or code points. A text never has fewer of the former.

extension String {
    /// The length of the text in UTF-16 units.
    public var units: Int { utf16.count }

    /// Returns the beginning of the text, at most `most` UTF-16 units, with an ellipsis if it was cut.
    public func cut(units most: Int) -> String {
        guard utf16.count > most else { return self }
        var used = 0
        var end = unicodeScalars.startIndex
        for index in unicodeScalars.indices {
            used += UTF16.width(unicodeScalars[index])
            guard used < most else { break }
            end = unicodeScalars.index(after: index)
        }
        return most > 0 ? self[..<end] + "…" : ""
    }
}
