/// Hides the parameters of a query or a fragment, except the values of parameters that are known to be
/// harmless.
enum QueryRedaction {
  /// The names of the parameters whose values are displayed, in lower case and without `-`, `_` and `.`.
  ///
  /// Names of harmless parameters are listed, because a list of secret parameters would never be complete.
  /// The values of these parameters select a document, and are no credentials.
  private static let harmless: Set = [
    "appversion", "branch", "channel", "country", "env", "environment", "flagconfigetag",
    "flagconfiglastmodified", "format", "lang", "language", "limit", "locale", "offset", "order",
    "os", "page", "pagesize", "perpage", "platform", "pretty", "ref", "region", "sdkversion",
    "size", "sort", "stage", "v", "version",
  ]

  /// Returns the query and the fragment of a URL, with `…` for each hidden name and value.
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
    // Hides a parameter without a name and `=`, because its text can be a secret.
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

  /// Whether the text has no encoded characters: they could hide the name and the value of another
  /// parameter.
  private static func isPlain(_ text: URLParts.Bytes) -> Bool {
    text.allSatisfy { $0.isLetter || $0.isDigit || "-_.~,:+*[]".utf8.contains($0) }
  }
}
