import FeedModel
import FeedPages
import FeedSelecting

/// Elements of one kind, each of which links to its own page.
struct LinkGroup {
    /// An element with its main link.
    struct Member {
        let place: Int
        let link: PageMap.Link
        /// The length of the member's title, counted as in `length`.
        let length: Int
    }

    /// The elements that have their own link, in the order of the page.
    let members: [Member]
    /// All elements of the group.
    let places: [Int]
    /// How much the group looks like a list of entries; higher is better.
    var score: Double
    /// Where the dates of its members are.
    var dates = Dates.none

    enum Dates: Hashable {
        case none, inside
        /// In the element before or after the member, which has this name.
        case before(String), behind(String)
    }

    var addresses: Set<String> { Set(members.map(\.link.address)) }

    /// The fewest members of a list.
    static let fewest = 3
    /// The shortest title that has a meaning: 8 letters, or 4 of Chinese writing. A heading may be half as long.
    private static let shortest = 8
    private static let shortestHeading = 4
    private static let longest = 120
    private static let leastShare = 0.6

    /// Makes a group; nil if the elements are no list.
    init?(_ places: [Int], in map: PageMap) {
        guard places.count >= Self.fewest else { return nil }
        var addresses: [String: Int] = [:]
        var texts: [String: Int] = [:]
        for place in places {
            let links = map.links(in: place)
            for address in Set(links.map(\.address)) { addresses[address, default: 0] += 1 }
            for text in Set(links.map(\.text)) { texts[text, default: 0] += 1 }
        }
        // A link or text that more than half of them have is no entry: an author, "more", a file type.
        let most = max(1, places.count / 2)
        let members = places.compactMap { place in
            let own = map.links(in: place).filter {
                addresses[$0.address, default: 0] <= most && ($0.text.isEmpty || texts[$0.text, default: 0] <= most)
            }
            return Self.member(place, own, in: map)
        }
        guard members.count >= Self.fewest, Double(members.count) >= Double(places.count) * Self.leastShare else {
            return nil
        }
        let distinct = Set(members.map(\.link.address)).count
        guard distinct >= Self.fewest else { return nil }
        let distinctTexts = Set(members.map { $0.link.text.isEmpty ? $0.link.address : $0.link.text }).count
        self.places = places
        self.members = members
        score = Double(members.reduce(0) { $0 + min($1.length, Self.longest) })
        score *= Double(min(distinct, distinctTexts)) / Double(members.count)
        score *= Self.weight(ofSurroundings: places[0], in: map)
        if members.count(where: \.link.isHeading) * 2 > members.count { score *= 1.2 }
    }

    private static func member(_ place: Int, _ links: [PageMap.Link], in map: PageMap) -> Member? {
        let headings = links.filter(\.isHeading)
        // A link with text is preferred to one with a picture.
        let best = (headings.isEmpty ? links : headings).max { one, other in
            (length(one.text), one.isPicture ? 0 : 1) < (length(other.text), other.isPicture ? 0 : 1)
        }
        guard let best else { return nil }
        if length(best.text) >= (headings.isEmpty ? shortest : shortestHeading) {
            return Member(place: place, link: best, length: length(best.text))
        }
        // The link is a picture; its title is in a heading beside it.
        guard Set(links.map(\.address)).count == 1 else { return nil }
        let heading = (place..<map.elements[place].end).first { PageMap.headings.contains(map.elements[$0].name) }
        let title = heading.map { length(map.elements[$0].node.text) } ?? 0
        return title >= shortest ? Member(place: place, link: best, length: title) : nil
    }

    /// The length of a text in letters; one of Chinese writing counts as two.
    private static func length(_ text: String) -> Int {
        text.unicodeScalars.prefix(longest).reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
    }

    // MARK: what stands around it

    private static let edges: Set<String> = ["nav", "footer", "aside", "header", "menu"]
    /// Names of these parts in classes and ids: older pages have no such elements.
    private static let namesOfEdges: Set<String> = [
        "nav", "navi", "gnav", "navbar", "navigation", "menu", "submenu", "footer", "foot", "aside", "header",
    ]
    private static let edgeRoles: Set<String> = [
        "navigation", "contentinfo", "complementary", "banner", "menu", "menubar", "dialog", "search",
    ]
    /// Words in the classes and ids of lists beside the page's main list.
    private static let edgeWords: Set<String> = [
        "sidebar", "side", "breadcrumb", "breadcrumbs", "crumbs", "pager", "pagination", "pages", "ranking", "rank",
        "popular", "related",
        "recommend", "recommended", "recommendation", "widget", "cookie", "share", "social", "sns", "toc", "tags",
        "banner",
        "utility", "tabs",
    ]

    /// The factor for the surroundings: low in menus, footers, rankings and the like; high in the main part.
    private static func weight(ofSurroundings place: Int, in map: PageMap) -> Double {
        var weight = 1.0
        for place in [place] + map.ancestors(of: place) {
            let element = map.elements[place]
            if element.name == "body" { break }
            let role = element.node["role"]?.lowercased() ?? ""
            if element.name == "main" || role == "main" { weight = max(weight, 1) * 1.2 }
            let words = (element.classes + [element.id ?? ""]).flatMap(ElementClass.words)
            if edges.contains(element.name) || edgeRoles.contains(role) || words.contains(where: namesOfEdges.contains)
            {
                weight *= 0.1
            } else if words.contains(where: edgeWords.contains) {
                weight *= 0.3
            }
        }
        return weight
    }

