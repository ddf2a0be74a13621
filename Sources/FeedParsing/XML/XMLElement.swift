import FeedHTML
import Glibc

/// The tag of an element as libxml2 delivers it; valid only during the event.
struct XMLElement {
    let local: UnsafePointer<UInt8>
    let prefix: UnsafePointer<UInt8>?
    let uri: UnsafePointer<UInt8>?
    let attributes: XMLAttributes
}

/// The attributes of a tag.
struct XMLAttributes: Sequence {
    /// Five pointers each: name, prefix, namespace, value, end of value.
    let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    let count: Int

    static var none: XMLAttributes { XMLAttributes(pointers: nil, count: 0) }

    func makeIterator() -> Iterator { Iterator(attributes: self) }

    struct Iterator: IteratorProtocol {
        let attributes: XMLAttributes
        var index = 0

        mutating func next() -> XMLAttributeEvent? {
            while index < attributes.count, let pointers = attributes.pointers {
                let at = pointers + index * 5
                index += 1
                if let local = at[0], let start = at[3], let end = at[4] {
                    let value = UnsafeBufferPointer(start: start, count: Swift.max(0, end - start))
                    return XMLAttributeEvent(local: local, prefix: at[1], value: value)
                }
            }
            return nil
        }
    }
}

/// One attribute of a tag. Its value has `&#38;` for `&`, and keeps named references of HTML as `&name;`.
struct XMLAttributeEvent {
    let local: UnsafePointer<UInt8>
    let prefix: UnsafePointer<UInt8>?
    let value: UnsafeBufferPointer<UInt8>

    /// Whether the value has references to decode.
    var hasReferences: Bool {
        value.baseAddress.map { memchr($0, Int32(UInt8(ascii: "&")), value.count) != nil } ?? false
    }

    /// The decoded value.
    var text: String {
        let raw = String(decoding: value, as: UTF8.self)
        return hasReferences ? HTMLEntities.decode(raw) : raw
    }
}
