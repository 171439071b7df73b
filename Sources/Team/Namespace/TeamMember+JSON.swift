import Documents
import FeatureFlags

import struct FoundationEssentials.Date

extension TeamMember {
  /// Decodes the value of a member's key.
  ///
  /// - Throws: The first defect, with its line and field.
  init(id: String, _ bytes: [UInt8]) throws(DocumentError) {
    guard bytes.count <= Limit.teamValueBytes.maximum else {
      throw .limit(.teamValueBytes, found: bytes.count, line: nil)
    }
    let fields = try FieldReader(JSONReader.read(bytes))
    self.init(
      id: id,
      author: try fields.optionalText("by"),
      program: try fields.optionalText("program"),
      feature: try fields.optionalText("feature").map(FeatureName.init(rawValue:)),
      start: try fields.value("at", expected: Date.example, read: Date.init)
    )
  }

  /// The value of the member's key.
  var bytes: [UInt8] {
    var members: [(key: String, value: JSONValue)] = []
    if let author { members.append(("by", .string(author))) }
    if let program { members.append(("program", .string(program))) }
    if let feature { members.append(("feature", .string(feature.rawValue))) }
    members.append(("at", .string(start.formatted(.iso8601))))
    return Array(JSONValue.object(members).text().utf8)
  }
}
