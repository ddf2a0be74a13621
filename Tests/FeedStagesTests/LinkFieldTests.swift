import FeedModel
import FeedStages
import Testing

@Suite("Link fields")
struct LinkFieldTests {
    private func answer(_ fields: [String]) -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: fields.map { (name: "link", value: $0) }, body: [], finalURL: "https://api.example/",
            receivedAt: Timestamp(seconds: 0))
    }

    @Test(
        "a Link field is read whatever its order, case and quotes",
        arguments: [
            ("<a>; rel=\"next\"", "a"), ("<a>; rel=next", "a"), ("<a>; rel=\"first\", <b>; rel=\"next\"", "b"),
            ("<a>; title=\"x\"; Rel=\"NEXT\"", "a"), ("<a>; rel=\"last\"", nil), ("", nil), ("garbage", nil),
            ("<a", nil),
        ] as [(String, String?)])
    func link(field: String, target: String?) {
        #expect(answer([field]).link(to: "next") == target)
    }

    @Test("are all looked at where an answer has several")
    func several() {
        #expect(answer(["<a>; rel=\"first\"", "<b>; rel=\"next\""]).link(to: "next") == "b")
    }
}
