import FeedConfiguration
import FeedStages
import Testing

@Suite("AddressOption")
struct AddressOptionTests {
    private func read(_ text: String) -> Secret {
        let diagnostics = Diagnostics()
        let place = Place(file: "", line: 1, column: 1)
        let section = ConfigSection(
            Node(
                .map([Node.Pair(key: "url", place: place, value: Node(.scalar(text, isQuoted: true), at: place))]),
                at: place),
            path: "sources.a", diagnostics: diagnostics)
        return section.require("url", as: AddressOption.self, help: "").secret
    }

    @Test(
        "what gives access in a query is sent, and masked where the address is shown",
        arguments: [
            ("https://a.example/f?token=abcdefgh", "https://a.example/f?token={sources.a.url.token}"),
            (
                "https://a.example/f?x=1&API_Key=abc&y=2#top",
                "https://a.example/f?x=1&API_Key={sources.a.url.api_key}&y=2#top"
            ),
            (
                "https://a.example/?%74oken=a%20b&sig=1",
                "https://a.example/?%74oken={sources.a.url.token}&sig={sources.a.url.sig}"
            ),
            (
                "https://a.example/?X-Amz-Signature=abcdefgh&X-Amz-Date=1",
                "https://a.example/?X-Amz-Signature={sources.a.url.x-amz-signature}&X-Amz-Date=1"
            ),
            ("https://a.example/?token=&key", "https://a.example/?token=&key"),
            ("https://a.example/token=abcdefgh?q=token", "https://a.example/token=abcdefgh?q=token"),
        ])
    func masks(address: String, shown: String) {
        let secret = read(address)
        #expect(secret.reveal() == address)
        #expect(secret.mask == shown)
    }
}
