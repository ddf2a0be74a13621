/// `.` and `..` in paths (RFC 3986 §5.2.4).
enum DotSegments {
    /// The path without them; `path` is empty or begins with a slash.
    static func removed(from path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let slash = UInt8(ascii: "/")
        guard path.first == slash, hasDotSegment(path) else { return path }
        var output: [UInt8] = []
        output.reserveCapacity(path.count)
        var start = path.startIndex + 1
        while start <= path.endIndex {
            let end = path[start...].firstIndex(of: slash) ?? path.endIndex
            let segment = path[start..<end]
            let isLast = end == path.endIndex
            if segment.elementsEqual(".".utf8) {
                if isLast { output.append(slash) }
            } else if segment.elementsEqual("..".utf8) {
                while let byte = output.popLast(), byte != slash {}
                if isLast { output.append(slash) }
            } else {
                output.append(slash)
                output += segment
            }
            start = end + 1
        }
        return output[...]
    }

    private static func hasDotSegment(_ path: ArraySlice<UInt8>) -> Bool {
        var previous: UInt8 = 0
        for byte in path {
            if byte == UInt8(ascii: "."), previous == UInt8(ascii: "/") { return true }
            previous = byte
        }
        return false
    }
}
