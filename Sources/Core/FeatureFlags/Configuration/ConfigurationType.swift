import Documents

/// The encoding of a document of features.
///
/// The encoding is detected from the content of a document, not from the name of its file.
public enum ConfigurationType: String, Hashable, Sendable, CaseIterable {
  /// A property list in XML or binary form.
  case plist
  /// JSON or JSON5; a configuration is encoded as plain JSON.
  case json

  init(_ encoding: DocumentEncoding) {
    switch encoding {
    case .plist: self = .plist
    case .json: self = .json
    }
  }
}
