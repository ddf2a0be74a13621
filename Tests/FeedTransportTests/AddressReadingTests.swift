import FeedModel
import FeedStages
import FeedSystem
import FeedTesting
import Glibc
import Testing

@testable import FeedTransport

/// What an address means is decided twice: by us, for origins, ports and proxied targets, and by libcurl, which
/// connects. Where they disagree, credentials could go elsewhere than was judged.
@Suite("Addresses as libcurl reads them")
struct AddressReadingTests {
    /// curl_url(3), as much of it as is needed.
    private struct Reader {
        typealias New = @convention(c) () -> OpaquePointer?
        typealias Free = @convention(c) (OpaquePointer?) -> Void
        typealias Set = @convention(c) (OpaquePointer?, Int32, UnsafePointer<CChar>?, UInt32) -> Int32
        typealias Get =
            @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, UInt32) -> Int32
        let new: New
        let free: Free
        let set: Set
        let get: Get

        init?() {
            guard let library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL), let new = dlsym(library, "curl_url"),
                let free = dlsym(library, "curl_url_cleanup"), let set = dlsym(library, "curl_url_set"),
                let get = dlsym(library, "curl_url_get")
            else { return nil }
            self.new = unsafeBitCast(new, to: New.self)
            self.free = unsafeBitCast(free, to: Free.self)
            self.set = unsafeBitCast(set, to: Set.self)
            self.get = unsafeBitCast(get, to: Get.self)
        }

        /// Scheme, host and port, or nil for what libcurl does not take.
        func read(_ url: String) -> [String]? {
            let handle = new()
            defer { free(handle) }
            guard set(handle, 0, url, 0) == 0 else { return nil }
            // CURLUPART_SCHEME, _HOST, _PORT; with CURLU_DEFAULT_PORT.
            let parts = [1, 5, 6].map { part in
                var text: UnsafeMutablePointer<CChar>?
                guard get(handle, Int32(part), &text, 1) == 0, let text else { return "" }
                defer { Glibc.free(text) }
                return String(cString: text).lowercased()
            }
            return parts
        }
    }

    private static let pieces = [
        "http:", "https:", "HTTP:", "//", "/", "\\", "\\\\", "@", ":", "a.example", "b.example", "127.0.0.1", "[::1]",
        "[",
        "]", "user", "pa:ss", ":80", ":443", ":8080", ":0", ":65536", ":x", "?", "#", "%", "%2e", "%2f", "%40", "%00",
        "%5b",
        ".", "..", " ", "\t", "\r\n", "\u{0}", "é", "。", "％", "①", "①②⑦.0.0.1", "0x7f.1", "2130706433", ";", "&", "=",
        "|",
        "^", "{", "}", "<", ">", "\"", "'", "`", "*", "+", ",", "~", "$", "!", "xn--wgv71a", "%zz", "/../", "／", "＠",
        "：",
    ]

    @Test("whatever a server sends as Location is read by libcurl as it was judged, or not at all", arguments: 0..<4)
    func same(seed: UInt64) throws {
        let reader = try #require(Reader())
        var dice = SplitMix(seed: seed)
        var compared = 0
        for _ in 0..<4000 {
            let prefix = ["", "http://", "https://", "//", "http:", "http:/"].randomElement(using: &dice) ?? ""
            let location =
                prefix
                + (0..<Int.random(in: 1...7, using: &dice)).map { _ in Self.pieces.randomElement(using: &dice) ?? "" }
                .joined()
            let request = HTTPRequest(url: "http://home.example:8080/a/b?c")
            let hop = try Hop(request, known: SecretMask([]), sendsSecrets: true)
            guard let next = try? hop.following(location, status: 302) else { continue }
            #expect(next.url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }, "\(location)")
            guard let read = reader.read(next.url) else { continue }
            let parts = try #require(Address.parts(next.url))
            let port = parts.port ?? (parts.scheme == "https" ? 443 : 80)
            compared += 1
            #expect([read[0], read[2]] == [parts.scheme, String(port)], "\(location.debugDescription) → \(next.url)")
            // libcurl writes 0x7f.1 and 2130706433 as what they mean; the guard judges that, whoever reads it.
            let host = parts.host ?? ""
            let isSame = read[1] == host || IPAddress(read[1]) != nil && IPAddress(read[1]) == IPAddress(literal: host)
            #expect(isSame, "\(location.debugDescription) → \(read[1]), not \(host)")
        }
        #expect(compared > 1000)
    }
}
