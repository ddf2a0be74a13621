/// Whether an image is there to count readers rather than to be seen: one pixel, or hidden.
struct TrackingPixel {
    private var smallSides = 0
    private var isHidden = false

    /// Looks at an attribute of the image.
    mutating func look(at attribute: HTMLAttribute, _ value: [UInt8]) {
        switch attribute {
        case .width, .height:
            let number = value.prefix { $0 &- UInt8(ascii: "0") < 10 }
            if number.elementsEqual("0".utf8) || number.elementsEqual("1".utf8) {
                let unit = value[number.count...]
                if unit.isEmpty || unit.elementsEqual("px".utf8) { smallSides += 1 }
            }
        case .style:
            let style = value.filter { !HTMLTokenizer.isBlank($0) }.map {
                $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0
            }
            isHidden = style.split(separator: UInt8(ascii: ";")).contains { declaration in
                declaration.elementsEqual("display:none".utf8) || declaration.elementsEqual("visibility:hidden".utf8)
            }
        default: break
        }
    }

    /// The judgement after all attributes.
    var isOne: Bool { smallSides == 2 || isHidden }
}
