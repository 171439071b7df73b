import Documents

/// The encoding of a configuration.
///
/// It is detected from the content when a configuration is parsed, not from the name of the file.
public enum ConfigurationType: String, Hashable, Sendable, CaseIterable {
  /// A property list, XML or binary.
  case plist
  /// JSON or JSON5.
  case json

  init(_ encoding: DocumentEncoding) {
    switch encoding {
    case .plist: self = .plist
    case .json: self = .json
    }
  }
}
