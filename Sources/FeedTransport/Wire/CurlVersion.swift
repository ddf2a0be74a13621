import CLibCurl
package import FeedStages
import Glibc

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

    /// The version of the loaded libcurl. Loads libcurl if no request has done so. Blocks; throws `loadingFailure`.
    package static func loaded() throws(StageError) -> CurlVersion {
        if let failure = loadingFailure { throw failure }
        return CurlVersion(text: String(cString: clibcurl_version_text()), number: clibcurl_version_number())
    }

    /// Why libcurl cannot be used, or nil. Loads libcurl if no request has done so. Blocks.
    static var loadingFailure: StageError? {
        guard let reason = clibcurl_open().map({ String(cString: $0) }) else { return nil }
        // The loader reports its reason as text only.
        let isLackOfFiles = reason.hasSuffix(String(cString: strerror(EMFILE)))
        return .ofCurl(reason, isLackOfFiles ? .outOfResources : .libraryMissing)
    }

    /// Whether this version writes a folded first header line into freed memory when a handle is used again (curl
    /// #11101). `EasyHandles` avoids that.
    package var hasFoldedLineFault: Bool { number < 0x08_01_00 }
}

extension StageError {
    /// Why no request is possible, although no server was asked.
    static func ofCurl(_ reason: String, _ code: Code = .internalError) -> StageError {
        StageError(code, subject: "libcurl.so.4", explanation: reason)
    }
}
