/// A pseudo-class that people know and that is not to be had here: why, and what to write instead.
struct CSSRefusal {
    /// Half a sentence whose subject is the pseudo-class.
    let reason: String
    let advice: String?
    /// Whether CSS has it: a browser would take it.
    let isOfCSS: Bool

    /// By name, in small letters, without the colon.
    static let all: [String: CSSRefusal] = {
        var all: [String: CSSRefusal] = [:]
        for (names, reason, advice, isOfCSS) in groups {
            for name in names { all[name] = CSSRefusal(reason: reason, advice: advice, isOfCSS: isOfCSS) }
        }
        return all
    }()

    private static let ofBrowser = "tells what somebody does in a browser, and nobody reads the page here"
    private static let ofForm = "tells the state of a form, and nobody fills it here"
    private static let ofJQuery = "is not CSS but jQuery's"

    private static let groups: [([String], String, String?, Bool)] = [
        (
            [
                "hover", "active", "focus", "focus-visible", "focus-within", "target", "target-within", "fullscreen",
                "modal", "open", "popover-open", "picture-in-picture", "playing", "paused", "seeking", "buffering",
                "stalled", "muted", "volume-locked", "current", "past", "future", "user-valid", "user-invalid",
                "autofill", "active-view-transition", "active-view-transition-type", "target-current",
                "interest-source", "interest-target",
            ], ofBrowser, nil, true
        ),
        (["visited", "local-link"], ofBrowser, "`:any-link` is any link", true),
        (
            [
                "default", "indeterminate", "valid", "invalid", "in-range", "out-of-range", "placeholder-shown",
                "blank",
            ], ofForm, nil, true
        ),
        (["required"], ofForm, "`[required]` is what has the attribute", true),
        (["optional"], ofForm, "`:not([required])` is what lacks the attribute", true),
        (["read-only"], ofForm, "`[readonly]` is what has the attribute", true),
        (["read-write"], ofForm, "`:not([readonly])` is what lacks the attribute", true),
        (["before", "after"], "is a pseudo-element, which stands in no page", nil, true),
        (["first-line", "first-letter"], "is a pseudo-element, which a browser makes of lines", nil, true),
        (["defined", "state"], "tells what scripts do, and none are run", nil, true),
        (
            ["host", "host-context", "has-slotted"], "tells of shadow trees, which only scripts and browsers make", nil,
            true
        ),
        (["dir"], "is not supported here", "`[dir=\"rtl\"]` is what has the attribute", true),
        (["heading"], "is not supported here", "write `:is(h1, h2, h3, h4, h5, h6)`", true),
        (["nth-col", "nth-last-col"], "is not supported here", "`td:nth-child(2)` is the second cell of a row", true),
        (["matches", "any", "-webkit-any", "-moz-any"], "is an old name", "write `:is()`", false),
        (
            [
                "contains", "icontains", "has-text", "text-is", "text-matches", "-abp-contains", "containsown",
                "matchesown",
            ],
            "looks at text, which CSS cannot", "XPath can: `//a[contains(., 'x')]`", false
        ),
        (["eq", "nth"], ofJQuery, "`:nth-child(1)` is the first child of its parent", false),
        (["first"], ofJQuery, "write `:first-child` or `:first-of-type`", false),
        (["last"], ofJQuery, "write `:last-child` or `:last-of-type`", false),
        (["even", "odd"], ofJQuery, "write `:nth-child(even)` or `:nth-child(odd)`", false),
        (["gt"], ofJQuery, "`:nth-child(n+3)` is the third child and those behind it", false),
        (["lt"], ofJQuery, "`:nth-child(-n+3)` is each of the first three children", false),
        (["header"], ofJQuery, "write `:is(h1, h2, h3, h4, h5, h6)`", false),
        (
            ["parent"], ofJQuery, "`:not(:empty)` is what has something in it, `:has(> img)` the parent of a picture",
            false
        ),
        (
            ["visible", "hidden", "animated"], ofJQuery, "styles are not read; `:not([hidden])` lacks the attribute",
            false
        ),
        (["selected"], ofJQuery, "write `:checked` or `[selected]`", false),
        (["input", "button"], ofJQuery, "write `:is(input, button, select, textarea)`", false),
        (
            ["checkbox", "file", "image", "password", "radio", "reset", "submit", "text"], ofJQuery,
            "write `[type=\"…\"]`, or `a` alone for the text of a link", false
        ),
    ]
}
