import Networking
import Testing

struct URLRedactionTests {
  @Test(arguments: [
    ("https://h.test/a?token=abc&page=2", "https://h.test/a?token=…&page=2"),
    ("https://ana:pw@h.test:8443/a", "https://h.test:8443/a"),
    ("https://ana:p@w@h.test/a", "https://h.test/a"),
    ("https://ana:p/w@h.test/a", "https://h.test/a"),
    ("https://ana:p?w#x@h.test/a", "https://h.test/a"),
    ("https://[::1]:80/@ana", "https://[::1]:80/@ana"),
    ("https://h.test:8443/@ana?x=a@b", "https://h.test:8443/@ana?x=a@b"),
    ("ascend+https://u:p@h.test/?Api_Key=1", "ascend+https://h.test/?Api_Key=…"),
    (
      "http://h/?access_token=a;X-Amz-Signature=b&sig=c",
      "http://h/?access_token=…;X-Amz-Signature=…&sig=…"
    ),
    (
      "http://h/?code=1&jwt=2&auth=3&password=4&secret=5",
      "http://h/?code=…&jwt=…&auth=…&password=…&secret=…"
    ),
    ("http://h/#id_token=a&state=b", "http://h/#id_token=…&state=b"),
    ("http://h/?q=a?token=b", "http://h/?q=a?token=…"),
    ("http://h/?token=a=b==", "http://h/?token=…"),
    ("http://h/?token=", "http://h/?token="), ("http://h/?token", "http://h/?token"),
    ("http://h/token=a?author=ana&keys=all", "http://h/token=a?author=ana&keys=all"),
    ("features?token=a.json", "features?token=a.json"), ("", ""), ("-", "-"),
  ])
  func `a displayed URL contains no user, password and secret parameters`(
    url: String,
    redacted: String
  ) {
    #expect(URLRedaction.redacted(url) == redacted)
    #expect(URLRedaction.redacted(redacted) == redacted)
  }

  @Test func `the description of badURL contains no password`() {
    #expect(
      "\(HTTPError.badURL("http://ana:pw@h:x/?key=1"))" == "\"http://h:x/?key=…\" is not a URL"
    )
  }
}
