import Networking
import TestSupport
import Testing

/// Tests that a displayed address has no secrets, whatever the spelling.
struct URLRedactionTests {
  @Test(arguments: [
    ("https://h.test/a?id=abc&page=2", "https://h.test/a?id=…&page=2"),
    ("https://ana:pw@h.test:8443/a", "https://h.test:8443/a"),
    ("https://ana:p@w@h.test/a", "https://h.test/a"),
    ("https://h.test/?", "https://h.test/?"), ("https://[::1]:80/a", "https://[::1]:80/a"),
    ("ascend+https://u:p@h.test/?Api_Key=1", "ascend+https://h.test/?Api_Key=…"),
    (
      "http://h/?access_token=a;X-Amz-Signature=b&sig=c",
      "http://h/?access_token=…;X-Amz-Signature=…&sig=…"
    ),
    ("http://h/#id_token=a&state=b", "http://h/#id_token=…&state=…"),
    ("http://h/?q=a?token=b", "http://h/?q=…?token=…"),
    ("http://h/?token=a=b==", "http://h/?token=…"), ("http://h/?token=", "http://h/?token="),
    ("http://h/?%74oken=a", "http://h/?…=…"), ("http://h/?token%3Da", "http://h/?…"),
    ("http://h/?page=1%26token%3Da", "http://h/?page=…"),
    ("http://h/?Page_Size=20&lang=de-CH", "http://h/?Page_Size=20&lang=de-CH"),
    ("http://h/a;v=1/b;jsessionid=c?page=2", "http://h/a;…/b;…?page=2"),
    ("http://h/year=2026/a%2Fb%3Ftoken=c", "http://h/year=…/a%2Fb…"),
  ])
  func `a valid URL is displayed without user, password and unknown values`(
    url: String,
    redacted: String
  ) {
    #expect(URLRedaction.redacted(url) == redacted)
    #expect(URLRedaction.redacted(redacted) == redacted)
  }

  @Test(arguments: [
    ("https://ana:p/w@h.test/a", "https…h.test/a"), ("http:///ana:pw@h/x", "http…h/x"),
    ("http:/ana:pw@h", "http…h"), ("HTTPS:/ana:pw@h", "HTTPS…h"), ("http:ana:pw@h", "http…h"),
    ("//ana:pw@h", "…h"), ("ana:pw@h", "…h"), ("http:\\\\ana:pw@h", "http…h"),
    ("http%3A%2F%2Fana%3Apw%40h", "http…h"), ("https://h.test:8443/@ana", "https…ana"),
    ("http://u:1/pw@h", "http…h"), ("http://h/a%2540b", "http…b"),
    ("http://%68/x", "http://%68/x"), ("http://h:70000/?a=b", "http://h:70000/?…"),
    ("http://h/?to=ana@token", "http…"), ("http:/h;id=a@token", "http…"),
    ("http://h/@a=b/c", "http…a=…"), ("http:/h/token=a", "http:/h/token=…"),
    ("http:/h?token=a", "http:/h?…"), ("ana:pw@h/x?token=a", "…h/x?…"),
    ("features?token=a.json", "features?…"), ("//h;x", "//h;…"),
    ("team:a", "team:a"), ("icon@2x.json", "icon@2x.json"), ("C#/a;b.json", "C#/a;b.json"),
    ("", ""), ("-", "-"), ("%", "%"), ("a%4", "a%4"),
  ])
  func `a text that is not a valid URL is displayed without possible passwords`(
    text: String,
    redacted: String
  ) {
    #expect(URLRedaction.redacted(text) == redacted)
    #expect(URLRedaction.redacted(redacted) == redacted)
  }

  @Test func `the secret of an address is not displayed in any spelling`() {
    #expect(SecretAddress.all.count > 200)
    for text in SecretAddress.all + SecretAddress.accepted(at: "h:80") + ["hush@h"] {
      let redacted = URLRedaction.redacted(text, isAddress: true)
      #expect(!redacted.contains(SecretAddress.secret), "\(text)")
      #expect(URLRedaction.redacted(redacted, isAddress: true) == redacted)
    }
  }

  @Test func `an @ followed by a combining character still marks the end of a password`() {
    for text in ["http://u:hush@\u{301}h/x", "http:/\u{301}/u:hush@\u{301}h", "u:\u{301}hush@h"] {
      #expect(!URLRedaction.redacted(text).contains("hush"))
    }
  }

  @Test func `the path of an existing file is displayed completely`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[]", to: "team:a/b@2.json")
    #expect(URLRedaction.redacted(path: path) == path)
    #expect(URLRedaction.redacted(path: path + "x") == "…2.jsonx")
  }

  @Test(arguments: [
    "http:///h/", "http:////h/", "http://u:p%40h/", "http://u:1%2Fp@h%2Fx/", "http://h\\@x/",
    "http://u:p\\@h/", "http://:80/", "http://@/", "http://[::1/", "http://[]/", "http://::1/",
    "http://h:65536/", "http://h:+1/", "http://a b/", "://h/",
  ])
  func `a text that only some parsers accept as a URL throws badURL`(text: String) {
    let shown = URLRedaction.redacted(text, isAddress: true)
    #expect(throws: HTTPError.badURL(shown)) { try HTTPAddress(text) }
  }

  @Test func `the description of badURL contains no password`() {
    #expect("\(HTTPError.badURL("http://ana:pw@h:x/?key=1"))" == "\"http…h:x/?…\" is not a URL")
  }
}
