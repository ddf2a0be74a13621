extension StageError.Code {
    /// Whose fault it is, as far as that decides what follows.
    public enum Fault: String, Sendable, Hashable, CaseIterable {
        /// The network, or a server that is out of order: one error alone cannot tell which. All codes of this fault are
        /// one reason to the user.
        case outage
        /// A server that wants fewer requests. No feed is called failing for it before a day has passed.
        case limit
        /// A server or an address that is not safe to talk to, so that nothing was sent. Never counts.
        case safety
        /// Another side, by what it answers.
        case server
        /// What was sent: something smaller or simpler may be taken in its place.
        case message
        /// A token or a key.
        case credential
        /// The user's configuration, or what it refers to.
        case configuration
        /// A file on this machine.
        case file
        /// A disk: other files on it fare no better.
        case disk
        /// This machine or this process. No source is blamed for it.
        case machine
        /// The state: nothing more can be kept, and the run ends.
        case state
        /// A stage that does not keep its protocol.
        case plugin
        /// A mistake of ours.
        case program
        /// Nobody: the work was stopped.
        case nobody

        var isOfThisMachine: Bool {
            switch self {
            case .safety, .configuration, .file, .disk, .machine, .state, .nobody: true
            case .outage, .limit, .server, .message, .credential, .plugin, .program: false
            }
        }
    }

    /// How it goes on by itself.
    public enum Outlook: String, Sendable, Hashable, CaseIterable {
        /// It may be over in seconds, and surely nothing was received: worth another try in the same run.
        case brief
        /// It may be over at the next run. The user is told if it is not.
        case passing
        /// It lasts until somebody does something. The user is told at once if it is a sink's.
        case lasting
        /// A refusal that may be taken back: three of them, at least an hour apart, end a message.
        case disputed
        /// The same again is pointless: a message is given up, if the attempt counts.
        case final
        /// The other side wants nothing of it any more: said again and again, a feed is not asked any more, and a sink once
        /// a day.
        case gone
    }

    /// How far the work had come.
    public enum Point: String, Sendable, Hashable, CaseIterable {
        /// Nothing went out of this machine.
        case here
        /// There was no connection.
        case connecting
        /// There was a connection, and no agreement on how to keep it secret; nothing was sent.
        case securing
        /// Something was sent, and nothing came back.
        case sent
        /// Something came back that is no answer, or not a whole one.
        case answering
        /// The other side has answered, or there was none to ask.
        case answered
    }

    /// Whether it may be over at the next run though nobody does anything.
    public var isPassing: Bool { outlook == .brief || outlook == .passing }

    /// Whether an attempt that ends so counts towards giving up: not if nothing went out, for safety's sake or because of
    /// this machine.
    public var counts: Bool { point != .here && fault != .safety }

    /// Whether what was sent may have arrived all the same.
    package var leavesFateOpen: Bool { point == .sent || point == .answering }

    /// Whether a request was not sent, out of courtesy.
    package var isHeldBack: Bool { fault == .limit && point == .here }
}

// MARK: kept and read again

extension StageError.Code {
    /// Whether the words are equal.
    public static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }

    /// By the word.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// The word; behind that of a plugin's own code, what it means: `out_of_ink machine passing here`.
    package var stored: String {
        let plain = Self(rawValue: rawValue)
        let isPlain = (plain.fault, plain.outlook, plain.point) == (fault, outlook, point)
        return isPlain ? rawValue : "\(rawValue) \(fault.rawValue) \(outlook.rawValue) \(point.rawValue)"
    }

    /// Reads what `stored` gave.
    package init(stored: String) {
        let words = stored.split(separator: " ").map(String.init)
        guard words.count == 4, let fault = Fault(rawValue: words[1]), let outlook = Outlook(rawValue: words[2]),
            let point = Point(rawValue: words[3])
        else {
            self.init(rawValue: stored)
            return
        }
        self.init(words[0], fault: fault, outlook: outlook, at: point)
    }

    /// From one string: the word and, of a plugin's own code, what it means.
    public init(from decoder: any Decoder) throws {
        self.init(stored: try decoder.singleValueContainer().decode(String.self))
    }

    /// To one string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(stored)
    }
}
