import FeedConfiguration
import FeedJSON
import FeedModel
import FeedStages

/// The request for one page of a list.
struct PageRequest: Sendable, Hashable {
    var method: String
    var url: Secret
    var body: RequestBody?

    /// The HTTP request to send.
    func request(accept: String, validators: Validators?) -> HTTPRequest {
        var headers = [HTTPField("Accept", accept)]
        if let body { headers.append(HTTPField("Content-Type", body.contentType)) }
        return HTTPRequest(method, url: url, headers: headers, body: body?.bytes, validators: validators)
    }

    /// A copy in which one parameter has another value: in the body if there is one, else in the address.
    func setting(_ parameter: String, to value: JSONValue) -> PageRequest {
        var request = self
        if let body {
            request.body = body.setting(parameter, to: value)
        } else {
            let text = value.text ?? ""
            request.url = Secret(
                url.isMissing ? nil : Self.setting(parameter, to: text, in: url.reveal()),
                mask: Self.setting(parameter, to: text, in: url.mask))
        }
        return request
    }

    /// A copy for the address in a response. It must be on the same server; throws `.redirectRefused` for any other.
    func following(_ reference: String, after response: HTTPResponse) throws(StageError) -> PageRequest {
        // `finalURL` has no secrets, but they may be part of the address. Without redirects the address is known.
        let base = response.redirects.isEmpty ? url.reveal() : response.finalURL
        let resolved = Address.resolve(reference, against: base)
        guard let resolved, Self.isSameServer(resolved, as: url.reveal()) else {
            throw StageError(
                .redirectRefused, subject: url.mask,
                facts: [.found: AddressOption.masking(String((resolved ?? reference).prefix(256))).mask])
        }
        var request = self
        request.url = AddressOption.masking(resolved)
        return request
    }

    /// Whether secrets may go to another address: the same origin, or the same host with `https` instead of `http`.
    private static func isSameServer(_ next: String, as configured: String) -> Bool {
        guard let target = Address.parts(next), let home = Address.parts(configured), target.host == home.host,
            target.userInfo == nil
        else { return false }
        if Address.origin(next) == Address.origin(configured) { return true }
        return Address.origin(configured)?.hasPrefix("http://") == true && target.scheme == "https"
            && [nil, 80].contains(home.port) && [nil, 443].contains(target.port)
    }

    private static func setting(_ name: String, to value: String, in address: String) -> String {
        let whole = address.prefix { $0 != "#" }
        let path = whole.prefix { $0 != "?" }
        let items = whole.dropFirst(path.count + 1).split(separator: "&").filter { item in
            Address.decoded(component: item.prefix { $0 != "=" }) != name
        }
        let added = "\(Address.encoded(component: name))=\(Address.encoded(component: value))"
        return path + "?" + (items.map(String.init) + [added]).joined(separator: "&")
    }
}
