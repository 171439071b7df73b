/// Removes the secrets of a URL before the URL is displayed, logged or written to a file.
package enum URLRedaction {
  /// Returns the URL without user name and password, and with `…` as the value of each query
  /// parameter that can be a secret.
  ///
  /// `https://ana:pw@host/x?token=abc&page=2` becomes `https://host/x?token=…&page=2`. A text that is
  /// not a URL is returned unchanged.
  package static func redacted(_ url: String) -> String {
    let url = withoutUser(url)
    guard url.contains("://"), let start = url.firstIndex(where: { $0 == "?" || $0 == "#" }) else {
      return url
    }
    var result = String(url[..<start])
    var rest = url[start...]
    while let separator = rest.popFirst() {
      let parameter = rest.prefix { !"?&;#".contains($0) }
      rest = rest[parameter.endIndex...]
      result.append(separator)
      result += redacted(parameter: parameter)
    }
    return result
  }

  /// Returns the URL without user name and password; other secrets remain.
  package static func withoutUser(_ url: String) -> String {
    guard let start = url.firstRange(of: "://")?.upperBound else { return url }
    let rest = url[start...]
    let authority = rest.prefix { !"/?#".contains($0) }
    // An unescaped slash in a password ends the authority early, which then has no valid port: search
    // the rest of the URL for the @ after the password.
    let searched = authority.contains("@") || hasPort(authority) ? authority : rest
    guard let mark = searched.lastIndex(of: "@") else { return url }
    return String(url[..<start] + url[url.index(after: mark)...])
  }

  /// Whether the authority of a URL has no port or a valid port.
  private static func hasPort(_ authority: Substring) -> Bool {
    guard !authority.hasPrefix("["), let colon = authority.firstIndex(of: ":") else { return true }
    let port = authority[authority.index(after: colon)...]
    return port.isEmpty || UInt16(port) != nil
  }

  private static func redacted(parameter: Substring) -> String {
    guard let equals = parameter.firstIndex(of: "="), isSecret(String(parameter[..<equals])) else {
      return String(parameter)
    }
    let value = parameter[parameter.index(after: equals)...]
    return value.isEmpty ? String(parameter) : parameter[...equals] + "…"
  }

  /// Whether the value of a query parameter or an attribute can be a secret, by its name.
  package static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased().filter { !"-_.".contains($0) }
    return names.contains(name) || parts.contains { name.contains($0) }
      || endings.contains { name.hasSuffix($0) }
  }

  private static let names: Set = ["code", "jwt", "pass", "pw", "sas", "session", "sid"]
  private static let parts = [
    "token", "secret", "passw", "passphrase", "apikey", "signature", "credential", "authoriz",
  ]
  private static let endings = ["auth", "key", "pwd", "sig"]
}
