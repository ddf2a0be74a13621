extension StageError.Code {
    /// Whose fault an error is, as far as later decisions depend on it.
    public enum Fault: String, Sendable, Hashable, CaseIterable {
        /// The network, or a server that is out of order: one error alone cannot tell which. Users see all codes of
        /// this fault as one reason.
        case outage
        /// A server that wants fewer requests. A feed counts as failing only after a day of such errors.
        case limit
        /// A server or an address that is not safe, so that nothing was sent. It never counts.
        case safety
        /// The other side, because of its response.
        case server
        /// The message. A smaller or simpler one may be accepted in its place.
        case message
        /// A credential.
        case credential
        /// The user's configuration, or something that it names.
        case configuration
        /// A file on this machine.
        case file
        /// A disk. Its other files have the same error.
        case disk
        /// This machine or this process. It is no source's fault.
        case machine
        /// The state. Nothing more can be stored, and the run ends.
        case state
        /// A stage that broke the rules of its protocol.
        case plugin
        /// A bug in Kawaraban.
        case program
        /// Nobody, because the work was stopped.
        case nobody

        var isOfThisMachine: Bool {
            switch self {
            case .safety, .configuration, .file, .disk, .machine, .state, .nobody: true
            case .outage, .limit, .server, .message, .credential, .plugin, .program: false
            }
        }
    }

    /// What follows if nobody does anything.
    public enum Outlook: String, Sendable, Hashable, CaseIterable {
        /// The error may be over in seconds, and nothing was received: another attempt in the same run makes sense.
        case brief
        /// The error may be over at the next run. The user is informed if it is not.
        case passing
        /// The error lasts until somebody does something. For a sink, the user is informed at once.
        case lasting
        /// The refusal may be temporary. Three of them, each at least an hour apart, make the engine give up a message.
        case disputed
        /// Another attempt is pointless. A message is given up, if the attempt counts.
        case final
        /// The other side wants no more requests. After several such errors, a feed is no longer fetched, and a sink is
        /// tried once a day.
        case gone
    }

    /// How far the work had come.
    public enum Point: String, Sendable, Hashable, CaseIterable {
        /// Nothing left this machine.
        case here
        /// There was no connection.
        case connecting
        /// There was a connection, but no agreement on its encryption. Nothing was sent.
        case securing
        /// Something was sent, and no response came.
        case sent
        /// An invalid or incomplete response came.
        case answering
        /// The other side responded, or there is no other side.
        case answered
    }

    /// Whether the error may be over at the next run although nobody does anything.
    public var isPassing: Bool { outlook == .brief || outlook == .passing }

    /// Whether a failed attempt counts towards giving up. It does not if nothing was sent, for safety or
    /// because of this machine.
    public var counts: Bool { point != .here && fault != .safety }

    /// Whether the message may have arrived although the attempt failed.
    package var leavesFateOpen: Bool { point == .sent || point == .answering }

    /// Whether a request was held back to spare the server.
    package var isHeldBack: Bool { fault == .limit && point == .here || self == .hostHeld }
}

// MARK: Coding

extension StageError.Code {
    /// Whether the words are equal.
    public static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }

    /// Hashes the word only.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// The word. For a plugin's own code, its properties follow: `out_of_ink machine passing here`.
    package var stored: String {
        let plain = Self(rawValue: rawValue)
        let isPlain = (plain.fault, plain.outlook, plain.point) == (fault, outlook, point)
        return isPlain ? rawValue : "\(rawValue) \(fault.rawValue) \(outlook.rawValue) \(point.rawValue)"
    }

    /// Reads the text of `stored`.
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

    /// Reads one string: the word and, for a plugin's own code, its properties.
    /// Throws a `DecodingError` if it is no string.
    public init(from decoder: any Decoder) throws {
        self.init(stored: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes one string. Throws the encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(stored)
    }
}
