/// The rule for the names that users give to files and folders, such as those of workspaces and
/// presets.
package enum FileName {
  /// The largest length of a name in bytes.
  package static let limit = 100

  /// The reason why a text cannot be a name.
  package enum Defect: Hashable, Sendable {
    case empty
    /// The name has more than ``FileName/limit`` bytes.
    case tooLong
    /// The name contains a slash, or starts with a dot.
    case path
    /// The name contains a control character, a bidirectional control or a line separator, which
    /// can make it look like another name; or U+FFFD, which represents bytes that are not UTF-8.
    case control

    /// The violated part of the rule, for an error message.
    package var message: String {
      switch self {
      case .empty: "a name may not be empty"
      case .tooLong: "a name may not have more than \(limit) bytes"
      case .path: "a name may not contain \"/\" or start with \".\""
      case .control: "a name may not contain control characters"
      }
    }
  }

  /// Returns the reason why a text cannot be a name; `nil` for a valid name.
  package static func defect(in name: String) -> Defect? {
    if name.isEmpty { return .empty }
    if name.utf8.count > limit { return .tooLong }
    if name.hasPrefix(".") || name.utf8.contains(UInt8(ascii: "/")) { return .path }
    return name.unicodeScalars.contains(where: \.isRefused) ? .control : nil
  }
}

extension Unicode.Scalar {
  fileprivate var isRefused: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl || self == "\u{FFFD}"
    }
  }
}
