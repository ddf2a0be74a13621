import FeedPages

/// A selector as a person would write it: nested elements by name, class or id.
struct PlainSelector: Hashable {
    /// One element of a selector.
    struct Step: Hashable {
        var name: String?
        var id: String?
        var `class`: String?
        /// Whether the element is a child of the element before it.
        var isChild = false

        var text: String { (name ?? "") + (id.map { "#\($0)" } ?? "") + (`class`.map { ".\($0)" } ?? "") }

        func matches(_ element: PageMap.Element) -> Bool {
            if let name, element.name != name { return false }
            if let id, element.id != id { return false }
            return `class`.map { element.classes.contains($0) } ?? true
        }
    }

    var steps: [Step]
    /// The names of the elements from the entry down to its link; empty: no condition.
    var has: [String] = []
    /// The cost; lower is better.
    var cost: Int

    var text: String {
        var text = ""
        for (index, step) in steps.enumerated() {
            if index > 0 { text += step.isChild ? " > " : " " }
            text += step.text
        }
        guard let last = has.last else { return text }
        return text + (has.count == 1 ? ":has(\(last))" : ":has(> \(has.joined(separator: " > ")))")
    }

    /// Whether the selector matches the element at an index.
    func finds(_ place: Int, in map: PageMap) -> Bool {
        guard let last = steps.last, last.matches(map.elements[place]) else { return false }
        return fits(steps.dropLast(), isChild: last.isChild, above: place, in: map) && hasPath(place, in: map)
    }

    private func fits(_ steps: ArraySlice<Step>, isChild: Bool, above place: Int, in map: PageMap) -> Bool {
        guard let step = steps.last else { return true }
        var place = map.elements[place].parent
        while place >= 0 {
            if step.matches(map.elements[place]), fits(steps.dropLast(), isChild: step.isChild, above: place, in: map) {
                return true
            }
            if isChild { return false }
            place = map.elements[place].parent
        }
        return false
    }

    private func hasPath(_ place: Int, in map: PageMap) -> Bool {
        guard let last = has.last else { return true }
        if has.count == 1 { return (place + 1..<map.elements[place].end).contains { map.elements[$0].name == last } }
        return has.reduce([place]) { places, name in
            places.flatMap { map.children(of: $0) }.filter { map.elements[$0].name == name }
        }.isEmpty == false
    }
}

extension PlainSelector {
    /// Returns the simplest selector that matches a group's members and hardly anything else, with the number of its
    /// matches on the page; nil if there is none.
    static func finding(_ group: LinkGroup, in map: PageMap, of tree: PageTree) -> (text: String, count: Int)? {
        let wanted = Set(group.members.map(\.place))
        guard let name = group.members.first.map({ map.elements[$0.place].name }) else { return nil }
        let alike = map.elements.indices.filter { map.elements[$0].name == name }
        let most = min(mostCandidates, max(10, mostComparisons / alike.count))
        var best: (selector: PlainSelector, missed: Int)?
        for selector in candidates(for: group, in: map).sorted(by: { $0.rank < $1.rank }).prefix(most) {
            var (right, wrong) = (0, 0)
            for place in alike where selector.finds(place, in: map) {
                if wanted.contains(place) { right += 1 } else { wrong += 1 }
            }
            let missed = wanted.count - right + wrong
            // At most one in ten may be missed or wrong.
            guard missed * 10 <= wanted.count, missed < best?.missed ?? .max else { continue }
            best = (selector, missed)
            // Good enough: the last member may have been cut off by the limit on elements.
            if missed * 100 <= wanted.count { break }
        }
        guard let best, let selector = try? PageSelector(best.selector.text),
            let found = try? tree.elements(selector, in: tree.root)
        else { return nil }
        let nodes = Set(group.members.map { map.elements[$0.place].node })
        return found.count(where: nodes.contains) * 10 >= nodes.count * 9 ? (best.selector.text, found.count) : nil
    }

    private static let mostCandidates = 400
    /// The most comparisons of elements with selectors.
    private static let mostComparisons = 1_000_000

