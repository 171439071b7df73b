import Documents
import FeatureFlags
import Workbench

import struct FoundationEssentials.Date

extension TeamMember {
  /// Decodes the value of a member's key.
  ///
  /// - Throws: The first defect, with its line and field.
  init(id: String, _ bytes: [UInt8]) throws(DocumentError) {
    let fields = try FieldReader(TeamValue.read(bytes))
    self.init(
      id: id,
      author: try fields.optionalText("by"),
      program: try fields.optionalText("program"),
      feature: try fields.optionalText("feature").map(Feature.Name.init(rawValue:)),
      start: try fields.value("at", expected: Date.example, read: Date.init)
    )
  }

  /// The value of the member's key.
  var bytes: [UInt8] {
    TeamValue.write([
      ("by", author.map(JSONValue.string)),
      ("program", program.map(JSONValue.string)),
      ("feature", feature.map { .string($0.rawValue) }),
      ("at", .string(start.formatted(.iso8601))),
    ])
  }
}
