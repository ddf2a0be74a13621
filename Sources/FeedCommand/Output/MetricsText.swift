import FeedModel

/// Writes metrics in the Prometheus text format 0.0.4: families with help and type, one sample on each line.
struct MetricsText {
    private(set) var bytes: [UInt8] = []

    /// A sample with the labels that distinguish it.
    typealias Sample = (labels: [(name: String, value: String)], value: Double)

    /// Writes a family of gauges, or nothing if there is no sample.
    mutating func gauge(_ name: String, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        write("# HELP \(name) \(help)\n# TYPE \(name) gauge\n")
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            write("\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.number(sample.value))\n")
        }
    }

    /// Writes a gauge without labels.
    mutating func gauge(_ name: String, _ help: String, _ value: Double) { gauge(name, help, [([], value)]) }

    /// Escapes backslash, quote and line feed.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
            case "\"": result.append(contentsOf: "\\\"".unicodeScalars)
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Returns a number as text, whole numbers without a fraction.
    private static func number(_ value: Double) -> String {
        guard value.isFinite else { return "NaN" }
        return Int(exactly: value).map(String.init) ?? "\(value)"
    }

    private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
