public import FeedConfiguration
public import FeedMessages
public import FeedModel

/// Finds time zones by name, as a fact for the configurations of stages. It reads a file, so it blocks.
public enum KnownZones: ConfigFact {
    /// Returns the zone of an IANA name, or nil.
    public typealias Value = @Sendable (String) -> Zone?
}

/// A time zone as an option.
public struct ZoneOption: ConfigValue, Hashable {
    /// The zone.
    public var zone: Zone

    /// Makes an option of a zone.
    public init(_ zone: Zone) { self.zone = zone }

    /// A name or an offset.
    public static var typeName: LocalizedText { .message("type.zone") }
    /// What is accepted.
    public static var schema: ValueSchema { .text }
    /// UTC.
    public static var placeholder: ZoneOption { ZoneOption(.utc) }

    /// Reads the name of a zone that this machine knows, `UTC`, `Z`, or `±hh:mm` up to ±14:59. Reports any other text.
    public static func read(_ node: Node, in section: ConfigSection) -> ZoneOption? {
        guard let name = section.text(of: node, expected: typeName) else { return nil }
        if name == "UTC" || name == "Z" { return ZoneOption(.utc) }
        if let offset = offset(name) { return ZoneOption(Zone(name: name, fixedOffset: offset)) }
        if let zone = section.facts[KnownZones.self]?(name) { return ZoneOption(zone) }
        section.report(
            .message("zone.unknown", ["path": .text(section.path), "zone": .message(node.shown)]), at: node.place,
            suggestion: .message("zone.example"))
        return nil
    }

    /// The name of the zone.
    public var manualText: String { zone.name }

    /// Returns the offset of a text such as `+09:00`, in seconds east of UTC, or nil.
    private static func offset(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), ["+", "-"].contains(text.prefix(1)),
            let hours = UInt8(text.dropFirst().prefix(2)), let minutes = UInt8(text.suffix(2)), hours < 15, minutes < 60
        else { return nil }
        return (Int(hours) * 60 + Int(minutes)) * (bytes[0] == UInt8(ascii: "-") ? -60 : 60)
    }
}
