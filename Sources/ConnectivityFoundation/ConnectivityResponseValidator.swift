public import Connectivity
public import Foundation
public import FoundationNetworking
internal import Networking

/// Decides whether a response proves Internet access, as the protocol of the original does.
///
/// ```swift
/// final class PongValidator: ConnectivityResponseValidator {
///   func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool {
///     data == Data("pong".utf8)
///   }
/// }
/// let connectivity = Connectivity()
/// connectivity.responseValidator = PongValidator()
/// ```
///
/// Only responses with a status of 200 to 299 are validated. The method is called from any thread,
/// but for one response at a time: a validator needs no lock. New code that does not need Foundation
/// conforms to ``ConnectivityValidator``.
public protocol ConnectivityResponseValidator: AnyObject {
  /// Whether a response is the expected one.
  ///
  /// The request does not have the authorization of the settings. The response is an
  /// `HTTPURLResponse`, and the data is the body.
  func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool
}

extension ConnectivityResponseValidator where Self: ConnectivityValidator {
  /// Whether a response is the expected one; `false` without data.
  public func isResponseValid(
    urlRequest: URLRequest,
    response: URLResponse?,
    data: Data?
  ) -> Bool {
    guard let data, let request = ConnectivityURLRequest(urlRequest) else { return false }
    return accepts(HTTPResponse(response, to: request, body: Array(data)), to: request)
  }
}

extension ConnectivityResponseContainsStringValidator: ConnectivityResponseValidator {}
extension ConnectivityResponseStringEqualityValidator: ConnectivityResponseValidator {}
extension ConnectivityResponseStringValidator: ConnectivityResponseValidator {}
extension ConnectivityResponseRegExValidator: ConnectivityResponseValidator {}

extension ConnectivityResponseRegExValidator {
  /// Creates a validator with options of `NSRegularExpression`.
  ///
  /// `nil` means `[.caseInsensitive, .dotMatchesLineSeparators]`; unlike in the original, white space
  /// in the expression is then matched literally. The options `useUnixLineSeparators` and
  /// `useUnicodeWordBoundaries` have no effect.
  public convenience init(
    regEx: String = ConnectivityResponseRegExValidator.defaultRegularExpression,
    options: NSRegularExpression.Options?
  ) {
    guard let options else {
      self.init(regEx: regEx)
      return
    }
    var converted: Options = []
    if options.contains(.caseInsensitive) { converted.insert(.ignoresCase) }
    if options.contains(.dotMatchesLineSeparators) { converted.insert(.dotMatchesNewlines) }
    if options.contains(.anchorsMatchLines) { converted.insert(.anchorsMatchLines) }
    if options.contains(.allowCommentsAndWhitespace) { converted.insert(.ignoresWhiteSpace) }
    let isLiteral = options.contains(.ignoreMetacharacters)
    self.init(
      regEx: isLiteral ? NSRegularExpression.escapedPattern(for: regEx) : regEx,
      options: converted
    )
  }
}
