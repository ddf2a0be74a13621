/// Zones by other names: abbreviations that only one zone has, and cities.
enum CommonZones {
    private static let abbreviations = [
        "JST": "Asia/Tokyo", "KST": "Asia/Seoul", "HKT": "Asia/Hong_Kong", "SGT": "Asia/Singapore",
        "PST": "America/Los_Angeles", "PDT": "America/Los_Angeles", "PT": "America/Los_Angeles",
        "MT": "America/Denver", "MDT": "America/Denver", "CT": "America/Chicago", "CDT": "America/Chicago",
        "ET": "America/New_York", "EDT": "America/New_York", "BST": "Europe/London", "CEST": "Europe/Berlin",
        "EEST": "Europe/Helsinki", "AEST": "Australia/Sydney", "AEDT": "Australia/Sydney",
        "NZST": "Pacific/Auckland", "NZDT": "Pacific/Auckland", "GMT+9": "Asia/Tokyo", "UTC+9": "Asia/Tokyo",
        "+09:00": "Asia/Tokyo", "+0900": "Asia/Tokyo",
    ]

    /// Returns the zone that was meant, or nil.
    static func meant(by text: String, among names: [String]) -> String? {
        if let zone = abbreviations[text.uppercased()], names.contains(zone) { return zone }
        let city = text.lowercased().replacing(" ", with: "_")
        let matches = names.filter { $0.contains("/") && $0.lowercased().hasSuffix("/" + city) }
        return matches.count == 1 ? matches.first : nil
    }
}
