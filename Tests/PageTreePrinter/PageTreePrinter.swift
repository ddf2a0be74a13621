import FeedJSON
import FeedPages
import FeedSelecting
import Glibc

/// Prints the trees of pages and what selectors find in them, so that another program can compare them with a browser's.
///
///     page-tree SELECTORS PAGE…
///
/// SELECTORS is a file with a selector in each line, each PAGE a file in UTF-8. Each page becomes a line of JSON:
///
/// - `elements`: in the order of the page; each its depth below `html`, its name, the names and values of its
///   attributes by turns, and the text directly in it,
/// - `isSimplified`: whether it is not the tree that a browser would build,
/// - `finds`: for each selector the places in `elements` of those that it finds in `html`,
/// - `inside`: the same in a few elements (`scope` is each one's place): every `count / 6`th, without `html`.
///
/// In the place of a list of places stands a text, if the selector is refused.
@main
struct PageTreePrinter {
    static func main() {
        let files = CommandLine.arguments.dropFirst()
        guard let first = files.first else {
            put(Array("usage: page-tree SELECTORS PAGE…\n".utf8), to: STDERR_FILENO)
            exit(64)
        }
        let lines = String(decoding: bytes(of: first), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: true)
        let selectors = lines.map { line in Result { try PageSelector(String(line)) } }
        for file in files.dropFirst() {
            var writer = JSONWriter()
            do {
                try PrintedPage(PageTree(bytes(of: file)[...], url: nil)).write(selectors, to: &writer)
            } catch {
                writer.value("\(error)")
            }
            writer.endLine()
            put(writer.bytes, to: STDOUT_FILENO)
        }
    }

    private static func put(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { exit(74) }
            rest = rest.dropFirst(count)
        }
    }

    private static func bytes(of path: String) -> [UInt8] {
        guard let file = fopen(path, "rb") else {
            perror(path)
            exit(66)
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return bytes
    }
}
