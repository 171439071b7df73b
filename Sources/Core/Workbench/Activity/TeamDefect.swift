public import Documents
import FeatureFlags

/// A key of a team's namespace in etcd that is skipped, because Halyard did not write the key, or because its
/// value cannot be used.
public struct TeamDefect: Hashable, Sendable {
  /// The name of the key, such as `/halyard/v1/staging/override/Theme`.
  public let key: String
  /// The reason why the value cannot be used; `nil` for a key that Halyard does not write.
  public let error: DocumentError?

  /// The maximum number of skipped keys that are reported; further keys are skipped without a report.
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
    // Shortens both texts: other programs chose the key and its fields, whose names can be very long.
    let reason = error.map { "\($0)".excerpt } ?? "Halyard does not use it"
    return "\(key.excerpt): this key in etcd is ignored: \(reason)"
  }
}
