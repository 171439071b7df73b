import Text

/// The name of a source in several lengths, so that it fits on narrow screens.
struct SourceName: Hashable, Sendable {
  /// The full name: a URL, or a file name.
  let whole: DisplayText
  /// The host and the last path component of a URL; a file name is unchanged.
  let short: DisplayText
  private let isURL: Bool

  /// Parses a URL or a file name.
  init(_ name: String) {
    whole = DisplayText(line: name)
    guard let scheme = name.firstRange(of: "://") else {
      short = whole
      isURL = false
      return
    }
    let rest = name[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
    let parts = rest.split(separator: "/")
    // Drops the user information before the host, because it may contain a password.
    var text = parts.first?.split(separator: "@").last.map(String.init) ?? ""
    if parts.count > 2 { text += "/…" }
    if parts.count > 1, let last = parts.last { text += "/" + last }
    short = DisplayText(line: text)
    isURL = true
  }

  /// The short name, truncated to the given number of cells: a path loses its folders
  /// first.
  func short(to columns: Int) -> DisplayText {
    guard !isURL else { return short.truncatedInMiddle(to: columns) }
    guard short.width > columns, let slash = short.text.lastIndex(of: "/") else {
      return short.truncated(to: columns)
    }
    return DisplayText("…" + short.text[slash...]).truncatedInMiddle(to: columns)
  }
}
