import FeedTesting
import Foundation
import MachineLaboratory
import Testing

@Suite("signatures of webhooks")
struct WebhookSignatureTests {
    private static let python = "/usr/bin/python3"
    static let isPossible = FileManager.default.isExecutableFile(atPath: python)
    static let need: Comment = "skipped: there is no python3 to verify with"

    /// Verifies with the hmac module of Python what a receiver wrote down: a file of `name: value` lines, an empty line,
    /// and the body; prints a word for each key that fits.
    private static let verifier = """
        import base64, hashlib, hmac, sys

        raw = open(sys.argv[1], "rb").read()
        head, _, body = raw.partition(b"\\n\\n")
        fields = dict(line.split(": ", 1) for line in head.decode().split("\\n"))
        signed = f"{fields['webhook-id']}.{fields['webhook-timestamp']}.".encode() + body
        for name, key in [a.split("=", 1) for a in sys.argv[2:]]:
            bytes_ = base64.b64decode(key[6:]) if key.startswith("whsec_") else key.encode()
            expected = "v1," + base64.b64encode(hmac.new(bytes_, signed, hashlib.sha256).digest()).decode()
            if expected in fields.get("webhook-signature", "").split(" "):
                print("standard", name)
            github = "sha256=" + hmac.new(key.encode(), body, hashlib.sha256).hexdigest()
            if hmac.compare_digest(github, fields.get("x-hub-signature-256", "")):
                print("github", name)
        """

    @Test(
        "W15 an independent implementation verifies each signature over the very bytes, and with no other key",
        .enabled(if: isPossible, need))
    func verifies() throws {
        let workplace = try Workplace()
        let server = try #require(LoopbackServer { _ in LoopbackReply(200) })
        let secrets = [
            "OLD": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "NEW": "plain text, 瓦版 🍣",
            "OTHER": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        ]
        let url = { (path: String) in "type: webhook, url: \"\(server.url(path))\"" }
        try workplace.writePosting([
            "single": url("/single") + ", secret: { env: OLD }",
            "rotating": url("/rotating") + ", secret: [{ env: OLD }, { env: NEW }]",
            "github": url("/github") + ", secret: { env: NEW }, signature: github",
            "none": url("/none") + ", secret: { env: OLD }, signature: none",
            "digest": url("/digest") + ", secret: { env: OLD }, body: digest, format: html",
        ])
        try workplace.write(
            "feed.xml",
            """
            <rss version="2.0"><channel><title>t</title><item><guid>g</guid><title>瓦版 🍣 e\u{301} \u{2028}\u{2029} "\\</title>
            <description>&lt;p&gt;é 🇯🇵 \u{1F468}\u{200D}\u{1F469}&lt;/p&gt;</description></item></channel></rss>
            """)
        let outcome = try workplace.run("run", environment: secrets)
        #expect(outcome.status == 0, "\(outcome)")
        let expected = [
            "/single": ["standard OLD"], "/rotating": ["standard OLD", "standard NEW"], "/github": ["github NEW"],
            "/none": [], "/digest": ["standard OLD"],
        ]
        #expect(server.requests.count == expected.count)
        try workplace.write("verify.py", Self.verifier)
        for request in server.requests {
            let fields = request.headers.filter { $0.name.hasPrefix("webhook-") || $0.name.hasPrefix("x-hub-") }
            let head = fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
            try Data(Array((head + "\n\n").utf8) + request.body).write(
                to: URL(fileURLWithPath: workplace.path("request.bin")))
            let keys = ["OLD", "NEW", "OTHER"].map { "\($0)=\(secrets[$0] ?? "")" }
            let verified = try workplace.runOther(
                [Self.python, "verify.py", "request.bin"] + keys, environment: ["LC_ALL": "C.UTF-8"])
            #expect(verified.status == 0, "\(verified)")
            #expect(
                verified.output.split(separator: "\n").map(String.init) == expected[request.target],
                "\(request.target)")
            let signatures = request.header("webhook-signature")?.split(separator: " ").count ?? 0
            #expect(signatures == ["/single": 1, "/rotating": 2, "/digest": 1][request.target] ?? 0)
        }
    }
}
