import FeedModel

/// Judges the attributes of one start tag after another and writes those that stay.
///
/// Values are judged as a browser would understand them: with character references decoded and addresses resolved.
struct HTMLAttributePolicy {
    /// Longest value in bytes; longer ones go with their attribute.
    static let longestValue = 65_536

    /// The attributes that stay, each with a blank before it.
    private(set) var written: [UInt8] = []
    private let baseAddress: String?
    private var base: AddressBase?
    private var hasReadBase = false
    private var value: [UInt8] = []

    init(base: String?) { baseAddress = base }

    /// Judges the attributes of the tag that was just read; false if without them the element is worth nothing.
    mutating func judge(_ tokenizer: HTMLTokenizer, element: HTMLElement) -> Bool {
        written.removeAll(keepingCapacity: true)
        if tokenizer.attributes.isEmpty { return Self.required(by: element) == nil && finish(element) }
        var found: [(attribute: HTMLAttribute, value: Range<Int>)] = []
        var seen: HTMLAttributeSet = []
        for attribute in tokenizer.attributes {
            let known = HTMLAttribute(bytes: tokenizer.bytes, name: attribute.name)
            let one = HTMLAttributeSet(known)
            guard known != .unknown, element.attributes.contains(one), !seen.contains(one) else { continue }
            seen.insert(one)
            found.append((known, attribute.value))
        }
        found.sort { $0.attribute.rawValue < $1.attribute.rawValue }
        var image = TrackingPixel()
        var kept: HTMLAttributeSet = []
        for (attribute, range) in found where range.count <= Self.longestValue {
            read(tokenizer.bytes, range)
            if element == .img { image.look(at: attribute, value) }
            if append(attribute, of: element) { kept.insert(HTMLAttributeSet(attribute)) }
        }
        if let required = Self.required(by: element), !kept.contains(HTMLAttributeSet(required)) { return false }
        return !image.isOne && finish(element)
    }

    private static func required(by element: HTMLElement) -> HTMLAttribute? {
        switch element {
        case .a: .href
        case .img, .source: .src
        default: nil
        }
    }

    /// What every element of its kind gets, whoever wrote it.
    private mutating func finish(_ element: HTMLElement) -> Bool {
        switch element {
        case .a: written.append(contentsOf: " rel=\"noopener noreferrer nofollow\"".utf8)
        case .img:
            written.append(contentsOf: " loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\"".utf8)
        case .audio, .video: written.append(contentsOf: " controls=\"\" preload=\"none\"".utf8)
        default: break
        }
        return true
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        value.removeAll(keepingCapacity: true)
        HTMLEntities.append(UnsafeBufferPointer(rebasing: bytes[range]), inAttribute: true, to: &value)
    }

    /// Writes the attribute whose value was read, if it is fit; false if it is not.
    private mutating func append(_ attribute: HTMLAttribute, of element: HTMLElement) -> Bool {
        switch attribute {
        case .href: return append(address: attribute, allowsMail: true)
        case .src, .poster, .cite: return append(address: attribute, allowsMail: false)
        case .alt, .title, .datetime: break
        case .width, .height:
            guard Self.isDimension(value) else { return false }
        case .colspan, .rowspan, .span, .start, .value, .border:
            guard Self.isNumber(value) else { return false }
        case .scope:
            guard Self.isOne(of: ["row", "col", "rowgroup", "colgroup"], value) else { return false }
        case .dir:
            guard Self.isOne(of: ["ltr", "rtl", "auto"], value) else { return false }
        case .type where element == .ol:
            guard value.count == 1, "1aAiI".utf8.contains(value[0]) else { return false }
        case .type, .lang:
            guard value.count <= 100, !value.isEmpty, value.allSatisfy(Self.isToken) else { return false }
        case .class:
            guard let language = Self.language(value) else { return false }
            value = Array(language)
        case .reversed, .open: value = []
        case .style, .unknown: return false
        }
        value.withUnsafeBufferPointer { write(attribute, $0) }
        return true
    }

    private mutating func append(address attribute: HTMLAttribute, allowsMail: Bool) -> Bool {
        if !hasReadBase {
            base = baseAddress.flatMap(AddressBase.init)
            hasReadBase = true
        }
        guard let address = value.withUnsafeBufferPointer({ AddressBase.resolve($0, against: base) }) else {
            return false
        }
        guard
            address.starts(with: "https://".utf8) || address.starts(with: "http://".utf8)
                || (allowsMail && address.starts(with: "mailto:".utf8))
        else { return false }
        address.withUnsafeBufferPointer { write(attribute, $0) }
        return true
    }

    private mutating func write(_ attribute: HTMLAttribute, _ value: UnsafeBufferPointer<UInt8>) {
        let name = attribute.name
        written.append(0x20)
        written.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        written.append(contentsOf: "=\"".utf8)
        HTMLEscape.append(value, to: &written)
        written.append(UInt8(ascii: "\""))
    }
}

// What values may be
extension HTMLAttributePolicy {
    private static func isNumber(_ value: [UInt8]) -> Bool {
        (1...5).contains(value.count) && value.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    }

    /// A number, perhaps with `%`: `width="100%"`.
    private static func isDimension(_ value: [UInt8]) -> Bool {
        isNumber(value.last == UInt8(ascii: "%") ? value.dropLast() : value)
    }

    private static func isOne(of words: [StaticString], _ value: [UInt8]) -> Bool {
        words.contains { word in
            value.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        }
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || "-+._/".utf8.contains(byte)
    }

    /// Of the classes of code the one that names its language: the only one that means something elsewhere.
    private static func language(_ value: [UInt8]) -> ArraySlice<UInt8>? {
        value.split(whereSeparator: HTMLTokenizer.isBlank).first { word in
            word.starts(with: "language-".utf8) && (10...40).contains(word.count)
                && word.allSatisfy { isToken($0) || $0 == UInt8(ascii: "#") }
        }
    }
}
