import Documents
import Foundation
import FoundationNetworking
import Locking
import Networking
import TestSupport
import Testing

@testable import Connectivity
@testable import ConnectivityFoundation

struct ValidatorBridgeTests {
  /// A validator of an app: a class with mutable state and without a lock.
  private class AppValidator: ConnectivityResponseValidator {
    private(set) var calls = 0
    private(set) var request: URLRequest?
    private(set) var response: HTTPURLResponse?
    private(set) var text = ""

    func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool {
      let count = calls
      request = urlRequest
      self.response = response as? HTTPURLResponse
      text = String(decoding: data ?? Data(), as: UTF8.self)
      // Detects a data race: concurrent calls would lose an update.
      for _ in 0..<1_000 { request?.setValue("1", forHTTPHeaderField: "X-Slow") }
      calls = count + 1
      return text.hasPrefix("pong")
    }
  }

  @Test func `the validator of an app receives the request, the response and the data`()
    async throws
  {
    let server = try LocalServer { _ in
      .text("pong 1", headers: [("X-Node", "a"), ("x-node", "b")])
    }
    let validator = AppValidator()
    let configuration = try configuration(server.url("/health"))
      .configureResponseValidator(validator)
      .configureBearerToken(with: "secret")
    let report = await checker(configuration).check()
    #expect(report.isConnected)
    #expect(validator.request?.url?.absoluteString == server.url("/health"))
    #expect(validator.request?.value(forHTTPHeaderField: "Authorization") == nil)
    #expect(validator.response?.statusCode == 200)
    #expect(validator.response?.url?.path == "/health")
    #expect(validator.response?.value(forHTTPHeaderField: "X-Node") == "a, b")
    #expect(validator.text == "pong 1")
    server.change { _ in .text("other") }
    #expect(await !checker(configuration).check().isConnected)
  }

  @Test func `the validator of an app is called for one response at a time`() async throws {
    let server = try LocalServer { _ in .text("pong") }
    let validator = AppValidator()
    let configuration = try configuration()
    let url = try #require(URL(string: server.url()))
    configuration.connectivityURLRequests = Array(repeating: URLRequest(url: url), count: 16)
    configuration.configureSuccessThreshold(ConnectivityPercentage(100))
    configuration.configureResponseValidator(validator)
    #expect(await checker(configuration).check().successes == 16)
    #expect(validator.calls == 16)
  }

  @Test func `the responseValidator property returns the same object that was set`() {
    let connectivity = Connectivity()
    let app = AppValidator()
    connectivity.responseValidator = app
    #expect(connectivity.responseValidator === app)
    #expect(connectivity.validationMode == .custom)
    let own = ConnectivityResponseRegExValidator(regEx: "a")
    connectivity.responseValidator = own
    #expect(connectivity.responseValidator === own)
    #expect(connectivity.validator as? ConnectivityResponseRegExValidator === own)
    let configured = Connectivity(configuration: ConnectivityConfiguration(responseValidator: app))
    #expect(configured.responseValidator === app)
    #expect(Connectivity().responseValidator is ConnectivityResponseContainsStringValidator)
  }

  @Test func `a ConnectivityValidator can be set and read as responseValidator`() throws {
    struct Short: ConnectivityValidator {
      func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool {
        response.body.count < 3
      }
    }
    let connectivity = Connectivity()
    connectivity.validator = Short()
    let read = connectivity.responseValidator
    let url = try #require(URL(string: "https://flags.example.test"))
    let request = URLRequest(url: url)
    #expect(read.isResponseValid(urlRequest: request, response: nil, data: Data("ab".utf8)))
    #expect(!read.isResponseValid(urlRequest: request, response: nil, data: Data("abc".utf8)))
    #expect(!read.isResponseValid(urlRequest: request, response: nil, data: nil))
    connectivity.responseValidator = read
    #expect(connectivity.responseValidator === read)
  }

  @Test(
    arguments: [
      (ConnectivityResponseContainsStringValidator(expectedResponse: "b"), "abc", true),
      (ConnectivityResponseStringEqualityValidator(expectedResponse: "b"), "abc", false),
      (ConnectivityResponseStringEqualityValidator(expectedResponse: "b"), " b\n", true),
      (ConnectivityResponseRegExValidator(regEx: "^A.C$"), "abc", true),
      (
        ConnectivityResponseStringValidator(
          validationMode: .matchesRegularExpression,
          expectedResponse: "[0-9]"
        ), "abc", false
      ),
    ] as [(any ConnectivityResponseValidator & Sendable, String, Bool)]
  )
  func `the core's validators validate the response of a URL session`(
    validator: any ConnectivityResponseValidator & Sendable,
    body: String,
    isValid: Bool
  ) throws {
    let url = try #require(URL(string: "https://flags.example.test"))
    let response = URLResponse(
      url: url,
      mimeType: "text/plain",
      expectedContentLength: body.utf8.count,
      textEncodingName: nil
    )
    let result = validator.isResponseValid(
      urlRequest: URLRequest(url: url),
      response: response,
      data: Data(body.utf8)
    )
    #expect(result == isValid)
  }

  @Test(
    arguments: [
      ("a b", nil, "A B", true), ("a b", nil, "ab", false), ("a.b", nil, "a\nb", true),
      ("a b", [], "A B", false), ("a.b", [], "a\nb", false), ("^b", [], "a\nb", false),
      ("^b", .anchorsMatchLines, "a\nb", true),
      ("a b # c", .allowCommentsAndWhitespace, "ab", true),
      ("A", .caseInsensitive, "a", true), ("a.b", .ignoreMetacharacters, "axb", false),
      ("a.b", .ignoreMetacharacters, "a.b", true),
    ] as [(String, NSRegularExpression.Options?, String, Bool)]
  )
  func `a validator applies the options of its regular expression`(
    expression: String,
    options: NSRegularExpression.Options?,
    body: String,
    isValid: Bool
  ) throws {
    let url = try #require(URL(string: "https://flags.example.test"))
    let validator = ConnectivityResponseRegExValidator(regEx: expression, options: options)
    let result = validator.isResponseValid(
      urlRequest: URLRequest(url: url),
      response: nil,
      data: Data(body.utf8)
    )
    #expect(result == isValid)
  }

  @Test func `the factory creates the validator of each mode`() throws {
    let custom = AppValidator()
    func validator(
      _ mode: ConnectivityResponseValidationMode
    ) -> any ConnectivityResponseValidator {
      ResponseValidatorFactory(
        validationMode: mode,
        expectedResponse: "expected",
        regEx: "a+",
        customValidator: custom
      ).manufacture()
    }
    let contains = validator(.containsExpectedResponseString)
    #expect((contains as? ResponseContainsStringValidator)?.expectedResponse == "expected")
    let equals = validator(.equalsExpectedResponseString)
    #expect((equals as? ResponseStringEqualityValidator)?.expectedResponse == "expected")
    let matches = validator(.matchesRegularExpression)
    #expect((matches as? ResponseRegExValidator)?.regularExpression == "a+")
    #expect(validator(.custom) === custom)
  }
}
