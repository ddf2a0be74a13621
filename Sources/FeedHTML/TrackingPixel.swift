/// Detects images that count readers: one pixel in size, or hidden.
struct TrackingPixel {
    private var hasNoWidth = false
    private var hasNoHeight = false
    private var isHidden = false

    /// Reads an attribute of the image.
    mutating func examine(_ attribute: HTMLAttribute, _ value: [UInt8]) {
        switch attribute {
        case .width: hasNoWidth = Self.isTiny(value[...])
        case .height: hasNoHeight = Self.isTiny(value[...])
        case .style:
            let style = value.filter { !HTMLTokenizer.isBlank($0) }.map {
                $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0
            }
            for declaration in style.split(separator: UInt8(ascii: ";")) {
                let parts = declaration.split(separator: UInt8(ascii: ":"), maxSplits: 1)
                guard parts.count == 2 else { continue }
                examine(property: String(decoding: parts[0], as: UTF8.self), parts[1])
            }
        default: break
        }
    }

    private mutating func examine(property: String, _ value: ArraySlice<UInt8>) {
        switch property {
        case "width", "max-width": hasNoWidth = hasNoWidth || Self.isTiny(value)
        case "height", "max-height": hasNoHeight = hasNoHeight || Self.isTiny(value)
        case "display": isHidden = isHidden || value.starts(with: "none".utf8)
        case "visibility": isHidden = isHidden || value.starts(with: "hidden".utf8)
        default: break
        }
    }

    private static func isTiny(_ value: ArraySlice<UInt8>) -> Bool {
        let number = value.prefix { $0 &- UInt8(ascii: "0") < 10 }
        guard number.elementsEqual("0".utf8) || number.elementsEqual("1".utf8) else { return false }
        let unit = value[number.endIndex...]
        return unit.isEmpty || unit.starts(with: "px".utf8) || unit.starts(with: "!".utf8)
    }

    /// Whether the image is a tracking pixel; valid after all attributes.
    var isOne: Bool { hasNoWidth && hasNoHeight || isHidden }
}
