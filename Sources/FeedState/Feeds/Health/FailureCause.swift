import FeedStages

/// The cause of a failure, as far as the user would act differently: all codes of a network that does not work are one
/// cause.
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
