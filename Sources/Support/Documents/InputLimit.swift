/// A bound on the input, so that no document can exhaust memory or time.
///
/// The table in `docs/reference/limits.md` lists all limits of the project; a test compares the table with
/// these cases.
public enum InputLimit: String, Hashable, Sendable, CaseIterable {
  /// The size of a configuration in a file or on standard input.
  case documentBytes
  /// The size of a file of a workspace, such as `overrides.json`.
  case workspaceFileBytes
  /// The size of the value of one override of a team.
  case teamValueBytes
  /// The size of all keys and values in the namespace of a team; each comma of a value counts as 64 bytes
  /// more, because a decoded member takes much more memory than its text.
  case teamBytes
  /// The number of keys of the namespace of a team.
  case teamKeys
  /// The number of values of one response of etcd, which are in memory at once.
  case teamResponseValues
  /// The nesting of lists and objects in a document.
  case depth
  /// The number of entries in the list of features of a document.
  case features
  /// The number of values that are in memory at once during parsing: the values of one feature, or
  /// of a whole datafile, template, response or property list.
  case values
  /// The number of scalars of one grapheme cluster; the scalars beyond the limit are replaced by one U+FFFD.
  case clusterScalars
  /// The number of stored errors of a configuration, and the number of its stored warnings; further ones are
  /// only counted.
  case problems

  /// The largest allowed amount, in the unit of the limit.
  public var maximum: Int {
    switch self {
    case .documentBytes: 256 << 20
    case .workspaceFileBytes: 16 << 20
    case .teamValueBytes: 1 << 20
    case .teamBytes: 16 << 20
    case .teamKeys: 50_000
    case .teamResponseValues: 250_000
    case .depth: 200
    case .features: 1_000_000
    case .values: 8_000_000
    case .clusterScalars: 64
    case .problems: 10_000
    }
  }
}

extension InputLimit: CustomStringConvertible {
  /// The unit of the limit, such as "bytes", for messages.
  public var description: String {
    switch self {
    case .documentBytes, .workspaceFileBytes, .teamValueBytes, .teamBytes: "bytes"
    case .teamKeys: "keys"
    case .depth: "nested lists and objects"
    case .features: "features"
    case .values, .teamResponseValues: "values"
    case .clusterScalars: "scalars in one character"
    case .problems: "problems"
    }
  }
}
