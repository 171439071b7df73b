import Documents
import FeatureFlags
import Targeting

/// An experiment that changes web pages; evaluated by browsers, and by the server for SDKs with remote
/// evaluation.
struct PageExperiment: Sendable {
  /// The targeting and the bucketing of the experiment, which has the same members as a rule.
  let rule: GrowthBookRule
  /// The URL patterns of the pages.
  ///
  /// With `nil` the experiment includes all pages; with an empty list, none.
  let patterns: [(pattern: PagePattern, isIncluded: Bool)]?
  /// Whether the experiment is a draft or inactive, so that it includes only users whose variation is
  /// forced.
  let isInactive: Bool
  /// Whether the experiment has ended, so that users get only its forced variation, if any.
  let isStopped: Bool
  /// The index of the variation that all included users get; `nil` if bucketing decides.
  let forced: Int?
  /// The index in the list of experiments of the document.
  let index: Int

  /// Parses the experiment; `index` is its position in the document.
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

/// The URL of a page, divided into the parts that URL patterns compare.
struct PageAddress {
  /// The whole URL, with a scheme and a host.
  let text: String
  let host: Substring
  let path: Substring
  /// The path with the query and the fragment.
  let relative: String
  /// The part after `#`; empty if there is none.
  let fragment: Substring
  /// The query parameters, in their order and with repetitions.
  let query: [(name: String, value: String)]

  /// Parses a URL.
  ///
  /// If it has no host, a placeholder host is used that matches no page, as in browsers.
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

  /// Returns the first value of a query parameter; `nil` if there is none.
  func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }

}

/// A URL pattern that includes or excludes pages of an experiment.
enum PagePattern: Sendable {
  /// A URL in which `*` matches any characters.
  case simple(String)
  case expression(RegularExpression)
  /// A pattern that matches no page, because it is malformed or of an unknown type.
  case never

  init(type: String?, _ pattern: String) {
    switch type {
    case "simple": self = .simple(pattern)
    case "regex":
      // Drops the defect: browsers ignore a malformed regular expression.
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
      // As in browsers, a dot before the first slash means that the pattern begins with a host.
      let hasHost = isAbsolute || pattern.prefix { !":/?".contains($0) }.contains(".")
      let expected = PageAddress(hasHost && !isAbsolute ? "https://" + pattern : pattern)
      return (!hasHost || Self.matches(page.host, expected.host))
        && Self.matches(Self.trimmed(page.path), Self.trimmed(expected.path))
        && (expected.fragment.isEmpty || Self.matches(page.fragment, expected.fragment))
        && expected.query.allSatisfy { Self.matches(page.parameter($0.name) ?? "", $0.value) }
    }
  }

  /// The path without a leading and a trailing slash.
  private static func trimmed(_ path: Substring) -> Substring {
    var path = path
    if path.hasPrefix("/") { path.removeFirst() }
    if path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Returns whether a string matches a pattern with `*`, ignoring letter case.
  private static func matches(_ text: some StringProtocol, _ pattern: some StringProtocol) -> Bool {
    let (text, pattern) = (Array(text.lowercased().utf8), Array(pattern.lowercased().utf8))
    // `star` is the position after the last `*` of the pattern; `retried` is the position in the text
    // from which the rest of the pattern was last tried.
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
