/// Somebody on the way who answers in the place of the one asked, such as a hotel's login page.
public struct CaptivePortal: Hashable, Sendable {
  /// What gave it away.
  public enum Sign: String, Hashable, Sendable {
    /// It led to another host.
    case redirect
    /// The answer was not the expected one.
    case unexpectedBody
    /// It said so itself, by status 511.
    case authenticationRequired
  }

  /// The host that answered, or that was to be asked instead.
  public let host: String
  /// The address that answered; `nil` when it could not be asked.
  public let url: String?
  /// The title of its page, on one line and of at most 80 characters; `nil` without one.
  public let title: String?
  /// What gave it away.
  public let sign: Sign
}

extension CaptivePortal {
  /// The title of a page, with what could disturb a screen taken out.
  static func title(of body: [UInt8]) -> String? {
    let page = body.prefix(64 << 10)
    // By hand, because a hostile page could keep a regular expression busy for minutes.
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
