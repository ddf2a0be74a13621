import FeedMessages

/// The reason why a known pseudo-class is not supported, and what to write instead.
struct CSSRefusal {
    let reason: Reason
    let advice: LocalizedText?
    /// Whether CSS has this pseudo-class, so that a browser accepts it.
    let isOfCSS: Bool

    /// The refusals by name, in lower case and without the colon.
    static let all: [String: CSSRefusal] = {
        var all: [String: CSSRefusal] = [:]
        for (names, reason, advice, isOfCSS) in groups {
            for name in names { all[name] = CSSRefusal(reason: reason, advice: advice, isOfCSS: isOfCSS) }
        }
        return all
    }()

    /// The kind of reason.
    enum Reason: String {
        case browser, form, jquery, lines, scripts, unsupported
        case noElement = "no_element"
        case shadowTrees = "shadow_trees"
        case oldName = "old_name"
        case looksAtText = "text"

        /// Why the pseudo-class is not supported, as a sentence.
        func sentence(of name: String) -> LocalizedText {
            // messages: css.refused.*
            .message("css.refused.\(rawValue)", ["name": .text(name)])
        }
    }

    private static func write(_ selectors: String...) -> LocalizedText {
        .message("css.write", ["selectors": .either(selectors.map { "`\($0)`" })])
    }

    private static let groups: [([String], Reason, LocalizedText?, Bool)] = [
        (
            [
                "hover", "active", "focus", "focus-visible", "focus-within", "target", "target-within", "fullscreen",
                "modal", "open", "popover-open", "picture-in-picture", "playing", "paused", "seeking", "buffering",
                "stalled", "muted", "volume-locked", "current", "past", "future", "user-valid", "user-invalid",
                "autofill", "active-view-transition", "active-view-transition-type", "target-current",
                "interest-source", "interest-target",
            ], .browser, nil, true
        ),
        (["visited", "local-link"], .browser, .message("css.any_link"), true),
        (
            [
                "default", "indeterminate", "valid", "invalid", "in-range", "out-of-range", "placeholder-shown",
                "blank",
            ], .form, nil, true
        ),
        (["required"], .form, .message("css.required"), true),
        (["optional"], .form, .message("css.optional"), true),
        (["read-only"], .form, .message("css.read_only"), true),
        (["read-write"], .form, .message("css.read_write"), true),
        (["before", "after"], .noElement, nil, true),
        (["first-line", "first-letter"], .lines, nil, true),
        (["defined", "state"], .scripts, nil, true),
        (
            ["host", "host-context", "has-slotted"], .shadowTrees, nil,
            true
        ),
        (["dir"], .unsupported, .message("css.direction"), true),
        (["heading"], .unsupported, write(":is(h1, h2, h3, h4, h5, h6)"), true),
        (["nth-col", "nth-last-col"], .unsupported, .message("css.columns.cure"), true),
        (["matches", "any", "-webkit-any", "-moz-any"], .oldName, write(":is()"), false),
        (
            [
                "contains", "icontains", "has-text", "text-is", "text-matches", "-abp-contains", "containsown",
                "matchesown",
            ],
            .looksAtText, .message("css.xpath_can"), false
        ),
        (["eq", "nth"], .jquery, .message("css.first_child"), false),
        (["first"], .jquery, write(":first-child", ":first-of-type"), false),
        (["last"], .jquery, write(":last-child", ":last-of-type"), false),
        (["even", "odd"], .jquery, write(":nth-child(even)", ":nth-child(odd)"), false),
        (["gt"], .jquery, .message("css.from_third_child"), false),
        (["lt"], .jquery, .message("css.first_three_children"), false),
        (["header"], .jquery, write(":is(h1, h2, h3, h4, h5, h6)"), false),
        (
            ["parent"], .jquery, .message("css.parent"),
            false
        ),
        (
            ["visible", "hidden", "animated"], .jquery, .message("css.visible"),
            false
        ),
        (["selected"], .jquery, write(":checked", "[selected]"), false),
        (["input", "button"], .jquery, .message("css.form_fields"), false),
        (
            ["checkbox", "file", "image", "password", "radio", "reset", "submit", "text"], .jquery,
            .message("css.type"), false
        ),
    ]
}
