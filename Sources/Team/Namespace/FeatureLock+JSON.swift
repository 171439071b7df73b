import Documents
import FeatureFlags

import struct FoundationEssentials.Date

extension FeatureLock {
  /// Decodes the value of a lock's key.
  ///
  /// - Throws: The first defect, with its line and field.
  init(_ feature: FeatureName, _ bytes: [UInt8]) throws(DocumentError) {
    guard bytes.count <= Limit.teamValueBytes.maximum else {
      throw .limit(.teamValueBytes, found: bytes.count, line: nil)
    }
    let fields = try FieldReader(JSONReader.read(bytes))
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
    var members: [(key: String, value: JSONValue)] = []
    if let author { members.append(("by", .string(author))) }
    if !reason.isEmpty { members.append(("reason", .string(reason))) }
    members.append(("at", .string(start.formatted(.iso8601))))
    members.append(("until", .string(end.formatted(.iso8601))))
    return Array(JSONValue.object(members).text().utf8)
  }
}
