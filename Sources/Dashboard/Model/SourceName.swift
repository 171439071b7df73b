import Frame

/// The name of a source in several lengths.
struct SourceName: Hashable, Sendable {
  /// The whole name.
  let whole: DisplayText
  /// The host and the last part of the path of an address; any other name as it is.
  let short: DisplayText
  private let isAddress: Bool

  /// Takes a file name, or the address of a server, apart.
  init(_ name: String) {
    whole = DisplayText(name, limit: Span.limit)
    guard let scheme = name.firstRange(of: "://") else {
      short = whole
      isAddress = false
      return
    }
    let rest = name[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
    let parts = rest.split(separator: "/")
    // What stands before the host may be a password.
    var words = parts.first?.split(separator: "@").last.map(String.init) ?? ""
    if parts.count > 2 { words += "/…" }
    if parts.count > 1, let last = parts.last { words += "/" + last }
    short = DisplayText(words, limit: Span.limit)
    isAddress = true
  }

  /// The name in at most so many cells: an address is cut in its middle, any other name at its end.
  func short(to columns: Int) -> DisplayText {
    isAddress ? short.truncatedInMiddle(to: columns) : short.truncated(to: columns)
  }
}
