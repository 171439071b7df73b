import Frame

/// The name of a source in several lengths.
struct SourceName: Hashable, Sendable {
  /// The whole name.
  let whole: DisplayText
  /// The host and the last path component of a URL; any other name unchanged.
  let short: DisplayText
  private let isAddress: Bool

  /// Parses a file name or a URL.
  init(_ name: String) {
    whole = DisplayText(line: name)
    guard let scheme = name.firstRange(of: "://") else {
      short = whole
      isAddress = false
      return
    }
    let rest = name[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
    let parts = rest.split(separator: "/")
    // Drops the user information before the host, which may contain a password.
    var text = parts.first?.split(separator: "@").last.map(String.init) ?? ""
    if parts.count > 2 { text += "/…" }
    if parts.count > 1, let last = parts.last { text += "/" + last }
    short = DisplayText(line: text)
    isAddress = true
  }

  /// The name truncated to a number of cells: a URL in its middle, any other name at its end.
  func short(to columns: Int) -> DisplayText {
    isAddress ? short.truncatedInMiddle(to: columns) : short.truncated(to: columns)
  }
}
