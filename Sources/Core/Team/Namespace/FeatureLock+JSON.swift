import Documents
import FeatureFlags
import Workbench

import struct FoundationEssentials.Date

extension FeatureLock {
  /// Decodes the value of a lock's key.
  ///
  /// - Throws: The first defect, with its line and field.
  init(_ feature: Feature.Name, _ bytes: [UInt8]) throws(DocumentError) {
    let fields = try FieldReader(TeamValue.read(bytes))
    self.init(
      feature: feature,
      author: try fields.optionalText("by"),
      reason: try fields.optionalText("reason") ?? "",
      start: try fields.value("at", expected: Date.example, read: Date.init),
      end: try fields.value("until", expected: Date.example, read: Date.init)
    )
  }

  /// The value of the lock's key.
  var bytes: [UInt8] {
    TeamValue.write([
      ("by", author.map(JSONValue.string)),
      ("reason", reason.isEmpty ? nil : .string(reason)),
      ("at", .string(start.formatted(.iso8601))),
      ("until", .string(end.formatted(.iso8601))),
    ])
  }
}
