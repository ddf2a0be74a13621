/// The stored form: `{"number":3}`.
extension MessageArgument: Codable {
    private enum Kind: String, CodingKey, CaseIterable {
        case text, number, grouped, span, duration, size, list, row, either, message
    }

    /// Reads one member; throws for another value.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Kind.self)
        guard let kind = Kind.allCases.first(where: members.contains) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no kind"))
        }
        self =
            switch kind {
            case .text: .text(try members.decode(String.self, forKey: kind))
            case .number: .number(try members.decode(Int.self, forKey: kind))
            case .grouped: .grouped(try members.decode(Int.self, forKey: kind))
            case .span: .span(try members.decode(Int64.self, forKey: kind))
            case .duration: .duration(try members.decode(Int64.self, forKey: kind))
            case .size: .size(try members.decode(Int64.self, forKey: kind))
            case .list: .list(try members.decode([MessageArgument].self, forKey: kind))
            case .row: .row(try members.decode([MessageArgument].self, forKey: kind))
            case .either: .either(try members.decode([String].self, forKey: kind))
            case .message: .message(try members.decode(LocalizedText.self, forKey: kind))
            }
    }

    /// Writes one member.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Kind.self)
        switch self {
        case .text(let text): try members.encode(text, forKey: .text)
        case .number(let number): try members.encode(number, forKey: .number)
        case .grouped(let number): try members.encode(number, forKey: .grouped)
        case .span(let milliseconds): try members.encode(milliseconds, forKey: .span)
        case .duration(let milliseconds): try members.encode(milliseconds, forKey: .duration)
        case .size(let bytes): try members.encode(bytes, forKey: .size)
        case .list(let parts): try members.encode(parts, forKey: .list)
        case .row(let parts): try members.encode(parts, forKey: .row)
        case .either(let names): try members.encode(names, forKey: .either)
        case .message(let text): try members.encode(text, forKey: .message)
        }
    }
}
