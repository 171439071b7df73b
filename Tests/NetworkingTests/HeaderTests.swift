import Networking
import Testing

/// Tests headers, dates, Retry-After, validators and URLs.
struct HeaderTests {
  @Test func `header names are compared case-insensitively, and values are unchanged`() {
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
  func `a date in each format of RFC 9110 is parsed`(text: String, seconds: Int64) {
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Now 1994 08:49:37 GMT",
    "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
    "Sun, 06 Nov 1994 08:49 GMT", "Sun, -6 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z",
  ])
  func `parsing a text that is not a date returns nil`(text: String) {
    #expect(HTTPDate.seconds(text) == nil)
  }

  @Test(arguments: [
    ("0", 0), ("120", 120), ("99999999999999999999999", 3_600), ("3601", 3_600),
    ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
    ("Tue, 06 Nov 2094 08:00:00 GMT", 3_600),
  ])
  func `Retry-After is parsed to a delay of at most an hour`(value: String, seconds: Int) throws {
    let retryAfter = try #require(RetryAfter(value))
    #expect(retryAfter.delay(at: 784_111_740) == .seconds(seconds))
  }

  @Test(arguments: [
    (RetryAfter.date(.min), Int64.max, 0), (.date(.max), .min, 3_600), (.date(.max), 0, 3_600),
    (.date(.min), 0, 0), (.date(0), .min, 3_600), (.date(0), .max, 0), (.seconds(.min), 0, 0),
    (.seconds(.max), .max, 3_600),
  ])
  func `Retry-After with an extreme number is clamped to a delay from zero to an hour`(
    retryAfter: RetryAfter,
    now: Int64,
    seconds: Int
  ) {
    #expect(retryAfter.delay(at: now) == .seconds(seconds))
  }

  @Test(arguments: [
    (Double.nan, Int64.max), (.infinity, .max), (-.infinity, .min), (1e300, .max), (-1e300, .min),
    (1.9, 1), (-1.1, -2),
  ])
  func `a time in seconds is rounded down and clamped to the range of Int64`(
    time: Double,
    seconds: Int64
  ) {
    #expect(Int64(saturating: time) == seconds)
  }

  @Test(arguments: [
    (200, false), (204, false), (301, false), (304, false), (400, true), (429, true), (500, true),
    (503, true),
  ])
  func `Retry-After of a status below 400 is ignored`(status: Int, applies: Bool) {
    for value in ["7", "Tue, 06 Nov 2094 08:00:00 GMT"] {
      let response = HTTPResponse(status: status, url: "", headers: ["Retry-After": value])
      #expect((response.retryDelay(now: .min) != nil) == applies)
    }
  }

  @Test(
    arguments: [
      ("\"1\"", nil, "\"1\"", nil), ("\"a\u{1}b\"", "today", nil, "today"),
      ("\"1\"", "Sat,\r\nX: y", "\"1\"", nil), ("", "\u{7f}", nil, nil),
      (String(repeating: "e", count: 4_097), "today", nil, "today"),
      (String(repeating: "e", count: 4_096), nil, String(repeating: "e", count: 4_096), nil),
    ] as [(String?, String?, String?, String?)]
  )
  func `a validator that cannot be sent in a header is dropped`(
    etag: String?,
    date: String?,
    sentTag: String?,
    sentDate: String?
  ) {
    let revision = HTTPRevision(etag: etag, lastModified: date)
    #expect(revision?.etag == sentTag)
    #expect(revision?.lastModified == sentDate)
    #expect((revision == nil) == (sentTag == nil && sentDate == nil))
  }

  @Test(arguments: ["", "-1", "1.5", "soon", "1 2", "٣"])
  func `parsing a malformed Retry-After returns nil`(value: String) {
    #expect(RetryAfter(value) == nil)
  }

  @Test func `Retry-After with a date is relative to the Date header`() {
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
  func `a URL is parsed into scheme, host and port`(
    text: String,
    scheme: String,
    host: String,
    port: Int
  ) throws {
    let address = try HTTPAddress(text)
    #expect(address.scheme == scheme)
    #expect(address.host == host)
    #expect(address.port == port)
  }

  @Test func `the description of an error names the cause and the host`() {
    let errors: [HTTPError] = [
      .badURL("x"), .schemeNotAllowed("ftp", host: "h"), .nameNotFound(host: "h"),
      .refused(host: "h", port: 1), .timedOut(.tls, .connect), .interrupted(got: 1, of: 2),
      .tls(host: "h", .expired),
    ]
    #expect(
      errors.map(\.description) == [
        "\"x\" is not a URL", "ftp:// is not allowed (host h)",
        "the host name h cannot be resolved",
        "h refused the connection at port 1",
        "timed out while negotiating TLS: connect timeout exceeded",
        "connection lost after 1 of 2 bytes", "h: the certificate has expired",
      ]
    )
  }
}
