public import Documents

/// A key of a namespace that is skipped, because Halyard did not write it, or because its value cannot be
/// used.
public struct TeamDefect: Hashable, Sendable {
  /// The name of the key, such as `/halyard/v1/staging/override/Theme`.
  public let key: String
  /// The reason why the value cannot be used; `nil` for a key that Halyard does not write.
  public let error: DocumentError?

  /// The number of skipped keys that are listed; the keys after them are skipped too.
  package static let listLimit = 1_000

  /// Creates a defect.
  public init(key: [UInt8], error: DocumentError?) {
    self.key = String(decoding: key, as: UTF8.self)
    self.error = error
  }
}

extension TeamDefect: CustomStringConvertible {
  /// The error message: the key and the reason.
  public var description: String {
    // Others have chosen the key and the names of its fields.
    let reason = error.map { "\($0)".excerpt } ?? "not a key of Halyard"
    return "\(key.excerpt): skipped: \(reason)"
  }
}
