extension String {
    /// Makes a text of scalars; numbers that are none are left out.
    init(scalars: some Sequence<UInt32>) {
        var view = String.UnicodeScalarView()
        for code in scalars { if let scalar = Unicode.Scalar(code) { view.append(scalar) } }
        self.init(view)
    }
}

/// Hashes of features. They are counted anew at each delivery, and no state keeps them.
enum FeatureHash {
    enum Kind: UInt64 {
        case word = 0x9E37_79B9_7F4A_7C15
        case gram = 0xC2B2_AE3D_27D4_EB4F
        case number = 0x1656_67B1_9E37_79F9
        case title = 0x27D4_EB2F_1656_67C5
        case name = 0x8503_2E3F_A1B2_C3D5
    }

    /// FNV-1a over scalars, with a finishing mix.
    static func hash(_ kind: Kind, _ scalars: some Sequence<UInt32>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ kind.rawValue
        for scalar in scalars { hash = (hash ^ UInt64(scalar)) &* 0x0000_0100_0000_01B3 }
        return mix(hash)
    }

    /// The same for two or three scalars.
    static func hash(_ kind: Kind, _ first: UInt32, _ second: UInt32, _ third: UInt32? = nil) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ kind.rawValue
        hash = (hash ^ UInt64(first)) &* 0x0000_0100_0000_01B3
        hash = (hash ^ UInt64(second)) &* 0x0000_0100_0000_01B3
        if let third { hash = (hash ^ UInt64(third)) &* 0x0000_0100_0000_01B3 }
        return mix(hash)
    }

    static func hash(_ kind: Kind, _ text: String) -> UInt64 { hash(kind, text.unicodeScalars.lazy.map(\.value)) }

    static func combine(_ kind: Kind, _ first: UInt64, _ second: UInt64) -> UInt64 {
        mix((first ^ kind.rawValue) &* 0x0000_0100_0000_01B3 ^ second)
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        value = (value ^ (value >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        return value ^ (value >> 33)
    }
}
