extension Repair {
    /// Codes of repairs after which something of the document is missing or other than it was.
    package static let losses: Set<String> = [
        "cut_field", "cut_short", "simplified_page", "too_many_entries", "empty_entry", "unidentified_entries",
        "unusable_items", "undecodable_bytes", "invalid_utf8",
    ]

    /// Whether it cost something of the document.
    package var isLoss: Bool { Self.losses.contains(code) }
}
