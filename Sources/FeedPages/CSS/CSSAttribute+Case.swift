extension CSSAttribute {
    /// The attributes whose values HTML compares without case, unless the selector has the flag `s`.
    ///
    /// Source: HTML, "Case-sensitivity of selectors".
    static let namesWithoutCase: Set<String> = [
        "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype",
        "color", "compact", "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame", "hreflang",
        "http-equiv", "lang", "language", "link", "media", "method", "multiple", "nohref", "noresize", "noshade",
        "nowrap", "readonly", "rel", "rev", "rules", "scope", "scrolling", "selected", "shape", "target", "text",
        "type",
        "valign", "valuetype", "vlink",
    ]
}
