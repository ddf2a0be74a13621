/// A table from hashes to small values. Its keys are mixed already, so that they need no second hash.
struct FeatureTable<Value: Sendable>: Sendable {
    private var keys: [UInt64]
    private var values: [Value]
    private var mask: Int
    private(set) var count = 0
    private let empty: Value

    init(capacity: Int, empty: Value) {
        var size = 16
        while size < capacity * 2, size < 1 << 40 { size *= 2 }
        keys = [UInt64](repeating: 0, count: size)
        values = [Value](repeating: empty, count: size)
        mask = size - 1
        self.empty = empty
    }

    /// Key 0 stands for a free place, so 0 is kept as 1.
    private func place(of key: UInt64) -> Int {
        var place = Int(truncatingIfNeeded: key) & mask
        while keys[place] != 0, keys[place] != key { place = (place + 1) & mask }
        return place
    }

    subscript(key: UInt64) -> Value {
        get {
            let key = key == 0 ? 1 : key
            let place = place(of: key)
            return keys[place] == 0 ? empty : values[place]
        }
        set {
            let key = key == 0 ? 1 : key
            var place = place(of: key)
            if keys[place] == 0 {
                if count * 2 >= mask {
                    grow()
                    place = self.place(of: key)
                }
                keys[place] = key
                count += 1
            }
            values[place] = newValue
        }
    }

    private mutating func grow() {
        let (oldKeys, oldValues) = (keys, values)
        let size = oldKeys.count * 2
        keys = [UInt64](repeating: 0, count: size)
        values = [Value](repeating: empty, count: size)
        mask = size - 1
        for (key, value) in zip(oldKeys, oldValues) where key != 0 {
            let place = place(of: key)
            keys[place] = key
            values[place] = value
        }
    }
}
