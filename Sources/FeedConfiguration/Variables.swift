import FeedMessages

/// Replaces variables in a parsed configuration: `${NAME}`, `${NAME:-default}`, and `$$` for a dollar sign.
///
/// It makes one pass over scalars after parsing, so the value of a variable is always text. Keys, and everything below
/// a top-level key that begins with `x-`, stay as they are.
package struct Variables {
    private let values: [String: String]
    private let diagnostics: Diagnostics
    /// Parts of a configuration that can fail alone. A variable that is missing elsewhere stops the whole run.
    private static let parts = ["defaults", "sources", "sinks", "filters", "pipelines"]

    package init(_ values: [String: String], reporting diagnostics: Diagnostics) {
        self.values = values
        self.diagnostics = diagnostics
    }

    /// Returns the whole configuration with variables replaced, except below top-level `x-` keys.
    package func expand(configuration: Node) -> Node {
        guard let pairs = configuration.map else { return expand(configuration) }
        let expanded = pairs.map { pair in
            let severity = Self.parts.contains(pair.key) ? Diagnostic.Severity.missing : .missingForAll
            return pair.key.hasPrefix("x-")
                ? pair : Node.Pair(key: pair.key, place: pair.place, value: expand(pair.value, missing: severity))
        }
        return Node(.map(expanded), at: configuration.place)
    }

    /// Returns the node with variables replaced. Missing ones are reported and stay as written.
    package func expand(_ node: Node, missing severity: Diagnostic.Severity = .missing) -> Node {
        // Most parts of a configuration have no variables, and stay what they are instead of becoming copies.
        guard Self.hasVariable(node) else { return node }
        switch node.content {
        case .scalar(let text, _):
            return text.utf8.contains(UInt8(ascii: "$")) ? expand(text, of: node, missing: severity) : node
        case .list(let nodes): return Node(.list(nodes.map { expand($0, missing: severity) }), at: node.place)
        case .map(let pairs):  // at most 64 levels: YAMLComposer
            let expanded = pairs.map {
                Node.Pair(key: $0.key, place: $0.place, value: expand($0.value, missing: severity))
            }
            return Node(.map(expanded), at: node.place)
        }
    }

    private static func hasVariable(_ node: Node) -> Bool {
        switch node.content {
        case .scalar(let text, _): text.utf8.contains(UInt8(ascii: "$"))
        case .list(let nodes): nodes.contains(where: hasVariable)
        case .map(let pairs): pairs.contains { hasVariable($0.value) }
        }
    }

    private func expand(_ text: String, of node: Node, missing severity: Diagnostic.Severity) -> Node {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var unavailable: UnavailableValue?
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
                let inside = reference.dropFirst(2).prefix(length.map { $0 - 3 } ?? 0)
                switch value(of: inside, at: node.place) {
                case .success(let value): result += value.utf8
                case .failure(let fault):
                    // A missing variable is reported at each reference. A malformed reference is a mistake of the file.
                    diagnostics.report(fault.diagnostic(as: severity))
                    unavailable = unavailable ?? fault.unavailable
                    result += reference
                }
                index += reference.count
            } else {
                result.append(byte)
                index += 1
            }
        }
        if unavailable?.kind != .malformed, unavailable != nil { diagnostics.recordUnavailableValue(at: node.place) }
        return Node(
            .scalar(String(decoding: result, as: UTF8.self), isQuoted: true), at: node.place, written: text,
            unavailable: unavailable)
    }

    /// The error that a reference has no value.
    private struct Fault: Error {
        let unavailable: UnavailableValue

        /// A malformed reference is an error on every machine.
        func diagnostic(as severity: Diagnostic.Severity) -> Diagnostic {
            var diagnostic = unavailable.diagnostic
            diagnostic.severity = unavailable.kind == .malformed ? .error : severity
            return diagnostic
        }
    }

    /// Returns the value for the inside of `${…}`.
    private func value(of inside: ArraySlice<UInt8>, at place: Place) -> Result<String, Fault> {
        let name = inside.prefix { Self.isNameByte($0) }
        let rest = inside.dropFirst(name.count)
        guard let first = name.first, !(0x30...0x39).contains(first),
            rest.isEmpty || rest.starts(with: [UInt8(ascii: ":"), UInt8(ascii: "-")])
        else {
            let message: LocalizedText = .message("config.variable_malformed")
            return .failure(
                Fault(
                    unavailable: UnavailableValue(
                        .malformed, from: .variable, place: place, message, cure: .message("config.dollar_sign"))))
        }
        let variable = String(decoding: name, as: UTF8.self)
        if let value = values[variable], !value.isEmpty { return .success(value) }
        if !rest.isEmpty { return .success(String(decoding: rest.dropFirst(2), as: UTF8.self)) }
        let isSet = values[variable] != nil
        let facts: [String: MessageArgument] = ["variable": .text(variable)]
        return .failure(
            Fault(
                unavailable: UnavailableValue(
                    isSet ? .empty : .missing, from: .variable, place: place,
                    isSet ? .message("config.variable_empty", facts) : .message("config.variable_not_set", facts),
                    cure: .message("config.set_variable", ["default": .text("${\(variable):-default}")]))))
    }

    package static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
        default: false
        }
    }
}
