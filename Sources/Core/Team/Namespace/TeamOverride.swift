import Documents
import FeatureFlags

/// The encoding of an override in etcd: the JSON object of an overrides file, without the process that owns
/// a session override.
enum TeamOverride {
  /// Decodes a value.
  ///
  /// - Throws: The first defect, with its line and field.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> Override {
    normalized(try Override(TeamValue.read(bytes)))
  }

  /// Encodes an override.
  static func write(_ override: Override) -> [UInt8] {
    Array(normalized(override).storedJSON.text().utf8)
  }

  /// Returns an override as other programs read it from etcd: with times in the stored precision, and
  /// without the process that owns a session override, because its identifier is valid on one machine only.
  static func normalized(_ override: Override) -> Override {
    var override = override.inStoredPrecision
    override.session = nil
    return override
  }
}
