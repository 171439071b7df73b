import Foundation
import Networking
import TestSupport
import Testing

@testable import Connectivity

struct ValidatorTests {
  private func accepts(
    _ validator: any ConnectivityValidator,
    _ data: Data
  ) throws -> Bool {
    let url = try #require(URL(string: "https://flags.example.test"))
    return validator.accepts(
      HTTPResponse(status: 200, url: url.absoluteString, body: Array(data)),
      to: ConnectivityURLRequest(url: url)
    )
  }

  @Test(arguments: [
    ("Success", "<BODY>Success</BODY>", true), ("Success", "success", false),
    ("Success", "Successful", true), ("Success", "", false), ("", "abc", false), ("", "", false),
  ])
  func `the contains validator compares case-sensitively`(
    expected: String,
    text: String,
    isValid: Bool
  ) throws {
    let validator = ConnectivityResponseContainsStringValidator(expectedResponse: expected)
    #expect(try accepts(validator, Data(text.utf8)) == isValid)
  }

  @Test(arguments: [
    ("Success", " \n Success\n", true), ("Success", "success", false),
    ("Success\n", "Success\n", false), ("", "  \n", true), ("é", "e\u{301}", true),
    ("Success", "Success x", false),
  ])
  func `the equality validator ignores white space at both ends of the body`(
    expected: String,
    text: String,
    isValid: Bool
  ) throws {
    let validator = ConnectivityResponseStringEqualityValidator(expectedResponse: expected)
    #expect(try accepts(validator, Data(text.utf8)) == isValid)
  }

  @Test(arguments: [
    ("test[0-9]+", "xxtest1234yy", true), ("TEST", "test", true),
    ("Hello World", "Hello World", true), ("Hello World", "HelloWorld", false),
    ("Hello\\ World", "Hello World", true), ("a#b", "a", false), ("a#b", "a#b", true),
    ("[", "[", false), ("", "", false), ("a.b", "a\nb", true), ("^b", "a\nb", false),
    ("z", "😀😀😀z", true), (".*|x", "y", true), (".*", "", true), (".*?x", "ax", true),
  ])
  func `a regular expression is searched in the whole body`(
    expression: String,
    text: String,
    isValid: Bool
  ) throws {
    let validator = ConnectivityResponseRegExValidator(regEx: expression)
    #expect(try accepts(validator, Data(text.utf8)) == isValid)
  }

  @Test(arguments: [
    ("<html><BODY>Success</BODY></html>", true), ("<body>\n\tsuccess\n</body>", true),
    ("<BODY class=x>Success</BODY>", false), ("Success", false),
  ])
  func `the default expression matches an HTML page with Success`(text: String, isValid: Bool)
    throws
  {
    #expect(try accepts(ConnectivityResponseRegExValidator(), Data(text.utf8)) == isValid)
  }

  @Test(.tags(.timed)) func `a long page without a match is rejected quickly`() throws {
    let page = Data(String(repeating: "<p>nothing</p>\n", count: 17_000).utf8)
    let started = ContinuousClock.now
    #expect(try !accepts(ConnectivityResponseRegExValidator(), page))
    #expect(started.duration(to: .now) < .seconds(5))
  }

  @Test(
    arguments: [
      ConnectivityResponseContainsStringValidator(expectedResponse: "a"),
      ConnectivityResponseStringEqualityValidator(expectedResponse: "a"),
      ConnectivityResponseRegExValidator(regEx: "a"),
      ConnectivityResponseStringValidator(
        validationMode: .containsExpectedResponseString,
        expectedResponse: "a"
      ),
    ] as [any ConnectivityValidator]
  )
  func `a body that is not UTF-8 is rejected`(validator: any ConnectivityValidator) throws {
    #expect(try accepts(validator, Data("a".utf8)))
    #expect(try !accepts(validator, Data([0x61, 0xff, 0x61])))
  }

  @Test func `the validator or mode that was set last applies`() throws {
    struct Picky: ConnectivityValidator {
      func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool {
        response.body.count == 3
      }
    }
    let configuration = ConnectivityConfiguration()
    #expect(try accepts(configuration.validator, Data("Success".utf8)))
    configuration.configureResponseValidation(.equalsExpectedResponseString, expected: "pong")
    #expect(try accepts(configuration.validator, Data("pong".utf8)))
    #expect(try !accepts(configuration.validator, Data("a pong".utf8)))
    configuration.configureValidator(Picky())
    #expect(try accepts(configuration.validator, Data("abc".utf8)))
    configuration.configureValidationMode(with: .containsExpectedResponseString)
    #expect(try accepts(configuration.validator, Data("a pong".utf8)))
    configuration.configureValidationMode(with: .custom)
    #expect(try accepts(configuration.validator, Data("abc".utf8)))
    let connectivity = Connectivity()
    connectivity.validator = Picky()
    connectivity.expectedResponseString = "pong"
    #expect(connectivity.validationMode == .custom)
    #expect(try accepts(connectivity.validator, Data("abc".utf8)))
  }
}
