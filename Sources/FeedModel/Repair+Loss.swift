extension Repair {
    /// Codes of repairs after which a part of the document is missing or changed.
    package static let losses: Set<String> = [
        "cut_field", "cut_short", "simplified_page", "too_many_entries", "empty_entry", "unidentified_entries",
        "unusable_items", "undecodable_bytes", "invalid_utf8",
    ]

    /// Whether a part of the document is missing or changed.
    package var isLoss: Bool { Self.losses.contains(code) }
}
