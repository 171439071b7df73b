/// A captive portal: a gateway that responds instead of the requested host, such as a hotel's login
/// page.
public struct CaptivePortal: Hashable, Sendable {
  /// The sign by which a captive portal was detected.
  public enum Sign: String, Hashable, Sendable {
    /// The request was redirected to another host.
    case redirect
    /// Instead of a public detection page, a different HTML page was received.
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
  /// Extracts the title of an HTML page, without control and format characters.
  static func title(of body: [UInt8]) -> String? {
    let page = body.prefix(64 << 10)
    // Uses a plain search: regular expression backtracking could take minutes on a hostile page.
    let lowercase = page.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
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
