import FeedMessages

/// Builds values from the scanner's tokens, without recursion.
///
/// The finished elements and members of all open arrays and objects are on two stacks. A closing bracket takes its own
/// from the top in one copy, so no array grows step by step.
struct JSONBuilder {
    private struct Level {
        let isObject: Bool
        let start: Int
    }

    /// Whether values nested too deep become null instead of an error.
    var cutsDepth = false
    /// Arrays and objects that became null.
    private(set) var cut = 0

    private var scanner: JSONScanner
    private let mostValues: Int
    private var valuesLeft: Int
    private var levels: [Level] = []
    private var elements: [JSONValue] = []
    private var members: [JSONObject.Member] = []
    /// Names of the members whose values are not finished, one for each open object.
    private var names: [String] = []

    init(scanner: JSONScanner, mostValues: Int) {
        self.scanner = scanner
        self.mostValues = mostValues
        valuesLeft = mostValues
    }

    /// Reads the one value of the document.
    mutating func document() throws(JSONError) -> JSONValue {
        scanner.skipByteOrderMark()
        while true {
            guard var value = try beginValue() else { continue }
            // One finished value closes as many levels as closing brackets follow it.
            while let level = levels.last {
                if level.isObject {
                    members.append(JSONObject.Member(name: names.removeLast(), value: value))
                } else {
                    elements.append(value)
                }
                if try scanner.next(isObject: level.isObject) {
                    if level.isObject { names.append(try scanner.name()) }
                    break
                }
                value = close(level)
            }
            if levels.isEmpty {
                try scanner.end()
                return value
            }
        }
    }

    /// Reads a scalar, or an empty array or object. Returns nil after opening one with content.
    private mutating func beginValue() throws(JSONError) -> JSONValue? {
        let token = try nextValue()
        guard case .open(let isObject) = token else {
            if case .scalar(let value) = token { return value }
            return nil
        }
        guard levels.count < JSONReader.deepest else {
            guard cutsDepth else {
                throw scanner.error(.message("json.too_deep", ["most": .number(JSONReader.deepest)]))
            }
            cut += 1
            try skip(isObject: isObject)
            return .null
        }
        if scanner.close(isObject: isObject) { return isObject ? .object(JSONObject()) : .array([]) }
        levels.append(Level(isObject: isObject, start: isObject ? members.count : elements.count))
        if isObject { names.append(try scanner.name()) }
        return nil
    }

    private mutating func nextValue() throws(JSONError) -> JSONScanner.Token {
        guard valuesLeft > 0 else { throw scanner.error(.message("json.many_values", ["most": .number(mostValues)])) }
        valuesLeft -= 1
        return try scanner.value()
    }

    /// Skips the array or object that was opened last.
    private mutating func skip(isObject: Bool) throws(JSONError) {
        guard !scanner.close(isObject: isObject) else { return }
        // For each open level, whether it is an object.
        var open = [isObject]
        if isObject { _ = try scanner.name() }
        while !open.isEmpty {
            if case .open(let isObject) = try nextValue(), !scanner.close(isObject: isObject) {
                open.append(isObject)
                if isObject { _ = try scanner.name() }
                continue
            }
            while let isObject = open.last {
                guard try !scanner.next(isObject: isObject) else {
                    if isObject { _ = try scanner.name() }
                    break
                }
                open.removeLast()
            }
        }
    }

    private mutating func close(_ level: Level) -> JSONValue {
        levels.removeLast()
        return level.isObject
            ? .object(JSONObject(Self.take(from: level.start, of: &members)))
            : .array(Self.take(from: level.start, of: &elements))
    }

    private static func take<Element>(from start: Int, of stack: inout [Element]) -> [Element] {
        if start == 0 {
            let all = stack
            stack = []
            return all
        }
        let taken = Array(stack[start...])
        stack.removeSubrange(start...)
        return taken
    }
}
