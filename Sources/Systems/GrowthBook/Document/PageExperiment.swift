import Documents
import FeatureFlags
import Targeting

/// An experiment on pages, which browsers evaluate, and a server for SDKs with remote evaluation.
struct PageExperiment: Sendable {
  /// The users of the variations.
  let rule: GrowthBookRule
  /// The pages of the experiment: all if there is no pattern at all.
  let patterns: [(pattern: PagePattern, isIncluded: Bool)]?
  /// Whether no user takes part who is not forced to.
  let isInactive: Bool
  /// Whether the experiment has ended, so that only its forced variation is shown.
  let isStopped: Bool
  /// The variation of all users who take part; `nil` if their numbers decide.
  let forced: Int?
  /// The position among the experiments of the document.
  let index: Int

  /// Reads the experiment at a position.
  init(
    _ value: some DocumentValue,
    at index: Int,
    _ compiler: inout Compiler
  ) throws(DocumentError) {
    let fields = try value.fields()
    compiler.feature = try fields.text("key")
    (compiler.values, compiler.ruleCount) = (FeatureValues(), 0)
    rule = try GrowthBookRule(fields, isOfPage: true, &compiler)
    patterns = value.node["urlPatterns"]?.list?.map {
      node -> (pattern: PagePattern, isIncluded: Bool) in
      let pattern = PagePattern(type: node["type"]?.string, node["pattern"]?.string ?? "")
      return (pattern, node["include"]?.bool ?? true)
    }
    let status = value.node["status"]?.string
    isInactive = status == "draft" || value.node["active"]?.bool == false
    isStopped = status == "stopped"
    forced = value.node["force"]?.number.map { Int(exactly: $0) ?? -1 }
    self.index = index
  }

  func includes(_ page: PageAddress) -> Bool {
    guard let patterns else { return true }
    let excluding = patterns.filter { !$0.isIncluded }
    let including = patterns.filter(\.isIncluded)
    guard !patterns.isEmpty, !excluding.contains(where: { $0.pattern.matches(page) }) else {
      return false
    }
    return including.isEmpty || including.contains { $0.pattern.matches(page) }
  }
}

/// The address of a page, for the targeting of experiments on pages.
struct PageAddress {
  /// The whole address, with a scheme and a host.
  let text: String
  let host: Substring
  let path: Substring
  /// The path with what comes after it.
  let relative: String
  /// The part after `#`; empty for none.
  let fragment: Substring
  /// The parameters of the query that have a name, in their order.
  let query: [(name: String, value: String)]

  /// Splits an address; one without a host has a host that no page has, as in browsers.
  init(_ address: String) {
    text = address.contains("://") ? address : "https://_/" + address.drop { $0 == "/" }
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    let whole = text[start...]
    let mark = whole.firstIndex(of: "#") ?? whole.endIndex
    fragment = whole[mark...].dropFirst()
    let located = whole[..<mark]
    let question = located.firstIndex(of: "?") ?? located.endIndex
    let slash = located[..<question].firstIndex(of: "/") ?? question
    host = located[..<slash]
    path = slash < question ? located[slash..<question] : "/"
    relative = (slash < question ? "" : "/") + text[slash...]
    query = located[question...].dropFirst().split(separator: "&").map { part in
      let parts = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// The first value of a parameter of the query; `nil` for none.
  func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }

}

/// A pattern of addresses, to which an experiment on pages is limited or does not extend.
enum PagePattern: Sendable {
  /// An address whose parts can have `*` for any characters.
  case simple(String)
  case expression(RegularExpression)
  /// A pattern of an unknown type, or a malformed one, which no page matches.
  case never

  init(type: String?, _ pattern: String) {
    switch type {
    case "simple": self = .simple(pattern)
    case "regex":
      // Drops the defect: browsers ignore a malformed expression.
      self = (try? RegularExpression(pattern)).map(Self.expression) ?? .never
    default: self = .never
    }
  }

  func matches(_ page: PageAddress) -> Bool {
    switch self {
    case .never: return false
    case .expression(let expression):
      return [page.text, page.relative].contains { expression.search($0) == .found(true) }
    case .simple(let pattern):
      let isAbsolute = pattern.contains("://")
      // A point before the path belongs to a host, as in browsers.
      let hasHost = isAbsolute || pattern.prefix { !":/?".contains($0) }.contains(".")
      let expected = PageAddress(hasHost && !isAbsolute ? "https://" + pattern : pattern)
      return (!hasHost || Self.matches(page.host, expected.host))
        && Self.matches(Self.trimmed(page.path), Self.trimmed(expected.path))
        && (expected.fragment.isEmpty || Self.matches(page.fragment, expected.fragment))
        && expected.query.allSatisfy { Self.matches(page.parameter($0.name) ?? "", $0.value) }
    }
  }

  /// The path without the slashes at its ends.
  private static func trimmed(_ path: Substring) -> Substring {
    var path = path
    if path.hasPrefix("/") { path.removeFirst() }
    if path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Whether a text matches a pattern with `*`, regardless of letter case.
  private static func matches(_ text: some StringProtocol, _ pattern: some StringProtocol) -> Bool {
    let (text, pattern) = (Array(text.lowercased().utf8), Array(pattern.lowercased().utf8))
    // The position after the last `*`, and the position in the text from which it was tried.
    var (position, index, star, retried) = (0, 0, -1, 0)
    while position < text.count {
      if index < pattern.count, pattern[index] == UInt8(ascii: "*") {
        (star, retried) = (index + 1, position)
        index = star
      } else if index < pattern.count, pattern[index] == text[position] {
        (index, position) = (index + 1, position + 1)
      } else if star >= 0 {
        retried += 1
        (index, position) = (star, retried)
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