    // MARK: dates

    /// The number of members that are searched for dates.
    private static let sample = 12

    /// Searches for dates, which lists of news have, and raises the score if there are any.
    mutating func findDates(_ reading: PageDateReading, in map: PageMap) {
        // Samples the whole list, because its first members may be different.
        let step = max(1, members.count / Self.sample)
        let sample = stride(from: 0, to: members.count, by: step).map { members[$0] }
        func isMost(_ text: (Member) -> String?) -> Bool {
            let count = sample.count { member in text(member).flatMap { reading.date(among: $0) } != nil }
            return Double(count) >= Double(sample.count) * Self.leastShare
        }
        let isTimed = sample.count { member in
            (member.place..<map.elements[member.place].end).contains { map.elements[$0].name == "time" }
        }
        if Double(isTimed) >= Double(sample.count) * Self.leastShare
            || isMost({ map.elements[$0.place].node.text })
        {
            dates = .inside
        } else {
            for (step, kind) in [(-1, Dates.before), (1, Dates.behind)] {
                let neighbours = sample.compactMap { Self.neighbour(of: $0.place, step: step, in: map) }
                guard let name = neighbours.first.map({ map.elements[$0].name }), Self.isPlain(name),
                    neighbours.count(where: { map.elements[$0].name == name }) * 10 >= sample.count * 9,
                    isMost({ member in
                        Self.neighbour(of: member.place, step: step, in: map).map { map.elements[$0].node.text }
                    })
                else { continue }
                dates = kind(name)
                break
            }
        }
        if dates != .none { score *= 1.5 }
    }

    /// Whether an element's name can be written in a selector without escapes: pages may have any names.
    private static func isPlain(_ name: String) -> Bool {
        name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }

    /// The element before or after one, if it has another name; else nil.
    static func neighbour(of place: Int, step: Int, in map: PageMap) -> Int? {
        let parent = map.elements[place].parent
        guard parent >= 0 else { return nil }
        let siblings = map.children(of: parent)
        guard let index = siblings.firstIndex(of: place), siblings.indices.contains(index + step) else { return nil }
        let neighbour = siblings[index + step]
        return map.elements[neighbour].name == map.elements[place].name ? nil : neighbour
    }
}

extension LinkGroup {
    /// Returns the lists of a page, best first. Of several lists with the same links it returns the outermost.
    static func groups(in map: PageMap, _ reading: PageDateReading) -> [LinkGroup] {
        var places: [Key: [Int]] = [:]
        for (place, element) in map.elements.enumerated() where element.parent >= 0 && element.name != "body" {
            let above = map.elements[element.parent].path
            places[Key(above: above, name: element.name, class: ""), default: []].append(place)
            // In layouts without classes, other elements have the same path, so each parent also forms its own group.
            places[Key(above: -1 - element.parent, name: element.name, class: ""), default: []].append(place)
            for name in Set(element.classes) where ElementClass.isSteady(name) {
                places[Key(above: above, name: element.name, class: name), default: []].append(place)
            }
        }
        var seen: Set<[Int]> = []
        var groups: [LinkGroup] = []
        for places in places.values where places.count >= fewest && seen.insert(places).inserted {
            if let group = LinkGroup(places, in: map) { groups.append(group) }
        }
        // Sorted by score; of equal groups the outer one comes first, because `outermost` keeps the first.
        groups.sort { ($1.score, $0.places[0], $0.places.count) < ($0.score, $1.places[0], $1.places.count) }
        var kept = Array(outermost(Array(groups.prefix(mostGroups))).prefix(mostLists))
        for index in kept.indices { kept[index].findDates(reading, in: map) }
        kept.sort { ($1.score, $0.places[0]) < ($0.score, $1.places[0]) }
        return kept
    }

    private struct Key: Hashable {
        /// The path of the elements above; below zero it is one single parent.
        let above: Int
        let name: String
        let `class`: String
    }

    /// The most groups that are compared with each other, and the most lists that are searched for dates.
    private static let mostGroups = 300
    private static let mostLists = 12

    private static func outermost(_ groups: [LinkGroup]) -> [LinkGroup] {
        var kept: [LinkGroup] = []
        for group in groups {
            let addresses = group.addresses
            guard let index = kept.firstIndex(where: { $0.addresses.isNearly(addresses) }) else {
                kept.append(group)
                continue
            }
            // The outer group also contains other parts of its entries, such as their dates.
            if group.places[0] < kept[index].places[0], group.members.count >= kept[index].members.count {
                var outer = group
                outer.score = max(group.score, kept[index].score)
                kept[index] = outer
            }
        }
        return kept
    }
}

extension Set<String> {
    /// Whether two sets have at least nine in ten of their elements in common.
    fileprivate func isNearly(_ other: Set<String>) -> Bool {
        let common = intersection(other).count
        return common * 10 >= Swift.max(count, other.count) * 9
    }
}
