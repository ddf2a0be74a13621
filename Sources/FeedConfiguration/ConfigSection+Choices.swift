extension ConfigSection {
    /// Reports it if more than one of these options is given.
    public func atMostOne(of keys: String...) {
        reportSurplus(pairs(of: keys))
    }

    /// Reports it unless just one of these options is given.
    public func exactlyOne(of keys: String...) {
        let given = pairs(of: keys)
        if given.isEmpty, node.map != nil {
            let names = keys.map { "`\($0)`" }.joined(separator: ", ")
            report("\(prefix)one of \(names) must be given")
        }
        reportSurplus(given)
    }

    private func reportSurplus(_ given: [Node.Pair]) {
        guard given.count > 1 else { return }
        let names = given.map { "`\($0.key)`" }.joined(separator: " and ")
        report("\(prefix)only one of \(names) may be given", at: given[1].place, suggestion: "remove all but one")
    }

    private func pairs(of keys: [String]) -> [Node.Pair] {
        (node.map ?? []).filter { keys.contains($0.key) }
    }
}
