public import MachineLaboratory

/// Bodies that unfold to much more than is sent, without end.
public enum Bombs {
    /// Zeros, a thousand of them in a byte, for `Content-Encoding: gzip`.
    public static let gzip: [LoopbackReply.Step] = [
        .send([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]), .endless(deflatedMebibyte),
    ]

    /// Zeros, 8 MiB in a frame of 274 bytes, for `Content-Encoding: zstd`.
    public static let zstd: [LoopbackReply.Step] = [.endless(zstdFrame)]

    /// A whole gzip file of 1 MiB of zeros.
    public static let gzipMebibyte: [UInt8] =
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3] + [
            0xED, 0xC1, 0x31, 1, 0, 0, 0, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 8, 0x5F, 0xA0,
        ]
        + [UInt8](repeating: 0, count: 1016) + [0x3E, 3] + [0x1C, 0xEA, 0x38, 0xA7, 0, 0, 0x10, 0]

    /// 1 MiB of zeros, ending on a byte's border with everything forgotten, so that it can be repeated.
    private static let deflatedMebibyte: [UInt8] =
        [0xEC, 0xC1, 0x31, 1, 0, 0, 0, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 8, 0x5F, 0xA0]
        + [UInt8](repeating: 0, count: 1016) + [0x3E, 3, 0, 0, 0xFF, 0xFF]

    /// 8 MiB of zeros: a head with the first block, 63 blocks of one repeated byte, a checksum.
    private static let zstdFrame: [UInt8] =
        [0x28, 0xB5, 0x2F, 0xFD, 4, 0x68, 0x4C, 0, 0, 8, 0, 1, 0, 0xFC, 0xFF, 0x39, 0x10, 2]
        + Array(repeatElement([2, 0, 0x10, 0], count: 62).joined()) + [3, 0, 0x10, 0] + [0x0F, 0xDF, 0xF6, 0x61]
}