    /// The rank: the simplest first, then the shortest.
    private var rank: (Int, Int, String) { (cost, text.utf8.count, text) }

    private static func candidates(for group: LinkGroup, in map: PageMap) -> [PlainSelector] {
        let places = group.members.map(\.place)
        let first = map.elements[places[0]]
        // The classes that all members have.
        var shared = first.classes
        for place in places.dropFirst() { shared.removeAll { !map.elements[place].classes.contains($0) } }
        var ends = [(step: Step(name: first.name), cost: GroupFields.cost(ofName: first.name))]
        for name in shared {
            if let cost = ElementClass.cost(name) { ends.append((Step(name: first.name, class: name), cost)) }
        }
        let heads = heads(above: places, in: map)
        let paths = [([], 0), (["a"], 3)] + linkPath(of: group, in: map).map { [($0, 4 + $0.count)] }.joined()
        var selectors: [PlainSelector] = []
        for (end, endCost) in ends {
            for (path, pathCost) in paths {
                let cost = endCost + pathCost
                // Without a class and without an ancestor, it may match anywhere.
                let bareCost = end.class == nil ? cost + 2 : cost
                selectors.append(PlainSelector(steps: [end], has: path, cost: bareCost))
                for (head, headCost) in heads {
                    for isChild in [false, true] {
                        var end = end
                        end.isChild = isChild
                        selectors.append(
                            PlainSelector(
                                steps: head + [end], has: path, cost: cost + headCost + (isChild ? 1 : 0)))
                    }
                }
            }
        }
        return selectors
    }

    /// Prefixes of a selector: an ancestor of all members with an id or class, alone or with the elements between.
    private static func heads(above places: [Int], in map: PageMap) -> [(steps: [Step], cost: Int)] {
        var heads: [(steps: [Step], cost: Int)] = []
        var chain: [Step] = []
        let all = places.map { Array(map.ancestors(of: $0)) }
        let levels = min(all.map(\.count).min() ?? 0, mostLevels)
        for level in 0..<levels {
            let elements = all.map { map.elements[$0[level]] }
            guard let element = elements.first, element.name != "html", element.name != "body" else { break }
            guard elements.allSatisfy({ $0.name == element.name }) else { break }
            var steps: [(step: Step, cost: Int)] = []
            if let id = element.id, ElementClass.isSteady(id), let cost = ElementClass.cost(id),
                elements.allSatisfy({ $0.id == id })
            {
                steps.append((Step(name: nil, id: id), cost))
            }
            for name in element.classes where elements.allSatisfy({ $0.classes.contains(name) }) {
                if let cost = ElementClass.cost(name) { steps.append((Step(name: element.name, class: name), cost)) }
            }
            if element.name == "main" || element.name == "article" || element.name == "section" {
                steps.append((Step(name: element.name), 2))
            }
            for (step, cost) in steps {
                heads.append(([step], cost + level - 1))
                if !chain.isEmpty {
                    var rest = chain
                    rest[0].isChild = false
                    heads.append(([step] + rest, cost + level + 2 * chain.count))
                }
            }
            chain.insert(Step(name: element.name, isChild: true), at: 0)
            // If no ancestor has an id or class, the names of the ancestors at least give the depth.
            var rest = chain
            rest[0].isChild = false
            heads.append((rest, 6 + 3 * chain.count))
        }
        return heads
    }

    private static let mostLevels = 7

    /// The names of the elements from a member to its link, if they are the same for all; else empty.
    private static func linkPath(of group: LinkGroup, in map: PageMap) -> [[String]] {
        func path(_ member: LinkGroup.Member) -> [String] {
            var names: [String] = []
            var place = member.link.element
            while place > member.place {
                names.insert(map.elements[place].name, at: 0)
                place = map.elements[place].parent
            }
            return names
        }
        guard let first = group.members.first.map(path), (1...6).contains(first.count) else { return [] }
        return group.members.allSatisfy { path($0) == first } ? [first] : []
    }
}
