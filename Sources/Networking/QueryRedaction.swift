/// Hides the values of a query and of a fragment that are not known to be harmless.
enum QueryRedaction {
  /// The parameters whose values are displayed; lower case, without `-`, `_` and `.`.
  ///
  /// A list of secret names would never be complete. Values of these names say which document is
  /// requested, and are no credentials.
  private static let harmless: Set = [
    "appversion", "branch", "channel", "country", "env", "environment", "flagconfigetag",
    "flagconfiglastmodified", "format", "lang", "language", "limit", "locale", "offset", "order",
    "os", "page", "pagesize", "perpage", "platform", "pretty", "ref", "region", "sdkversion",
    "size", "sort", "stage", "v", "version",
  ]

  /// Returns the text from the first `?` or `#` of a URL, with `…` for each hidden name and value.
  static func redacted(_ query: URLParts.Bytes) -> [UInt8] {
    var result: [UInt8] = []
    var rest = query
    while let separator = rest.popFirst() {
      let parameter = rest.prefix { !"?&;#".utf8.contains($0) }
      rest = rest[parameter.endIndex...]
      result.append(separator)
      result += redacted(parameter: parameter)
    }
    return result
  }

  private static func redacted(parameter: URLParts.Bytes) -> [UInt8] {
    let name = parameter.prefix { $0 != UInt8(ascii: "=") }
    let isShown = isHarmless(name)
    // A parameter without a name can be a secret itself.
    guard name.endIndex < parameter.endIndex else {
      return isShown || parameter.isEmpty ? Array(parameter) : URLRedaction.mark
    }
    let value = parameter[(name.endIndex + 1)...]
    let isHidden = !value.isEmpty && !(isShown && isPlain(value))
    return (isPlain(name) ? Array(name) : URLRedaction.mark) + [UInt8(ascii: "=")]
      + (isHidden ? URLRedaction.mark : Array(value))
  }

  private static func isHarmless(_ name: URLParts.Bytes) -> Bool {
    let letters = name.filter { !"-_.".utf8.contains($0) }
    return harmless.contains(String(decoding: letters, as: UTF8.self).lowercased())
  }

  /// Whether the text has no encoded characters, which can hide the name and the value of a further
  /// parameter.
  private static func isPlain(_ text: URLParts.Bytes) -> Bool {
    text.allSatisfy { $0.isLetter || $0.isDigit || "-_.~,:+*[]".utf8.contains($0) }
  }
}
