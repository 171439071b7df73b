public import Connectivity
public import Foundation
public import FoundationNetworking
internal import Networking

/// Validates the response of a probe, with the protocol of the original framework.
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
/// Only responses with a status code in 200...299 are validated. The method is called from any
/// thread, but never concurrently: a validator needs no lock. New code that does not need
/// Foundation conforms to ``ConnectivityValidator``.
public protocol ConnectivityResponseValidator: AnyObject {
  /// Whether the response is valid, so that it proves Internet access.
  ///
  /// The request does not contain the authorization header of the settings. The response is an
  /// `HTTPURLResponse`, and the data is its body.
  func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool
}

extension ConnectivityResponseValidator where Self: ConnectivityValidator {
  /// Whether the response is valid; a response without data is not.
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
  /// `nil` means `[.caseInsensitive, .dotMatchesLineSeparators]`. With these options, white space
  /// in the expression is matched literally, unlike in the original framework. The options
  /// `useUnixLineSeparators` and `useUnicodeWordBoundaries` have no effect.
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
