import FeedSystem

/// Lines of ours in a file of somebody else, between two marks:
///
///     # kawaraban BEGIN /home/me/news/config.yaml
///     0 7 * * *  /usr/bin/kawaraban run -c /home/me/news/config.yaml
///     # kawaraban END /home/me/news/config.yaml 5f0c6e1d9b2a
///
/// The last word is a fingerprint of what is between them. It shows whether somebody edited the lines.
struct MarkedLines {
    /// What the lines belong to: the absolute path of a configuration.
    let name: String

    /// Why the marks cannot be trusted, with the number of the line.
    enum Fault: Error, Hashable {
        case edited(line: Int)
        case withoutEnd(line: Int)
        case withoutBegin(line: Int)
        case repeated(line: Int)
    }

    /// Returns the marks with lines between them.
    func block(_ lines: [String]) -> [UInt8] {
        let text = lines.map { $0 + "\n" }.joined()
        return Array("\(begin)\n\(text)\(end)\(Self.fingerprint(Array(text.utf8)))\n".utf8)
    }

    /// Returns the file with these lines in place of the present ones, or behind all others; nil as lines: without
    /// them. All other lines stay as they are.
    func placed(_ lines: [String]?, in file: [UInt8]) throws(Fault) -> [UInt8] {
        let block = lines.map(block) ?? []
        if let present = try present(in: file) {
            return file[..<present.lowerBound] + block + file[present.upperBound...]
        }
        guard !block.isEmpty else { return file }
        // A last line without an end would become a part of ours.
        return file + (file.isEmpty || file.last == Self.lineEnd ? [] : [Self.lineEnd]) + block
    }

    /// Returns the bytes of the file that are ours, with both marks, or nil.
    func present(in file: [UInt8]) throws(Fault) -> Range<Int>? {
        var range: Range<Int>?
        var opened: (line: Int, first: Int, inside: Int)?
        for (number, line) in Self.lines(of: file).enumerated() {
            let text = String(decoding: file[line], as: UTF8.self)
            let words = text.last == "\n" ? text.dropLast() : text[...]
            if let opening = opened, words.hasPrefix(Self.beginning) { throw .withoutEnd(line: opening.line) }
            if words == begin {
                guard range == nil else { throw .repeated(line: number + 1) }
                opened = (number + 1, line.lowerBound, line.upperBound)
            } else if words.hasPrefix(end), !words.dropFirst(end.count).contains(" ") {
                guard let opening = opened else { throw .withoutBegin(line: number + 1) }
                guard words.dropFirst(end.count) == Self.fingerprint(Array(file[opening.inside..<line.lowerBound]))
                else { throw .edited(line: opening.line) }
                range = opening.first..<line.upperBound
                opened = nil
            }
        }
        if let opened { throw .withoutEnd(line: opened.line) }
        return range
    }

    private static let lineEnd = UInt8(ascii: "\n")
    private static let beginning = "# kawaraban BEGIN "
    private var begin: String { Self.beginning + name }
    private var end: String { "# kawaraban END \(name) " }

    /// The first twelve digits of the SHA-256 of some bytes.
    static func fingerprint(_ bytes: [UInt8]) -> String {
        Hexadecimal.encode(Array(bytes.withUnsafeBytes { SHA256.hash($0) }.prefix(6)))
    }

    /// The lines of a file, each with its end.
    private static func lines(of file: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        while start < file.count {
            let end = file[start...].firstIndex(of: lineEnd).map { $0 + 1 } ?? file.count
            lines.append(start..<end)
            start = end
        }
        return lines
    }
}
