/// A moment or nil in eight bytes. An optional `Timestamp` takes sixteen within a structure, and a run of a long list of
/// feeds holds a dozen of them for each.
@propertyWrapper
package struct CompactTimestamp: Sendable, Hashable {
    /// Milliseconds since 1970. No `Timestamp` has the least number, so it means nil.
    private var milliseconds: Int64

    package init(wrappedValue: Timestamp?) { milliseconds = wrappedValue?.milliseconds ?? .min }

    package var wrappedValue: Timestamp? {
        get { milliseconds == .min ? nil : Timestamp(milliseconds: milliseconds) }
        set { self = CompactTimestamp(wrappedValue: newValue) }
    }
}

/// A duration in whole milliseconds or nil, in eight bytes.
@propertyWrapper
package struct CompactDuration: Sendable, Hashable {
    /// `clampedMilliseconds` is never the least number, so that means nil.
    private var milliseconds: Int64

    package init(wrappedValue: Duration?) { milliseconds = wrappedValue?.clampedMilliseconds ?? .min }

    package var wrappedValue: Duration? {
        get { milliseconds == .min ? nil : .milliseconds(milliseconds) }
        set { self = CompactDuration(wrappedValue: newValue) }
    }
}
