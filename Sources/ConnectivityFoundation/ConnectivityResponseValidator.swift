public import Connectivity
public import Foundation
public import FoundationNetworking
internal import Networking

/// Decides whether a response shows that the Internet is reached, as the original's protocol.
///
/// Only responses with a status of 200 to 299 are validated. The method is called from any thread,
/// but for one response at a time: a validator needs no lock of its own. New code that does not need
/// Foundation conforms to ``ConnectivityValidator``.
public protocol ConnectivityResponseValidator: AnyObject {
  /// Whether a response is the expected one.
  ///
  /// The request is without the authorization of the settings, the response an `HTTPURLResponse`,
  /// and the data the body.
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
  /// Makes a validator that matches with the options of `NSRegularExpression`.
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
    var own: Options = []
    if options.contains(.caseInsensitive) { own.insert(.ignoresCase) }
    if options.contains(.dotMatchesLineSeparators) { own.insert(.dotMatchesNewlines) }
    if options.contains(.anchorsMatchLines) { own.insert(.anchorsMatchLines) }
    if options.contains(.allowCommentsAndWhitespace) { own.insert(.ignoresWhiteSpace) }
    let isLiteral = options.contains(.ignoreMetacharacters)
    self.init(
      regEx: isLiteral ? NSRegularExpression.escapedPattern(for: regEx) : regEx,
      options: own
    )
  }
}
