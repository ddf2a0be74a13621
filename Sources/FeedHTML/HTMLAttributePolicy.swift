import FeedModel

/// Checks the attributes of each start tag and writes those that are allowed.
///
/// Values are checked as a browser reads them: with character references decoded and addresses resolved.
struct HTMLAttributePolicy: ~Copyable {
    /// Bytes of a value, at most. An attribute with a longer value is removed.
    static let longestValue = 65_536

    /// The allowed attributes, with a blank before each.
    private(set) var written = ByteWriter(capacity: 512)
    /// The late-loaded or `picture` source that replaced the `src` of the current image.
    private(set) var lazySource: [UInt8] = []
    /// The `src` of the current image.
    private(set) var givenSource: [UInt8] = []
    /// The address that a `source` in a `picture` offers to the image behind it.
    private var offeredSource: [UInt8] = []
    private var addresses: AddressPolicy
    private let names = HTMLAttributeTable.shared
    private var decoded = ByteWriter(capacity: 256)
    /// The index of each attribute in the tag, by its raw value.
    private var places = InlineArray<32, UInt8>(repeating: 0)
    private var seen: HTMLAttributeSet = []

    /// Creates the policy for markup of `length` bytes.
    init(bases: AddressPolicy.Bases, length: Int) { addresses = AddressPolicy(bases, length: length) }

    /// Writes the allowed attributes of the current tag to `written`. Returns false if the element must be removed: a
    /// link or a picture without its address, or a tracking pixel.
    mutating func check(_ tokenizer: HTMLTokenizer, element: HTMLElement, rule: HTMLElementTable.Rule) -> Bool {
        written.shorten(to: 0)
        seen = []
        if tokenizer.attributeCount > 0 { find(tokenizer, rule.attributes) }
        var kept: HTMLAttributeSet = []
        var bits = seen.intersection(.writable).rawValue
        if rule.attributes.contains(.src), appendSource(tokenizer, element) { kept.insert(.src) }
        while bits != 0 {
            let attribute = HTMLAttribute(rawValue: UInt8(bits.trailingZeroBitCount)) ?? .unknown
            bits &= bits &- 1
            let range = tokenizer.attribute(Int(places[Int(attribute.rawValue)])).value
            guard range.count <= Self.longestValue else { continue }
            if append(attribute, of: element, value(tokenizer, range)) { kept.insert(HTMLAttributeSet(attribute)) }
        }
        return addFixedAttributes(tokenizer, element, kept)
    }

    /// The decoded value of an attribute of the current tag, or nil.
    mutating func text(_ attribute: HTMLAttribute, _ tokenizer: HTMLTokenizer) -> [UInt8]? {
        guard seen.contains(HTMLAttributeSet(attribute)) else { return nil }
        let range = tokenizer.attribute(Int(places[Int(attribute.rawValue)])).value
        return range.count <= Self.longestValue ? Array(value(tokenizer, range)) : nil
    }

    /// Writes the attributes of a link to `address`. Returns false if the address is refused.
    mutating func check(link address: [UInt8]) -> Bool {
        written.shorten(to: 0)
        let isFit = address.withUnsafeBufferPointer {
            addresses.append($0, as: names.opening(.href), allowsMail: false, to: &written)
        }
        if isFit { written.append(Self.linkMarks) }
        return isFit
    }

    private mutating func find(_ tokenizer: HTMLTokenizer, _ allowed: HTMLAttributeSet) {
        for place in 0..<tokenizer.attributeCount {
            let known = names.attribute(tokenizer.bytes, tokenizer.attribute(place).name)
            let one = HTMLAttributeSet(known)
            guard known != .unknown, allowed.contains(one), !seen.contains(one) else { continue }
            seen.insert(one)
            places[Int(known.rawValue)] = UInt8(truncatingIfNeeded: place)
        }
    }

    private static let linkMarks: StaticString = " rel=\"noopener noreferrer nofollow\""

    /// Writes the attributes that every element of its kind has. Returns false if the element is to be removed.
    private mutating func addFixedAttributes(
        _ tokenizer: HTMLTokenizer, _ element: HTMLElement, _ kept: HTMLAttributeSet
    ) -> Bool {
        switch element {
        case .a:
            if kept.contains(.link) { written.append(Self.linkMarks) } else { return tokenizer.attributeCount == 0 }
        case .img:
            if isTrackingPixel(tokenizer) { return false }
            guard kept.contains(.src) else { return seen.isDisjoint(with: .sources) }
            written.append(" loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\"")
        case .source: return kept.contains(.src)
        case .audio, .video: written.append(" controls=\"\" preload=\"none\"")
        default: break
        }
        return true
    }

