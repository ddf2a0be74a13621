/// Checks the values of attributes.
enum AttributeValue {
    static func isNumber(_ value: some Collection<UInt8>) -> Bool {
        (1...5).contains(value.count) && value.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    }

    /// Whether the value is a number of one to five digits, with or without `%`: `width="100%"`.
    static func isDimension(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        value.last == UInt8(ascii: "%") ? isNumber(value.dropLast()) : isNumber(value)
    }

    static func isOne(of words: [StaticString], _ value: UnsafeBufferPointer<UInt8>) -> Bool {
        words.contains { word in
            value.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        }
    }

    static func isToken(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || "-+._/".utf8.contains(byte)
    }

    /// The first class that names the language of code (`language-…`). No other class has a meaning outside its page.
    static func language(_ value: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>>? {
        value.split(whereSeparator: HTMLTokenizer.isBlank).first { word in
            word.starts(with: "language-".utf8) && (10...40).contains(word.count)
                && word.allSatisfy { isToken($0) || $0 == UInt8(ascii: "#") }
        }
    }
}
