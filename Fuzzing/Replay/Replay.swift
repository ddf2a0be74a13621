import FuzzTargets
import Glibc

/// Runs a fuzz target on files, without a fuzzer: for external tools such as valgrind.
///
///     replay TARGET FILE…
@main
struct Replay {
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        guard let name = words.first, let target = FuzzTarget(rawValue: name), words.count > 1 else {
            complain("usage: replay TARGET FILE…")
            exit(64)
        }
        var isKept = true
        for path in words.dropFirst() {
            guard let input = bytes(of: path) else {
                complain("\(path) cannot be read")
                exit(66)
            }
            if let promise = target.brokenPromise(by: input) {
                complain("\(path): \(promise)")
                isKept = false
            }
        }
        exit(isKept ? 0 : 1)
    }

    private static func complain(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    private static func bytes(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
        return bytes
    }
}
