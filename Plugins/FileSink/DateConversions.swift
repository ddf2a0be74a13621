/// Parts of a date as date(1) and strftime(3) write them, `%Y-%m-%d`, which a path template does not know.
enum DateConversions {
    /// The longer ones first.
    private static let placeholders = [
        ("%Y-%m-%d", "{{date}}"), ("%F", "{{date}}"), ("%Y", "{{year}}"), ("%G", "{{year}}"), ("%m", "{{month}}"),
        ("%d", "{{day}}"), ("%V", "{{week}}"), ("%H%M", "{{time}}"), ("%H-%M", "{{time}}"), ("%H:%M", "{{time}}"),
    ]

    /// Returns a path with placeholders in their place; nil if it has none of them.
    static func replaced(in path: String) -> String? {
        var meant = path
        for (conversion, placeholder) in placeholders { meant = meant.replacing(conversion, with: placeholder) }
        return meant == path ? nil : meant
    }
}
