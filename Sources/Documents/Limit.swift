/// A bound on the input, so that no document can exhaust memory or time.
///
/// The table in `docs/limits.md` lists all limits of the project; a test compares it with these.
public enum Limit: String, Hashable, Sendable, CaseIterable {
  /// The size of a configuration in a file or on standard input.
  case documentBytes
  /// The size of a file of a workspace, such as `overrides.json`.
  case workspaceFileBytes
  /// The nesting of lists and objects in a document.
  case depth
  /// The entries in the list of features of a document.
  case features
  /// The values that are in memory at once while a document is parsed: those of one feature, or of
  /// a whole datafile, template, response or property list.
  case values
  /// The scalars of one grapheme cluster; further ones are replaced by one U+FFFD.
  case clusterScalars
  /// The errors, and likewise the warnings, that are stored for a configuration; further ones are
  /// counted.
  case problems

  /// The largest allowed number.
  public var maximum: Int {
    switch self {
    case .documentBytes: 256 << 20
    case .workspaceFileBytes: 16 << 20
    case .depth: 200
    case .features: 1_000_000
    case .values: 8_000_000
    case .clusterScalars: 64
    case .problems: 10_000
    }
  }
}

extension Limit: CustomStringConvertible {
  /// The unit of the limit.
  public var description: String {
    switch self {
    case .documentBytes, .workspaceFileBytes: "bytes"
    case .depth: "nested lists and objects"
    case .features: "features"
    case .values: "values"
    case .clusterScalars: "scalars in one character"
    case .problems: "problems"
    }
  }
}
