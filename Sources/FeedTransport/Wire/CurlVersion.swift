import CLibCurl
package import FeedStages

/// The version of libcurl on this machine, and its known faults.
package struct CurlVersion: Sendable, Equatable {
    /// The version as libcurl writes it: `7.88.1`.
    package let text: String
    /// Two hexadecimal digits for each part: 0x075801.
    private let number: UInt32

    package init(text: String, number: UInt32) {
        self.text = text
        self.number = number
    }

    /// The version of the loaded libcurl. Loads libcurl if no request has done so. Blocks; throws `.internalError` if
    /// libcurl cannot be loaded.
    package static func loaded() throws(StageError) -> CurlVersion {
        if let failure = clibcurl_open() {
            throw StageError(.internalError, subject: "libcurl.so.4", explanation: String(cString: failure))
        }
        return CurlVersion(text: String(cString: clibcurl_version_text()), number: clibcurl_version_number())
    }

    /// Whether this version writes a folded first header line into freed memory when a handle is used again (curl
    /// #11101). `EasyHandles` avoids that.
    package var hasFoldedLineFault: Bool { number < 0x08_01_00 }
}
