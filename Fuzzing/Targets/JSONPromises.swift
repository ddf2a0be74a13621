import FeedJSON

/// Any bytes are a JSON value, or are refused at an offset in them. A written value is read as the same value.
enum JSONPromises {
    static func brokenPromise(by input: [UInt8]) -> String? {
        let value: JSONValue
        do {
            value = try JSONReader.read(input)
        } catch {
            return (0...input.count).contains(error.offset) ? nil : "an error at \(error.offset) of \(input.count)"
        }
        var writer = JSONWriter()
        writer.value(value)
        guard String(validating: writer.bytes, as: UTF8.self) != nil else { return "the JSON is no UTF-8" }
        guard let again = try? JSONReader.read(writer.bytes) else { return "the JSON is not read again" }
        return again == value ? nil : "the JSON is read as another value"
    }
}
