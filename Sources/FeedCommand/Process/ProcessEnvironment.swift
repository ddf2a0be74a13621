import Glibc

/// The variables of this process.
enum ProcessEnvironment {
    /// Name and value of each; one without `=` is left out, of a repeated name the first counts.
    static var variables: [String: String] {
        var result: [String: String] = [:]
        // `environ` is nil only if it was set so; its end is a nil pointer (environ(7)).
        guard var next = environ as UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? else { return result }
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(text[..<equals])
                if result[name] == nil { result[name] = String(text[text.utf8.index(after: equals)...]) }
            }
            next += 1
        }
        return result
    }
}
