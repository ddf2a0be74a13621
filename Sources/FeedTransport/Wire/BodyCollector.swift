import CLibCurl

/// Collects a body as it arrives, decodes it and limits the decoded bytes, so that a decompression bomb does no harm.
///
/// It does not leave the decoding to libcurl, which reports success for a compressed body that was cut short.
struct BodyCollector: ~Copyable {
    /// Why the rest of a body is not read.
    enum Failure: Error {
        case tooLarge
        /// The compressed body is large, but decodes to next to nothing.
        case hollow
        case broken
    }

    /// Bytes by which a compressed body may be longer than its content. Data that does not compress grows by a few
    /// bytes in a thousand, and by five for each piece that a server flushes.
    static let mostPacking = 1 << 20
    /// The most gzip members without content. Joined gzip files consist of several members.
    static let mostEmptyMembers = 1000

    private enum State {
        /// Too few bytes came to tell how the body is compressed.
        case beginning
        case plain
        case decoding
        /// After the end of the compressed data; another member may follow (RFC 1952 §2.2).
        case ended
        /// After the end of the compressed data, in bytes that are no member.
        case ignoring
    }

    private let limit: Int
    private var coding: BodyCoding?
    private var state = State.beginning
    private var decoder: OpaquePointer?
    private var prefix: [UInt8] = []
    private(set) var bytes: [UInt8] = []
    /// Where the present member begins in `bytes`.
    private var memberStart = 0
    private var emptyMembers = 0
    /// Received bytes that are not decoded yet, because enough was decoded in this step.
    private var heldBack: [UInt8] = []
    /// Whether `heldBack` waits to be decoded by `unfold`.
    private(set) var holdsBack = false
    /// Length of `bytes` at which this step of decoding pauses.
    private var mostForNow = 0
    /// Bytes received, before decoding.
    private(set) var received = 0

    /// Makes a collector for at most `limit` decoded bytes. Without a `coding` it still recognises gzip. `expected` is
    /// the length that the server announces, or 0.
    init(coding: BodyCoding?, limit: Int, expected: Int) {
        self.limit = limit
        self.coding = coding
        // The announced length is a hint: it must not allocate more than 1 MiB.
        bytes.reserveCapacity(min(max(expected, 0), limit, 1 << 20))
    }

    deinit { body_decoder_free(decoder) }

    /// Whether the body is not in the middle of compressed data.
    var isComplete: Bool { state != .decoding }

    /// Adds a received piece. With `isStepwise` only a part of it may be decoded, see `holdsBack`.
    mutating func take(_ chunk: UnsafeRawBufferPointer, isStepwise: Bool = false) throws(Failure) {
        // Checked before decoding, so that a body without an end is not decoded any further.
        guard received - bytes.count <= Self.mostPacking else { throw .hollow }
        received += chunk.count
        mostForNow = isStepwise ? bytes.count + Self.mostAtOnce : .max
        try sort(chunk)
    }

    /// Decodes more of the received bytes.
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

    /// Moves the decoded body out, without a copy.
    mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Ends the body; to be called once. A body that is shorter than a coding's first bytes is plain.
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
            // Both are common: "gzip" over a plain body, and a gzip file without the field.
            state = .plain
        }
        if state != .ignoring { try take(held: head) }
    }

    /// Takes the first bytes, which were kept to recognise the coding.
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

    /// Decodes a chunk; returns the bytes after the end of the compressed data.
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
                // A few bytes may decode to the whole limit, in many transfers at once.
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
    /// Decoded bytes after which the memory budget is checked again.
    private static let mostAtOnce = 64 << 10
}