    private mutating func isTrackingPixel(_ tokenizer: HTMLTokenizer) -> Bool {
        guard !seen.isDisjoint(with: [.size, .style]) else { return false }
        var image = TrackingPixel()
        for attribute in [HTMLAttribute.width, .height, .style] {
            if let value = text(attribute, tokenizer) { image.examine(attribute, value) }
        }
        return image.isOne
    }

    /// The decoded value at `range`; valid until the next call.
    private mutating func value(_ tokenizer: HTMLTokenizer, _ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        let raw = UnsafeBufferPointer(rebasing: tokenizer.bytes[range])
        guard raw.contains(UInt8(ascii: "&")) else { return raw }
        decoded.shorten(to: 0)
        HTMLEntities.append(raw, inAttribute: true, to: &decoded)
        return decoded.bytes
    }

    /// Writes the attribute if its value is allowed. Returns false otherwise.
    private mutating func append(
        _ attribute: HTMLAttribute, of element: HTMLElement, _ value: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        switch attribute {
        case .href, .poster, .cite:
            return addresses.append(
                value, as: names.opening(attribute), allowsMail: attribute == .href, to: &written)
        case .alt, .title, .datetime: break
        case .width, .height:
            guard AttributeValue.isDimension(value) else { return false }
        case .colspan, .rowspan, .span, .start, .value, .border:
            guard AttributeValue.isNumber(value) else { return false }
        case .scope:
            guard AttributeValue.isOne(of: ["row", "col", "rowgroup", "colgroup"], value) else { return false }
        case .dir:
            guard AttributeValue.isOne(of: ["ltr", "rtl", "auto"], value) else { return false }
        case .type where element == .ol:
            guard value.count == 1, "1aAiI".utf8.contains(value[0]) else { return false }
        case .type, .lang:
            guard value.count <= 100, !value.isEmpty, value.allSatisfy(AttributeValue.isToken) else { return false }
        case .class:
            guard let language = AttributeValue.language(value) else { return false }
            write(attribute, UnsafeBufferPointer(rebasing: language))
            return true
        case .reversed, .open:
            write(attribute, UnsafeBufferPointer(start: nil, count: 0))
            return true
        default: return false
        }
        write(attribute, value)
        return true
    }

    private mutating func write(_ attribute: HTMLAttribute, _ value: UnsafeBufferPointer<UInt8>) {
        written.append(names.opening(attribute))
        HTMLEscape.append(value, to: &written)
        written.append(UInt8(ascii: "\""))
    }
}

// The sources of images, audio and video.
extension HTMLAttributePolicy {
    private mutating func appendSource(_ tokenizer: HTMLTokenizer, _ element: HTMLElement) -> Bool {
        lazySource.removeAll(keepingCapacity: true)
        guard !seen.isDisjoint(with: .sources) || !offeredSource.isEmpty else { return false }
        if element == .source, !seen.contains(.src) {
            offeredSource = chosen(tokenizer) ?? offeredSource
            return false
        }
        defer { if element == .img { offeredSource.removeAll(keepingCapacity: true) } }
        let source = text(.src, tokenizer) ?? []
        if element == .img { givenSource = source }
        let isWaiting = !seen.isDisjoint(with: .lazy) || !offeredSource.isEmpty
        if !isWaiting || !ImageSource.isPlaceholder(source) {
            if appendSource(source) { return true }
        }
        if isWaiting, let lazy = chosen(tokenizer) ?? (offeredSource.isEmpty ? nil : offeredSource) {
            if appendSource(lazy) {
                lazySource = lazy
                return true
            }
        }
        guard element == .img, source.count > ImageSource.longestPlaceholder, ImageSource.isInline(source) else {
            return false
        }
        source.withUnsafeBufferPointer { write(.src, $0) }
        return true
    }

    private mutating func appendSource(_ address: [UInt8]) -> Bool {
        address.withUnsafeBufferPointer {
            addresses.append($0, as: names.opening(.src), allowsMail: false, to: &written)
        }
    }

    /// The address that a script would load, or the best one of a `srcset`.
    private mutating func chosen(_ tokenizer: HTMLTokenizer) -> [UInt8]? {
        if let source = text(.lazySource, tokenizer), !source.isEmpty { return source }
        for attribute in [HTMLAttribute.lazySet, .srcset] {
            if let list = text(attribute, tokenizer), let source = ImageSource.best(ofSet: list) { return source }
        }
        return nil
    }
}
