import CLibCurl

/// Gathers a body as it arrives, decodes it and counts what comes out, so that no bomb unfolds.
///
/// Decoded here and not by libcurl, which reports success for a packed body that was cut short.
struct BodyCollector: ~Copyable {
    /// Why a body is not taken any further.
    enum Failure: Error {
        case tooLarge
        /// It goes on and on, and next to nothing comes out.
        case hollow
        case broken
    }

    /// Bytes by which a packed body may be longer than what is in it. What cannot be packed grows by a few in a
    /// thousand, and by five for each piece that a server sends off.
    static let mostPacking = 1 << 20
    /// Members without content: one follows another where files were joined.
    static let mostEmptyMembers = 1000

    private enum State {
        /// Fewer bytes than are needed to tell how it is packed.
        case beginning
        case plain
        case decoding
        /// Behind the end of a packed body; another member may follow (RFC 1952 §2.2).
        case ended
        /// Junk behind the end.
        case ignoring
    }

    private let limit: Int
    private var coding: BodyCoding?
    private var state = State.beginning
    private var decoder: OpaquePointer?
    private var prefix: [UInt8] = []
    private(set) var bytes: [UInt8] = []
    /// Where in `bytes` the member begins that is being decoded.
    private var memberStart = 0
    private var emptyMembers = 0
    /// What was not decoded yet, because enough came out of what stood before it.
    private var heldBack: [UInt8] = []
    /// Whether there is more to come out of what was taken; `unfold` goes on with it.
    private(set) var holdsBack = false
    /// Bytes up to which is decoded for now.
    private var mostForNow = 0
    /// Bytes taken, as they were on the wire.
    private(set) var received = 0

    /// Makes a collector of at most `limit` decoded bytes; without a `coding` a gzip file is still recognised.
    init(coding: BodyCoding?, limit: Int, expected: Int) {
        self.limit = limit
        self.coding = coding
        // The server's word is good for a first guess, not for memory.
        bytes.reserveCapacity(min(max(expected, 0), limit, 1 << 20))
    }

    deinit { body_decoder_free(decoder) }

    /// Whether the end of a packed body was seen, or there is none to see.
    var isComplete: Bool { state != .decoding }

    /// Takes what arrived; with `isStepwise` only some of what may come out of it is decoded, see `holdsBack`.
    mutating func take(_ chunk: UnsafeRawBufferPointer, isStepwise: Bool = false) throws(Failure) {
        // Before it is decoded: of a body without an end no more is looked at.
        guard received - bytes.count <= Self.mostPacking else { throw .hollow }
        received += chunk.count
        mostForNow = isStepwise ? bytes.count + Self.mostAtOnce : .max
        try sort(chunk)
    }

    /// Decodes more of what was taken.
    mutating func unfold() throws(Failure) {
        let rest = heldBack
        (heldBack, holdsBack) = ([], false)
        mostForNow = bytes.count + Self.mostAtOnce
        try rest.withUnsafeBufferPointer { (bytes) throws(Failure) in
            try sort(try decode(UnsafeRawBufferPointer(bytes)))
        }
    }

    private mutating func sort(_ chunk: UnsafeRawBufferPointer) throws(Failure) {
        var rest = chunk
        while !rest.isEmpty {
            switch state {
            case .plain: return try append(rest)
            case .ignoring: return
            case .decoding: rest = try decode(rest)
            case .beginning, .ended:
                let wanted = (coding ?? .gzip).headLength - prefix.count
                guard rest.count >= wanted else {
                    prefix += rest
                    return
                }
                let head = prefix + rest.prefix(max(wanted, 0))
                prefix = []
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(wanted, 0)))
                try begin(with: head)
            }
        }
    }

    /// Hands the decoded body over, without a copy.
    mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Settles what was held back; to be called once, at the end of the body.
    mutating func end() throws(Failure) {
        guard state == .beginning, !prefix.isEmpty else { return }
        state = .plain
        let held = prefix
        prefix = []
        try take(held: held)
    }

    private mutating func begin(with head: [UInt8]) throws(Failure) {
        let packed = coding ?? .gzip
        let isPacked = head.starts(with: packed.magic)
        if state == .ended {
            state = isPacked && !packed.magic.isEmpty ? .decoding : .ignoring
            if state == .decoding { body_decoder_restart(decoder) }
        } else if isPacked {
            coding = packed
            decoder = body_decoder_new(packed.decoder(for: head))
            guard decoder != nil else { throw .broken }
            state = .decoding
        } else {
            // "gzip" over a plain body is common enough to be understood, as is a gzip file without the field.
            state = .plain
        }
        if state != .ignoring { try take(held: head) }
    }

    /// Takes a few bytes that were held back.
    private mutating func take(held: [UInt8]) throws(Failure) {
        try held.withUnsafeBufferPointer { (bytes) throws(Failure) in
            let bytes = UnsafeRawBufferPointer(bytes)
            if state == .decoding { _ = try decode(bytes) } else { try append(bytes) }
        }
    }

    private mutating func append(_ chunk: UnsafeRawBufferPointer) throws(Failure) {
        guard chunk.count <= limit - bytes.count else { throw .tooLarge }
        bytes += chunk
    }

    /// Decodes a chunk; gives back what lies behind the end.
    private mutating func decode(_ chunk: UnsafeRawBufferPointer) throws(Failure) -> UnsafeRawBufferPointer {
        var input = chunk.bindMemory(to: UInt8.self).baseAddress
        var left = chunk.count
        while true {
            var progress = BODY_BROKEN
            let missing = limit - bytes.count
            let produced = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.roomSize) { room in
                var output = room.baseAddress
                var free = Self.roomSize
                progress = body_decoder_push(decoder, &input, &left, &output, &free)
                let count = Self.roomSize - free
                if count <= missing { bytes += UnsafeBufferPointer(rebasing: room[..<count]) }
                return count
            }
            guard produced <= missing else { throw .tooLarge }
            switch progress {
            case BODY_NEEDS_ROOM where bytes.count >= mostForNow:
                // A few bytes may unfold to the whole limit, in many transfers at once.
                heldBack += chunk.suffix(left)
                holdsBack = true
                return UnsafeRawBufferPointer(start: nil, count: 0)
            case BODY_NEEDS_ROOM: continue
            case BODY_NEEDS_INPUT: return UnsafeRawBufferPointer(start: nil, count: 0)
            case BODY_ENDED:
                state = .ended
                if bytes.count == memberStart { emptyMembers += 1 }
                guard emptyMembers <= Self.mostEmptyMembers else { throw .hollow }
                memberStart = bytes.count
                return UnsafeRawBufferPointer(rebasing: chunk.suffix(left))
            default: throw .broken
            }
        }
    }

    private static let roomSize = 32 << 10
    /// Decoded bytes after which it is looked whether there is memory for more.
    private static let mostAtOnce = 64 << 10
}
