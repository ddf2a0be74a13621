import CLibCurl
import FeedModel
import FeedStages
import Glibc

/// What libcurl and the system say about a transfer that failed, and what that means for every protocol.
struct CurlFailure {
    let code: CURLcode
    let easy: UnsafeMutableRawPointer
    /// libcurl's own words, without control characters.
    let text: String
    /// The error of socket(2), or 0.
    let socketError: Int32

    /// `words` is the buffer of CURLOPT_ERRORBUFFER.
    init(_ code: CURLcode, _ easy: UnsafeMutableRawPointer, words: UnsafePointer<CChar>, socketError: Int32) {
        self.code = code
        self.easy = easy
        text = Self.text(words)
        self.socketError = socketError
    }

    /// An error's code with its facts.
    typealias Meaning = (code: StageError.Code, facts: [StageError.Fact: String])

    /// Codes whose facts contain everything that libcurl's message says.
    static let saysAll: Set<StageError.Code> = [
        .dns, .refused, .connectTimeout, .timeout, .tlsTimeout, .tlsExpired, .tlsNotYetValid, .addressRefused,
        .headersTooLarge, .truncated,
    ]

    /// Seconds as errors show them.
    static func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.clampedMilliseconds
        return milliseconds % 1000 == 0 ? String(milliseconds / 1000) : String(Double(milliseconds) / 1000)
    }

    static func text(_ words: UnsafePointer<CChar>) -> String {
        HeaderValue.text(UnsafeRawBufferPointer(start: words, count: strlen(words))[...])
    }

    /// What went wrong with TLS, or nil if it is not at fault.
    var ofTLS: Meaning? {
        switch code {
        case CURLE_SSL_CONNECT_ERROR where systemError == ECONNRESET: (.reset, [:])
        case CURLE_SSL_CONNECT_ERROR where hasForgedSignature: (.tlsUntrusted, [:])
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            (.tls, [:])
        case CURLE_SSL_CACERT_BADFILE: (.tls, [.option: "ca_file"])
        case CURLE_PEER_FAILED_VERIFICATION: (certificateCode, [:])
        default: nil
        }
    }

    /// Why there is no connection, as the system says. `limit` is the time limit for it.
    func ofConnecting(within limit: Duration) -> Meaning {
        switch systemError {
        case ECONNREFUSED: (.refused, [:])
        // No route, or an interface is down. EHOSTUNREACH means that a router knows no route to this one host.
        case ENETUNREACH, ENETDOWN: (.unreachable, [.network: "none"])
        case EHOSTUNREACH, EADDRNOTAVAIL, EAFNOSUPPORT: (.unreachable, [:])
        case ETIMEDOUT: (.connectTimeout, [.seconds: Self.seconds(limit)])
        case ECONNRESET: (.reset, [:])
        // Our own lack of resources is no fault of the other side.
        case EMFILE, ENFILE, ENOMEM, ENOBUFS: (.outOfResources, [:])
        default: (.refused, [:])
        }
    }

    private var systemError: Int32 {
        socketError != 0 ? socketError : Int32(clamping: clibcurl_get_long(easy, CURLINFO_OS_ERRNO))
    }

    private var certificateCode: StageError.Code {
        // libcurl checks the name itself, before it reads OpenSSL's result.
        if text.contains("subject name") { return .tlsName }
        // X509_V_ERR_… of OpenSSL.
        return switch clibcurl_get_long(easy, CURLINFO_SSL_VERIFYRESULT) {
        case 62, 64: .tlsName
        case 9: .tlsNotYetValid
        case 10: .tlsExpired
        // A key or a digest is too weak for OpenSSL, of the server or of an authority.
        case 66, 67, 68: .tlsWeak
        default: .tlsUntrusted
        }
    }

    /// Whether the certificate names a trusted authority, but was not signed with its key. OpenSSL then reports an
    /// arithmetic error instead of a failed verification, and libcurl reports a failed handshake.
    private var hasForgedSignature: Bool {
        text.contains("asn1 encoding routines::") || text.contains("rsa routines::")
    }
}
