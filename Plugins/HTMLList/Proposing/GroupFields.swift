import FeedModel
import FeedPages
import FeedSelecting
import FeedStages

/// Finds selectors for the fields of a list's entries, relative to an entry.
struct GroupFields {
    let group: LinkGroup
    let map: PageMap
    let reading: PageDateReading

    /// The most members that are examined.
    private static let sample = 12
    private var sample: ArraySlice<LinkGroup.Member> { group.members.prefix(Self.sample) }

    /// The options that are needed besides `entries`, without those that the defaults of `html` find.
    var options: [(key: String, value: String)] {
        var options: [(key: String, value: String)] = []
        func add(_ key: String, _ value: String?) { if let value { options.append((key, value)) } }
        add("link", link.map { $0 == "" ? "@href" : "\($0)@href" })
        let title = title
        add("title", title)
        add("published", published)
        add("summary", summary(besides: title))
        add("image", image)
        return options
    }

    // MARK: fields

    /// The selector of the link; empty if the entry itself is the link.
    private var link: String? {
        if group.members.allSatisfy({ $0.link.element == $0.place }) { return "" }
        return selector { member in member.link.element }
    }

    /// The selector of the title; nil if the default (heading, else link text) finds it.
    private var title: String? {
        let headings = selector { member in inside(member).first { PageMap.headings.contains(map.elements[$0].name) } }
        if let headings { return headings }
        let repeated = repeatedTexts
        // The other parts of a link are mostly shorter than its title.
        let parts = selector { member in
            let parts = (member.link.element + 1..<map.elements[member.link.element].end).filter {
                isLeaf($0) && !isDate($0) && !repeated.contains(text($0))
            }
            guard !parts.isEmpty, inside(member).count(where: { isLeaf($0) }) > 1 else { return nil }
            return parts.first { isTitle($0) } ?? parts.max { text($0).utf8.count < text($1).utf8.count }
        }
        if let parts { return parts }
        let isAlone = sample.allSatisfy { member in
            map.links(in: member.place).count == 1 || member.link.isPicture
        }
        return isAlone || link == "" ? nil : link
    }

    /// Texts of more than one entry: their categories.
    private var repeatedTexts: Set<String> {
        var counts: [String: Int] = [:]
        for member in sample {
            for text in Set(inside(member).filter { isLeaf($0) }.map { text($0) }) { counts[text, default: 0] += 1 }
        }
        return Set(counts.filter { $0.value > 1 }.keys)
    }

    private func isTitle(_ place: Int) -> Bool {
        map.elements[place].classes.contains { ElementClass.words($0).contains(where: Self.titleWords.contains) }
    }

    private static let titleWords: Set<String> = ["title", "ttl", "headline", "heading"]

    private var published: String? {
        switch group.dates {
        case .none: return nil
        case .before(let name): return "./preceding-sibling::\(name)[1]"
        case .behind(let name): return "./following-sibling::\(name)[1]"
        case .inside: break
        }
        let time = selector { member in inside(member).first { map.elements[$0].name == "time" } }
        if let time {
            let isDated = sample.allSatisfy { member in
                inside(member).first { map.elements[$0].name == "time" }.map {
                    map.elements[$0].node["datetime"] != nil
                }
                    ?? true
            }
            return isDated ? "\(time)@datetime" : time
        }
        // The element around the date may contain other words.
        return selector { member in
            inside(member).filter { isDate($0) }.min { text($0).utf8.count < text($1).utf8.count }
        }
    }

    private func summary(besides title: String?) -> String? {
        let found = selector { member in
            inside(member).first { place in
                map.elements[place].name == "p" && text(place).count >= Self.shortestSummary && !isDate(place)
            }
        }
        return found == title ? nil : found
    }

    private static let shortestSummary = 40

    private var image: String? {
        let sources = sample.compactMap { picture(in: $0) }.map { place in
            map.elements[place].node["src"] ?? map.elements[place].node["data-src"] ?? ""
        }
        // A repeated image is an icon. Placeholders of images that load later (`data:`) prove nothing.
        let distinct = Set(sources).count
        guard distinct * 2 >= sources.count || sources.allSatisfy({ $0.hasPrefix("data:") }) else { return nil }
        return selector { picture(in: $0) }
    }

    private func picture(in member: LinkGroup.Member) -> Int? {
        inside(member).first { place in
            let node = map.elements[place].node
            guard map.elements[place].name == "img" else { return false }
            let sizes = [node["width"], node["height"]].compactMap { $0.flatMap { Int($0) } }
            return !sizes.contains { $0 <= Self.largestIcon }
        }
    }

    private static let largestIcon = 40

    // MARK: looking

    private func inside(_ member: LinkGroup.Member) -> Range<Int> { member.place + 1..<map.elements[member.place].end }

    private func text(_ place: Int) -> String { map.elements[place].node.text }

    private func isLeaf(_ place: Int) -> Bool { map.elements[place].end == place + 1 && !text(place).isEmpty }

    /// Whether an element exists for a date.
    private func isDate(_ place: Int) -> Bool {
        let text = text(place)
        return text.utf8.count <= Self.longestDate && !map.elements[place].classes.isEmpty
            && reading.date(among: text) != nil
    }

    private static let longestDate = 60

    /// The cost of an element's name in a selector; common names cost more.
    static func cost(ofName name: String) -> Int {
        ["div", "span", "p", "li", "td", "tr", "dd", "dt", "a"].contains(name) ? 4 : 2
    }

    /// The simplest selector whose first match is the wanted element in most members; nil if there is none.
    private func selector(of wanted: (LinkGroup.Member) -> Int?) -> String? {
        let pairs = sample.compactMap { member in wanted(member).map { (member: member, place: $0) } }
        guard let first = pairs.first, pairs.count * 10 >= sample.count * 6 else { return nil }
        var steps: [(step: PlainSelector.Step, cost: Int)] = []
        for pair in [first] + pairs.suffix(1) {
            let element = map.elements[pair.place]
            steps.append((PlainSelector.Step(name: element.name), Self.cost(ofName: element.name)))
            for name in element.classes {
                if let cost = ElementClass.cost(name) { steps.append((PlainSelector.Step(class: name), cost)) }
            }
        }
        var candidates = steps.map { (text: $0.step.text, steps: [$0.step], cost: $0.cost) }
        for ancestor in map.ancestors(of: first.place).prefix(4) where ancestor > first.member.place {
            let element = map.elements[ancestor]
            let heads =
                [(PlainSelector.Step(name: element.name), 3)]
                + element.classes.compactMap { name in
                    ElementClass.cost(name).map { (PlainSelector.Step(class: name), $0 + 2) }
                }
            for (head, headCost) in heads {
                for (step, cost) in steps {
                    candidates.append(("\(head.text) \(step.text)", [head, step], cost + headCost))
                }
            }
        }
        candidates.sort { ($0.cost, $0.text.utf8.count, $0.text) < ($1.cost, $1.text.utf8.count, $1.text) }
        return candidates.first { candidate in
            guard (try? PageSelector(candidate.text)) != nil else { return false }
            let selector = PlainSelector(steps: candidate.steps, cost: 0)
            let right = pairs.count { pair in
                inside(pair.member).first { selector.finds($0, in: map) } == pair.place
            }
            return right * 10 >= pairs.count * 9
        }?.text
    }
}
