import FeedStages
import FeedSystem
import Glibc

/// A file that this program makes in a folder of somebody else. Its first line says what it belongs to, and has a
/// fingerprint of the rest: a file of another, or one that somebody edited, is never replaced or removed.
struct MarkedFile {
    /// What the file belongs to: the absolute path of a configuration.
    let owner: String
    /// The absolute path of the file.
    let path: String

    /// What is there now.
    enum Present: Equatable {
        case nothing
        /// A file of ours, for this owner, as it was written.
        case own([UInt8])
        /// A file of ours for another owner.
        case ofAnother(String)
        /// A file of ours that somebody edited.
        case edited
        /// Something else.
        case foreign
    }

    private static let mark = "# kawaraban "
    /// Larger files are not ours.
    private static let longest = 1 << 20

    /// Returns the whole file for a text.
    func content(_ text: String) -> [UInt8] {
        let rest = Array(text.utf8)
        return Array("\(Self.mark)\(MarkedLines.fingerprint(rest)) \(owner)\n".utf8) + rest
    }

    /// Looks at the file. Blocks.
    var present: Present {
        let bytes: [UInt8]
        switch SmallFile.read(path, limit: Self.longest) {
        case .success(let file): bytes = file.bytes
        case .failure(.missing): return .nothing
        case .failure: return .foreign
        }
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        guard line.hasPrefix(Self.mark), end < bytes.endIndex else { return .foreign }
        let words = line.dropFirst(Self.mark.count).split(separator: " ", maxSplits: 1)
        guard words.count == 2 else { return .foreign }
        guard words[0] == MarkedLines.fingerprint(Array(bytes[(end + 1)...])) else { return .edited }
        return words[1] == owner ? .own(bytes) : .ofAnother(String(words[1]))
    }

    /// Writes the file if it is missing or ours. Throws the errors of `Folder`, and `.unwritable` for another's. Blocks.
    func write(_ content: [UInt8]) throws(StageError) {
        let parts = PathParts(path)
        let folder = try Folder.make(parts.folder)
        let name = TemporaryName(of: parts.name)
        if case .own = present {
            try folder.replace(parts.name, by: content, writtenTo: name, like: try folder.status(of: parts.name))
        } else if try !folder.create(parts.name, with: content, writtenTo: name) {
            throw .writing(EEXIST, path: path)
        }
    }
}
