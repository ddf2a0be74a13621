import FeedSystem
import Testing

@Suite("Hashing")
struct HashingTests {
    @Test(
        "SHA-256 gives the digests of FIPS 180-4's examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ])
    func digest(text: String, digest: String) {
        #expect(Hexadecimal.encode(SHA256.hash(text)) == digest)
        #expect(Hexadecimal.encode(SHA256.hash(Array(text.utf8))) == digest)
        #expect(Hexadecimal.encode(SHA256.hash(Array(text.utf8)[...])) == digest)
    }

    @Test(
        "HMAC signs as RFC 4231 §4 says, also under an empty key",
        arguments: [
            (
                "Jefe", "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            ("", "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
        ])
    func signature(key: String, message: String, signature: String) {
        let signed = HMACSHA256.sign(Array(message.utf8), key: Array(key.utf8))
        #expect(Hexadecimal.encode(signed) == signature)
    }

    @Test(
        "base64 and base32 follow RFC 4648 §10",
        arguments: [
            ("", "", ""), ("f", "Zg==", "my"), ("fo", "Zm8=", "mzxq"), ("foo", "Zm9v", "mzxw6"),
            ("foob", "Zm9vYg==", "mzxw6yq"), ("fooba", "Zm9vYmE=", "mzxw6ytb"), ("foobar", "Zm9vYmFy", "mzxw6ytboi"),
        ])
    func textForms(plain: String, base64: String, base32: String) {
        #expect(Base64.encode(Array(plain.utf8)) == base64)
        #expect(Base64.decode(base64) == Array(plain.utf8))
        #expect(Base32.encode(Array(plain.utf8)) == base32)
    }

    @Test("base64 reads URLs' alphabet and, if asked, texts without padding")
    func alphabets() {
        #expect(Base64.decode("-_-_") == [0xFB, 0xFF, 0xBF])
        #expect(Base64.decode("Zg", isPadded: false) == [0x66])
    }

    @Test("what is no base64 is refused", arguments: ["Z", "Zg", "Zg=", "Z===", "Zm 9", "Zm9\u{e9}", "====", "Zm9v="])
    func noBase64(text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
