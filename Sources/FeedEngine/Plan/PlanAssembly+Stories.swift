import FeedConfiguration
import FeedMessages

/// Reports about the place of `stories` among the filters of a pipeline.
extension PlanAssembly {
    /// Filters that judge single entries, and those that count or order what readers see: stories. Of `bookmarks` its own
    /// place is known (`Filter.precedes`).
    private static let before: Set<String> = ["deduplicate"]
    private static let conditions: Set<String> = ["keep", "drop", "newer_than"]
    private static let behind: Set<String> = ["sort", "take"]

    /// Reports filters on the wrong side of `stories`, and of sections by story without it.
    func reportStoryOrder(of filters: [PlannedFilter], _ groupBy: GroupBy, _ section: ConfigSection) {
        let types = filters.map { String($0.name.prefix { $0 != "#" }) }
        guard let stories = types.firstIndex(of: "stories") else {
            guard groupBy == .story else { return }
            return report(
                .message("plan.no_stories", ["path": .text(section.path)]),
                at: section.node["group_by"]?.place ?? section.node.place, severity: .warning,
                suggestion: .message("plan.no_stories.cure"))
        }
        for (place, type) in types.enumerated() {
            if place > stories, Self.conditions.contains(type) {
                report(
                    .message(
                        "plan.story_order.condition", ["path": .text(section.path), "filter": .text(type)]),
                    at: filters[place].place, severity: .warning,
                    suggestion: .message("plan.story_order.condition.cure", ["filter": .text(type)]))
            }
            let isWrong = place < stories ? Self.behind.contains(type) : Self.before.contains(type)
            guard isWrong else { continue }
            // `deduplicate` sees heads alone, and would take their stories away with them.
            // messages: plan.story_order.*
            report(
                .message(
                    place < stories ? "plan.story_order.early" : "plan.story_order.late",
                    ["path": .text(section.path), "filter": .text(type)]),
                at: filters[place].place, severity: place < stories ? .warning : .error,
                suggestion: .message("plan.story_order.cure"))
        }
    }
}
