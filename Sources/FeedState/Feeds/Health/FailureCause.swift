import FeedStages

/// What is behind a failure, as far as somebody would do something else about it: many codes of a network that does not
/// carry are one cause.
struct FailureCause: RawRepresentable, Hashable {
    let rawValue: String

    init(rawValue: String) { self.rawValue = rawValue }

    init(_ code: StageError.Code) {
        switch code.fault {
        case .outage: self.init(rawValue: "out_of_order")
        case .limit: self.init(rawValue: "throttled")
        case .credential: self.init(rawValue: "credential")
        default: self.init(rawValue: code.rawValue)
        }
    }
}
