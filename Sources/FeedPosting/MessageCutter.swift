/// What a part of a message takes of what a service allows.
public struct Weight: Sendable, Hashable {
    /// Blocks, embeds or the like.
    public var blocks: Int
    /// UTF-16 units.
    public var units: Int
    /// Bytes of UTF-8.
    public var bytes: Int

    /// Nothing.
    public static let nothing = Weight(blocks: 0, units: 0, bytes: 0)

    /// Makes a weight.
    public init(blocks: Int, units: Int, bytes: Int) {
        self.blocks = blocks
        self.units = units
        self.bytes = bytes
    }

    /// What a text takes, with so many blocks and units of its frame.
    public init(of text: String, blocks: Int = 0, frame: Int = 0) {
        self.init(blocks: blocks, units: text.units + frame, bytes: text.utf8.count + frame)
    }

    /// Both together.
    public static func + (left: Weight, right: Weight) -> Weight {
        Weight(blocks: left.blocks + right.blocks, units: left.units + right.units, bytes: left.bytes + right.bytes)
    }

    /// Whether a service that allows `limit` takes it.
    public func fits(in limit: Weight) -> Bool {
        blocks <= limit.blocks && units <= limit.units && bytes <= limit.bytes
    }
}

/// Cuts a digest into messages, each with as many entries in order as fit.
public struct MessageCutter: Sendable {
    /// What the service takes, with room to spare.
    public let limit: Weight
    /// What each message needs beside its entries.
    public let frame: Weight

    /// Makes a cutter.
    public init(limit: Weight, frame: Weight) {
        self.limit = limit
        self.frame = frame
    }

    /// Entries of one section that go into a message.
    public struct Part: Sendable, Hashable {
        /// Which section.
        public let section: Int
        /// Which entries of it; never empty.
        public private(set) var entries: Range<Int>
        fileprivate mutating func takeOne() { entries = entries.lowerBound..<(entries.upperBound + 1) }
    }

    /// The messages. A section's heading stands in each message that has entries of it; an entry that is too large for
    /// any message has one for itself.
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

// Services count what they allow in UTF-16 units or code points; the former are never fewer.

extension String {
    /// How long the text is, in UTF-16 units.
    public var units: Int { utf16.count }

    /// The beginning of the text, at most so many UTF-16 units long, with an ellipsis if something is missing.
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
