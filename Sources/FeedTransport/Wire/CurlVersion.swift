import CLibCurl
package import FeedStages

/// Which libcurl this machine has, and what is known of it.
package struct CurlVersion: Sendable, Equatable {
    /// As libcurl writes it: `7.88.1`.
    package let text: String
    /// Two digits of hexadecimal for each part: 0x075801.
    private let number: UInt32

    package init(text: String, number: UInt32) {
        self.text = text
        self.number = number
    }

    /// The one that is used, which is loaded for this if nothing has fetched yet. Blocks; throws what keeps it from
    /// being loaded.
    package static func loaded() throws(StageError) -> CurlVersion {
        if let failure = clibcurl_open() {
            throw StageError(.internalError, subject: "libcurl.so.4", explanation: String(cString: failure))
        }
        return CurlVersion(text: String(cString: clibcurl_version_text()), number: clibcurl_version_number())
    }

    /// Whether it writes a folded first header line into freed memory when a handle is used again (curl #11101), which
    /// is worked around by `EasyHandles`.
    package var hasFoldedLineFault: Bool { number < 0x08_01_00 }
}
