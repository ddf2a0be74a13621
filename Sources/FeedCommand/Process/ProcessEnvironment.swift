import Glibc

/// The environment of this process.
enum ProcessEnvironment {
    /// The variables by name. An entry without `=` is left out; of a repeated name the first entry counts.
    static var variables: [String: String] {
        var result: [String: String] = [:]
        // `environ` is nil only if it was set to nil. A nil pointer ends it (environ(7)).
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

    /// The first variable that names a proxy, or nil.
    static var proxyVariable: String? {
        let variables = variables
        return ["https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY"].first {
            variables[$0]?.isEmpty == false
        }
    }
}
