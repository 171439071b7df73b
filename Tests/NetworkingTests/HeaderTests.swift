import Networking
import Testing

struct HeaderTests {
  @Test func `headers are looked up in any letter case and kept verbatim`() {
    var headers: HTTPHeaders = ["ETag": "W/\"a\"", "Set-Cookie": "a", "set-cookie": "b"]
    #expect(headers["etag"] == "W/\"a\"")
    #expect(headers["ETAGS"] == nil)
    #expect(headers.values(named: "SET-COOKIE") == ["a", "b"])
    headers["SET-COOKIE"] = "c"
    #expect(headers.fields.map(\.name) == ["ETag", "SET-COOKIE"])
    headers["etag"] = nil
    headers.add("X", "1")
    headers["Y"] = "2"
    #expect(headers.fields.map(\.value) == ["c", "1", "2"])
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
    ("Sat, 21 Nov 2026 10:02:11 GMT", 1_795_255_331),
    ("Fri, 01 Mar 2069 00:00:00 GMT", 3_129_321_600),
    ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
  ])
  func `dates are read in every form`(text: String, seconds: Int64) {
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Now 1994 08:49:37 GMT",
    "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
    "Sun, 06 Nov 1994 08:49 GMT", "Sun, -6 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z",
  ])
  func `what is no date is not taken for one`(text: String) {
    #expect(HTTPDate.seconds(text) == nil)
  }

  @Test(arguments: [
    ("0", 0), ("120", 120), ("99999999999999999999999", 86_400), ("86401", 86_400),
    ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
    ("Tue, 06 Nov 2094 08:00:00 GMT", 86_400),
  ])
  func `a server's wish is a wait of at most a day`(value: String, seconds: Int) throws {
    let wish = try #require(RetryAfter(value))
    #expect(wish.delay(at: 784_111_740) == .seconds(seconds))
  }

  @Test(arguments: ["", "-1", "1.5", "soon", "1 2", "٣"])
  func `an unreadable wish is none`(value: String) {
    #expect(RetryAfter(value) == nil)
  }

  @Test func `a wish by date goes by the server's own clock`() {
    let headers: HTTPHeaders = [
      "Date": "Sun, 06 Nov 1994 08:49:30 GMT", "Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT",
    ]
    let response = HTTPResponse(status: 503, url: "", headers: headers)
    #expect(response.retryDelay(now: 0) == .seconds(7))
    #expect(HTTPResponse(status: 503, url: "").retryDelay(now: 0) == nil)
  }

  @Test(arguments: [
    ("http://Host/x", "http", "Host", 80), ("HTTPS://user:p@h:8443", "https", "h", 8_443),
    ("http://[::1]:8080/", "http", "[::1]", 8_080),
  ])
  func `an address has its parts`(text: String, scheme: String, host: String, port: Int) throws {
    let address = try HTTPAddress(text)
    #expect(address.scheme == scheme)
    #expect(address.host == host)
    #expect(address.port == port)
  }

  @Test func `every error has words`() {
    let errors: [HTTPError] = [
      .badURL("x"), .schemeNotAllowed("ftp", host: "h"), .nameNotFound(host: "h"),
      .refused(host: "h", port: 1), .timedOut(.tls, .connect), .interrupted(got: 1, of: 2),
      .tls(host: "h", .expired),
    ]
    #expect(
      errors.map(\.description) == [
        "\"x\" is not a URL", "ftp:// is not allowed here (h)", "no host is named h",
        "h refused the connection at port 1",
        "timed out while agreeing on encryption, the time to connect is over",
        "broke off after 1 of 2 bytes", "h: the certificate has expired",
      ]
    )
  }
}
