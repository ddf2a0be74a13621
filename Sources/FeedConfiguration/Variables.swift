/// Puts variables into a configuration that has been parsed: `${NAME}`, `${NAME:-default}`, `$$` for a dollar sign.
///
/// One pass over scalars, after parsing: what a variable holds is text, whatever it looks like. Keys and
/// what stands under a top-level `x-` key stay as they are.
package struct Variables {
    private let values: [String: String]
    private let diagnostics: Diagnostics

    package init(_ values: [String: String], reporting diagnostics: Diagnostics) {
        self.values = values
        self.diagnostics = diagnostics
    }

    /// The whole configuration with variables put in, free top-level keys left alone.
    package func expand(configuration: Node) -> Node {
        guard let pairs = configuration.map else { return expand(configuration) }
        let expanded = pairs.map {
            $0.key.hasPrefix("x-") ? $0 : Node.Pair(key: $0.key, place: $0.place, value: expand($0.value))
        }
        return Node(.map(expanded), at: configuration.place)
    }

    /// The tree with variables put in; missing ones are reported and stay as they are written.
    package func expand(_ node: Node) -> Node {
        switch node.content {
        case .scalar(let text, _): return text.utf8.contains(UInt8(ascii: "$")) ? expand(text, of: node) : node
        case .list(let nodes): return Node(.list(nodes.map { expand($0) }), at: node.place)
        case .map(let pairs):  // at most 64 levels: YAMLComposer
            let expanded = pairs.map { Node.Pair(key: $0.key, place: $0.place, value: expand($0.value)) }
            return Node(.map(expanded), at: node.place)
        }
    }

    private func expand(_ text: String, of node: Node) -> Node {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var lacksVariable = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if byte == UInt8(ascii: "$"), next == UInt8(ascii: "$") {
                result.append(byte)
                index += 2
            } else if byte == UInt8(ascii: "$"), next == UInt8(ascii: "{") {
                let length = bytes[index...].firstIndex(of: UInt8(ascii: "}")).map { $0 - index + 1 }
                let reference = bytes[index..<(index + (length ?? bytes.count - index))]
                if let length, let value = value(of: reference.dropFirst(2).prefix(length - 3), at: node.place) {
                    result += value.utf8
                } else {
                    if length == nil { reportMalformed(node.place) }
                    lacksVariable = true
                    result += reference
                }
                index += reference.count
            } else {
                result.append(byte)
                index += 1
            }
        }
        return Node(
            .scalar(String(decoding: result, as: UTF8.self), isQuoted: true), at: node.place, written: text,
            lacksVariable: lacksVariable)
    }

    /// What stands for the inside of `${…}`, or nil after a report.
    private func value(of inside: ArraySlice<UInt8>, at place: Place) -> String? {
        let name = inside.prefix { Self.isNameByte($0) }
        let rest = inside.dropFirst(name.count)
        guard let first = name.first, !(0x30...0x39).contains(first),
            rest.isEmpty || rest.starts(with: [UInt8(ascii: ":"), UInt8(ascii: "-")])
        else {
            reportMalformed(place)
            return nil
        }
        let variable = String(decoding: name, as: UTF8.self)
        if let value = values[variable], !value.isEmpty { return value }
        if !rest.isEmpty { return String(decoding: rest.dropFirst(2), as: UTF8.self) }
        let fault = values[variable] == nil ? "is not set" : "is empty"
        diagnostics.report(
            Diagnostic(
                .missing, at: place, "environment variable \(variable) \(fault)",
                suggestion: "set it, or write ${\(variable):-default}"))
        return nil
    }

    private func reportMalformed(_ place: Place) {
        diagnostics.report(
            Diagnostic(
                at: place, "expected ${NAME} or ${NAME:-default}", suggestion: "a dollar sign itself is written $$"))
    }

    package static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
        default: false
        }
    }
}
