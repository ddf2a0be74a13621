import FeedMessages
import FeedStages
import FeedSystem
import Glibc

/// The last line of a saved state. Before it stands a database of SQLite, byte for byte.
///
///     kawaraban-saved-state 1 LENGTH GENERATION HASH
///
/// LENGTH is that of the database; GENERATION is the last one of which the file has everything, both with 19 digits.
/// HASH is the SHA-256 of all bytes before it, in base32. So the line has the same length in every file.
struct SavedStateSeal {
    let length: Int64
    let generation: Int64
    private static let beginning = "kawaraban-saved-state "
    private static let format = "1"
    private static let digits = 19
    /// The length of the line with its line break.
    static let lineLength = Int64(SavedStateSeal(length: 0, generation: 0).words.utf8.count + 53)
    private static let piece = 1 << 20

    /// The line up to the hash.
    private var words: String {
        Self.beginning + [Self.format, Self.padded(length), Self.padded(generation), ""].joined(separator: " ")
    }

    private static func padded(_ number: Int64) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// Appends the line to a database.
    static func put(on file: borrowing RegularFile, generation: Int64) throws(StageError) {
        let seal = SavedStateSeal(length: Int64(try file.status().st_size), generation: generation)
        try file.write(Array((seal.words + (try seal.hash(of: file)) + "\n").utf8), at: seal.length)
    }

    /// Reads the line of a file, and looks at the beginning of the database before it. Throws `.savedStateUnusable` if
    /// this is no saved state, or a part of one. Reads little of a large file.
    static func read(from file: borrowing RegularFile, path: String) throws(StageError) -> SavedStateSeal {
        try refuseOthers(try file.read(SQLiteHeader.length, at: 0), path: path)
        let size = Int64(try file.status().st_size)
        guard size > lineLength else { throw unusable("saved.cut_short", path) }
        let line = String(decoding: try file.read(Int(lineLength), at: size - lineLength), as: UTF8.self)
        guard line.hasPrefix(beginning), line.hasSuffix("\n") else { throw unusable("saved.cut_short", path) }
        let words = line.split(separator: " ")
        guard words.count == 5, words[1] == format, let length = Int64(words[2]), let generation = Int64(words[3]),
            generation >= 0
        else { throw unusable("saved.later_format", path) }
        guard length == size - lineLength else { throw unusable("saved.cut_short", path) }
        return SavedStateSeal(length: length, generation: generation)
    }

    /// Throws `.savedStateUnusable` if a file has other bytes than when it was saved. Reads all of it.
    func verify(_ file: borrowing RegularFile, path: String) throws(StageError) {
        let line = words + (try hash(of: file)) + "\n"
        guard try file.read(Int(Self.lineLength) + 1, at: length) == Array(line.utf8) else {
            throw Self.unusable("saved.changed", path)
        }
    }

    /// Throws `.savedStateUnusable` if bytes are not the beginning of a state.
    static func refuseOthers(_ beginning: [UInt8], path: String) throws(StageError) {
        guard !beginning.isEmpty else { throw unusable("database.empty", path) }
        guard let header = SQLiteHeader(beginning) else { throw unusable("saved.no_state", path) }
        guard header.applicationID == Schema.applicationID else { throw unusable("database.foreign", path) }
    }

    private static func unusable(_ found: String, _ path: String) -> StageError {
        // messages: saved.*
        // messages: database.*
        StageError(.savedStateUnusable, subject: path, phrases: [.found: .message(found)])
    }

    /// The hash of the database and of the line up to the hash.
    private func hash(of file: borrowing RegularFile) throws(StageError) -> String {
        var hasher = SHA256.Hasher()
        for start in stride(from: 0, to: length, by: Self.piece) {
            hasher.update(try file.read(Int(min(Int64(Self.piece), length - start)), at: start))
        }
        hasher.update(words)
        return Base32.encode(hasher.finalize())
    }
}

/// The first bytes of a database of SQLite (https://sqlite.org/fileformat2.html §1.3).
struct SQLiteHeader {
    static let length = 100
    private static let beginning = Array("SQLite format 3\u{0}".utf8)
    let applicationID: Int64

    /// Reads the bytes; nil if they do not begin a database.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.length, bytes.starts(with: Self.beginning) else { return nil }
        applicationID = bytes[68..<72].reduce(0) { $0 << 8 | Int64($1) }
    }
}
