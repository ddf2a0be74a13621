public import FeedConfiguration
public import FeedMessages
public import FeedModel

/// Finds time zones by their names, told to the configurations of stages. Reads a file: blocks.
public enum KnownZones: ConfigFact {
    /// The zone of an IANA name, or nil.
    public typealias Value = @Sendable (String) -> Zone?
}

/// A time zone as an option.
public struct ZoneOption: ConfigValue, Hashable {
    /// The zone.
    public var zone: Zone

    /// Makes it of a zone.
    public init(_ zone: Zone) { self.zone = zone }

    /// A name or an offset.
    public static var typeName: LocalizedText { .message("type.zone") }
    /// UTC.
    public static var placeholder: ZoneOption { ZoneOption(.utc) }

    /// Takes the name of a zone that this machine knows, or `±hh:mm`.
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

    /// Its name.
    public var manualText: String { zone.name }

    /// `+09:00` in seconds east of UTC, or nil.
    private static func offset(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), ["+", "-"].contains(text.prefix(1)),
            let hours = UInt8(text.dropFirst().prefix(2)), let minutes = UInt8(text.suffix(2)), hours < 15, minutes < 60
        else { return nil }
        return (Int(hours) * 60 + Int(minutes)) * (bytes[0] == UInt8(ascii: "-") ? -60 : 60)
    }
}
