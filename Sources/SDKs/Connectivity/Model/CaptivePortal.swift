/// A captive portal: a gateway that responds instead of the requested host, such as a hotel's login
/// page.
public struct CaptivePortal: Hashable, Sendable {
  /// The sign by which a captive portal was detected.
  public enum Sign: String, Hashable, Sendable {
    /// The request was redirected to another host, or to another HTML page of the same host.
    case redirect
    /// An HTML page was received instead of the expected response.
    ///
    /// For a public detection page, and if a response without content is expected, any unexpected HTML
    /// page is a sign. For another URL, the page must have a form, a password field or an automatic
    /// redirect, or must contain the expected text without showing it.
    case unexpectedBody
    /// The response had the status code 511, Network Authentication Required.
    case authenticationRequired
  }

  /// The host of the portal: the host that responded, or the target of the redirect.
  public let host: String
  /// The URL of the portal; `nil` if the request of the redirect target failed.
  public let url: String?
  /// The title of the portal's page, on one line of at most 80 characters; `nil` without a title.
  public let title: String?
  /// The sign by which the portal was detected.
  public let sign: Sign
}

extension CaptivePortal {
  /// The parts of a page that asks for a login: a form, or an automatic redirect to one.
  private static let loginSigns = ["<form", "type=\"password\"", "http-equiv=\"refresh\""]

  /// Whether the body is an HTML page that asks for a login.
  static func isLoginPage(_ body: [UInt8]) -> Bool {
    let page = lowercased(body)
    return loginSigns.contains { page.firstRange(of: Array($0.utf8)) != nil }
  }

  /// The start of a page with ASCII letters in lower case.
  private static func lowercased(_ body: [UInt8]) -> [UInt8] {
    body.prefix(pageLimit).map { (65...90).contains($0) ? $0 | 0x20 : $0 }
  }

  /// The maximum number of bytes of a page that are searched.
  private static let pageLimit = 64 << 10

  /// Extracts the title of an HTML page, without control and format characters.
  static func title(of body: [UInt8]) -> String? {
    let page = body.prefix(pageLimit)
    // Uses a plain search: regular expression backtracking could take minutes on a hostile page.
    let lowercase = lowercased(body)
    guard let tag = lowercase.firstRange(of: Array("<title".utf8)),
      let start = lowercase[tag.upperBound...].firstIndex(of: UInt8(ascii: ">")),
      let end = lowercase[start...].firstRange(of: Array("</title".utf8))
    else { return nil }
    var title = String(decoding: page[(start + 1)..<end.lowerBound], as: UTF8.self)
    let entities = [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ]
    for (entity, character) in entities {
      title = title.replacing(entity, with: character)
    }
    let scalars = title.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
        ? " " : scalar
    }.filter { $0.properties.generalCategory != .format }
    var text = String()
    text.unicodeScalars.append(contentsOf: scalars)
    let line = text.split(separator: " ").joined(separator: " ").prefix(80)
    return line.isEmpty ? nil : String(line)
  }
}
