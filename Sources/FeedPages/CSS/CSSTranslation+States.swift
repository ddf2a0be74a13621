extension CSSState {
    /// True for an element in this state, as its attributes say when the page is loaded.
    var condition: XPathCondition {
        switch self {
        case .root: XPathCondition("not(parent::*)")
        case .scope: XPathCondition("count(. | $scope) = 1")
        case .empty: XPathCondition("not(* or text())")
        case .link, .anyLink: .all([XPathCondition("@href"), Self.isOne(of: ["a", "area"])])
        case .checked: Self.isChecked
        case .disabled: Self.isDisabled
        case .enabled: .all([Self.canBeDisabled, !Self.isDisabled])
        }
    }

    private static func isOne(of names: [String]) -> XPathCondition { .any(names.map { CSSName($0).condition }) }

    private static let isChecked = XPathCondition.any([
        .all([
            CSSName("input").condition, XPathCondition("@checked"),
            .any(
                ["checkbox", "radio"].compactMap {
                    CSSAttribute(name: "type", test: .init(comparison: .equal, value: $0, ignoresCase: true)).condition
                }),
        ]),
        .all([CSSName("option").condition, .any([isSelected, isShown])]),
    ])

    /// A list that shows one option: the last selected one, else the first that is not disabled.
    private static let menu = "ancestor::select[1][not(@multiple or @size > 1)]"
    private static let isSelected = XPathCondition("@selected and not(\(menu))")
    private static let isShown: XPathCondition = {
        let last = "\(menu)/descendant::option[@selected][last()]"
        let first =
            "\(menu)[not(descendant::option[@selected])]"
            + "/descendant::option[not(@disabled or parent::optgroup[@disabled])][1]"
        return XPathCondition("count(. | \(last) | \(first)) = count(\(last) | \(first))")
    }()

    private static let controls = isOne(of: ["button", "input", "select", "textarea", "fieldset"])
    private static let canBeDisabled = XPathCondition.any([controls, isOne(of: ["optgroup", "option"])])

    /// The first legend of a disabled fieldset and its content stay enabled (HTML, "Disabled elements").
    private static let isDisabled = XPathCondition.any([
        .all([XPathCondition("@disabled"), canBeDisabled]),
        .all([CSSName("option").condition, XPathCondition("parent::optgroup[@disabled]")]),
        .all([
            controls,
            XPathCondition(
                "ancestor-or-self::*[parent::fieldset[@disabled]][not(self::legend) or preceding-sibling::legend][1]"),
        ]),
    ])
}
