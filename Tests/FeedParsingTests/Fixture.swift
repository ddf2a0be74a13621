import FeedJSON
import Glibc
import Testing

/// Files beside the tests; run with KAWARABAN_UPDATE_GOLDEN=1 to write the expectations anew, and read the difference.
enum Fixture {
    static func bytes(_ name: String) -> [UInt8] {
        guard let file = fopen(path(name), "rb") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return bytes
    }

    /// Compares JSON line by line, each value on a line of its own, so that a failure names what differs.
    static func expect(_ json: [UInt8], toBe name: String, at location: SourceLocation = #_sourceLocation) {
        let actual = outline(json)
        if getenv("KAWARABAN_UPDATE_GOLDEN") != nil { write(actual.joined(separator: "\n") + "\n", to: name) }
        let expected = String(decoding: bytes(name), as: UTF8.self).split(separator: "\n").map(String.init)
        for index in 0..<max(actual.count, expected.count) {
            let found = index < actual.count ? actual[index] : "the end"
            let wanted = index < expected.count ? expected[index] : "the end"
            guard found != wanted else { continue }
            Issue.record("\(name):\(index + 1): expected \(wanted), found \(found)", sourceLocation: location)
            return
        }
    }

    private static func path(_ name: String) -> String {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        return "/\(folder)/Fixtures/\(name)"
    }

    private static func write(_ text: String, to name: String) {
        guard let file = fopen(path(name), "wb") else { return }
        defer { fclose(file) }
        fputs(text, file)
    }

    private static func outline(_ json: [UInt8]) -> [String] {
        guard let value = try? JSONReader.read(json) else { return ["not JSON"] }
        var lines: [String] = []
        add(value, name: "", depth: 0, to: &lines)
        return lines
    }

    private static func add(_ value: JSONValue, name: String, depth: Int, to lines: inout [String]) {
        let indent = String(repeating: "  ", count: depth) + name
        switch value {
        case .object(let object):
            lines.append(indent + "{")
            for member in object.members { add(member.value, name: member.name + ": ", depth: depth + 1, to: &lines) }
        case .array(let elements):
            lines.append(indent + "[")
            for element in elements { add(element, name: "- ", depth: depth + 1, to: &lines) }
        default:
            var writer = JSONWriter()
            writer.value(value)
            lines.append(indent + String(decoding: writer.bytes, as: UTF8.self))
        }
    }
}
