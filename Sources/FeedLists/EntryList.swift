import FeedConfiguration
public import FeedJSON
public import FeedMessages
public import FeedSelecting

/// Finds the elements of a list inside a document.
public enum EntryList {
    /// The error if the path leads nowhere.
    public struct Lost: Error, Hashable {
        /// What exists instead, in words: "no `data.items`; the document has `data.results[20]`, `meta`".
        public var found: LocalizedText
    }

    /// Returns the elements of the lists in several documents, in order. Documents without the list are skipped. Throws
    /// `Lost` if no document has it.
    public static func elements(of documents: [JSONValue], at path: JSONPath) throws(Lost) -> [JSONValue] {
        var lists: [[JSONValue]] = []
        var lost: Lost?
        for document in documents {
            do throws(Lost) { lists.append(try elements(of: document, at: path)) } catch { lost = lost ?? error }
        }
        if lists.isEmpty, let lost { throw lost }
        return lists.count == 1 ? lists[0] : lists.flatMap { $0 }
    }

    /// Returns the elements; empty if the list is empty or null.
    ///
    /// A path without wildcards leads to the list itself. A path with one leads to entries, or to several lists, which
    /// are joined. Throws `Lost` if the path leads nowhere.
    public static func elements(of document: JSONValue, at path: JSONPath) throws(Lost) -> [JSONValue] {
        guard !path.isSingular else {
            var value = document
            for (place, step) in path.steps.enumerated() {
                guard let next = value[step] else { throw lost(path, place, in: value, document) }
                value = next
            }
            if let elements = value.array { return elements }
            guard value == .null else {
                throw Lost(
                    found: .message(
                        "lists.no_list", hinted(["path": .text(shown(path)), "kind": kind(of: value)], document)))
            }
            return []
        }
        var values = [document]
        for (place, step) in path.steps.enumerated() {
            let next = step == .wildcard ? values.flatMap(children) : values.compactMap { $0[step] }
            if next.isEmpty {
                // An empty list or object on the way means no entries. Any other value means that the path leads
                // nowhere.
                if values.allSatisfy(isEmpty) { return [] }
                throw lost(path, place, in: values.first { !isEmpty($0) } ?? .null, document)
            }
            values = next
        }
        return values.flatMap { $0.array ?? ($0 == .null ? [] : [$0]) }
    }

    private static func children(of value: JSONValue) -> [JSONValue] {
        value.array ?? value.object?.members.map(\.value) ?? []
    }

    private static func isEmpty(_ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .array(let elements): elements.isEmpty
        case .object(let object): object.members.isEmpty
        case .bool, .number, .string: false
        }
    }

    // MARK: Reports of paths that lead nowhere

    /// Keys in a report, at most.
    private static let mostKeys = 5
    /// Levels of the document below its root that are searched for lists.
    private static let depth = 3
    /// Values that are searched, at most.
    private static let mostValues = 10_000

    private static func lost(
        _ path: JSONPath, _ place: Int, in value: JSONValue, _ document: JSONValue
    ) -> Lost {
        let missing = JSONPath(steps: Array(path.steps.prefix(place + 1)))
        let before = JSONPath(steps: Array(path.steps.prefix(place)))
        let place = path.steps[place]
        guard let object = value.object, case .name(let wanted) = place else {
            let facts: [String: MessageArgument] = [
                "missing": .text(shown(missing)), "before": .text(shown(before)), "kind": kind(of: value),
            ]
            return Lost(found: .message("lists.no_member", hinted(facts, document)))
        }
        let names = object.members.map(\.name)
        let nearest = Diagnostics().nearest(to: wanted, among: names)
        // The nearest name comes first, then lists, then others, each with its path from the root.
        func rank(_ member: JSONObject.Member) -> Int { member.name == nearest ? 0 : member.value.array != nil ? 1 : 2 }
        let members = object.members.enumerated().sorted {
            (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
        }
        let keys = members.prefix(mostKeys).map { $0.element }.map { member in
            shown(JSONPath(steps: before.steps + [.name(member.name)]), size: member.value.array?.count)
        }
        let isNear = members.first.map { rank($0.element) < 2 } == true
        guard !keys.isEmpty else {
            let facts = hinted(["missing": .text(shown(missing))], document)
            return Lost(found: .message("lists.empty_object", facts))
        }
        let facts: [String: MessageArgument] = [
            "missing": .text(shown(missing)), "count": .number(keys.count),
            "keys": .row(keys + (names.count > mostKeys ? ["…"] : [])),
        ]
        return Lost(found: .message("lists.no_key", isNear ? facts : hinted(facts, document)))
    }

    /// Adds the lists of objects elsewhere in the document, if there are any.
    private static func hinted(
        _ facts: [String: MessageArgument], _ document: JSONValue
    ) -> [String: MessageArgument] {
        let lists = lists(in: document).prefix(3).map { shown($0.path, size: $0.count) }
        guard !lists.isEmpty else { return facts }
        return facts.merging(["lists": .row(lists)]) { $1 }
    }

    /// The lists of objects in the upper levels of a document, longest first.
    static func lists(in document: JSONValue) -> [(path: JSONPath, count: Int)] {
        var found: [(path: JSONPath, count: Int)] = []
        var level: [(steps: [JSONPath.Step], value: JSONValue)] = [([], document)]
        var left = mostValues
        for _ in 0...depth {
            var next: [(steps: [JSONPath.Step], value: JSONValue)] = []
            for (steps, value) in level {
                if let elements = value.array, elements.first?.object != nil {
                    found.append((JSONPath(steps: steps), elements.count))
                }
                for member in value.object?.members ?? [] where left > 0 {
                    left -= 1
                    next.append((steps + [.name(member.name)], member.value))
                }
            }
            level = next
        }
        return found.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
            .map(\.element)
    }

    private static func shown(_ path: JSONPath, size: Int? = nil) -> String {
        let text = path.description.unicodeScalars
        let start = String(text.prefix(80))
        let cut = start.unicodeScalars.count < text.count ? "…" : ""
        return "`\(start)\(cut)\(size.map { "[\($0)]" } ?? "")`"
    }

    private static func kind(of value: JSONValue) -> MessageArgument {
        switch value {
        case .null: .text("null")
        case .bool: .message("lists.kind.flag")
        case .number: .message("lists.kind.number")
        case .string: .message("lists.kind.text")
        case .array(let elements): .message("lists.kind.list", ["count": .number(elements.count)])
        case .object: .message("lists.kind.object")
        }
    }
}
