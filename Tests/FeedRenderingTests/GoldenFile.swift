import Glibc
import Testing

/// A rendering kept beside the tests; run them with KAWARABAN_UPDATE_GOLDEN=1 to write it anew, and read the difference.
struct GoldenFile {
    private let path: String

    init(_ name: String, file: StaticString = #filePath) {
        let folder = "\(file)".split(separator: "/").dropLast().joined(separator: "/")
        path = "/\(folder)/Fixtures/\(name)"
    }

    /// Compares line by line, so that a failure names the first line that differs.
    func expect(_ bytes: [UInt8], at location: SourceLocation = #_sourceLocation) {
        if getenv("KAWARABAN_UPDATE_GOLDEN") != nil { write(bytes) }
        let expected = lines(of: read())
        let actual = lines(of: bytes)
        for (index, line) in actual.enumerated() where index >= expected.count || expected[index] != line {
            let wanted = index < expected.count ? expected[index] : ""
            let same = zip(wanted.unicodeScalars, line.unicodeScalars).prefix { $0 == $1 }.count
            let found = String(line.unicodeScalars.dropFirst(same).prefix(80))
            let missed = String(wanted.unicodeScalars.dropFirst(same).prefix(80))
            Issue.record(
                "\(path):\(index + 1):\(same + 1): expected \(missed), found \(found)", sourceLocation: location)
            return
        }
        #expect(actual.count == expected.count, "\(path) has other lines at its end", sourceLocation: location)
    }

    private func lines(of bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private func read() -> [UInt8] {
        guard let file = fopen(path, "rb") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return bytes
    }

    private func write(_ bytes: [UInt8]) {
        guard let file = fopen(path, "wb") else { return }
        defer { fclose(file) }
        fwrite(bytes, 1, bytes.count, file)
    }
}
