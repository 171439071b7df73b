package import Documents
package import FeatureFlags

import struct FoundationEssentials.Date

/// Encodes and decodes the file of a preset, which users can edit and share.
///
/// An overrides file and the JSON file of `halyard report` can also be read as presets, because they
/// contain the overrides in the same field. A JSON object with only states, variations and values by
/// feature name, such as `{"New Cart": true, "Discount": 35}`, is a preset without a name.
package enum PresetFile {
  /// A parsed preset, with warnings about the unknown fields of its file.
  package struct Reading: Hashable, Sendable {
    package let preset: Preset
    package let warnings: [UnknownField]
  }

  /// The maximum number of warnings about one file.
  private static let warningLimit = 20
  private static let fields = [
    "version", "name", "description", "source", "created", "author", "note", "overrides",
  ]
  private static let overrideFields = Override.fields + [Override.lengthField]
  /// The fields that only reports have; in a report, they cause no warning.
  private static let reportFields = [
    "report", "features", "testCase", "tests", "history", "problems", "screen",
  ]

  /// Parses the content of a file.
  ///
  /// - Throws: An error for the first defect, with its line and field.
  package static func read(_ bytes: [UInt8]) throws(DocumentError) -> Reading {
    let node = try JSONReader.read(bytes)
    guard !isMap(node) else {
      let overrides = try FieldReader.scopedValues(of: node, by: Override.ofPreset)
      return Reading(preset: Preset(overrides: overrides), warnings: [])
    }
    let document = try FieldReader(storedOverrides: node)
    let isReport = document.value("report") != nil
    let preset = Preset(
      name: try document.optionalText("name"),
      description: try document.optionalText("description"),
      source: try document.optionalText("source"),
      created: try document.optional("created", read: Date.init),
      author: try document.optionalText("author"),
      note: try document.optionalText("note"),
      overrides: try document.overrides(of: Override.ofPreset),
      states: isReport ? try states(document) : [:]
    )
    return Reading(preset: preset, warnings: warnings(about: node, isReport: isReport))
  }

  /// Returns whether a document has only Booleans, texts and numbers, and no field of a preset.
  private static func isMap(_ document: Node) -> Bool {
    guard let members = document.members, !members.isEmpty else { return false }
    return members.allSatisfy { member in
      let (key, node) = (member.key, member.node)
      let isPlain = node.bool != nil || node.string != nil || node.number != nil
      return isPlain && !fields.contains(key) && !reportFields.contains(key)
    }
  }

  /// Parses a JSON object with only overrides by feature name, such as `{"New Cart": true}`.
  ///
  /// - Throws: An error for the first defect, with its line and field.
  package static func overrides(
    _ bytes: [UInt8]
  ) throws(DocumentError) -> [OverrideKey: Override] {
    try FieldReader.scopedValues(of: try JSONReader.read(bytes), by: Override.ofPreset)
  }

  private static func states(
    _ document: FieldReader
  ) throws(DocumentError) -> [Feature.Name: Preset.State] {
    var states: [Feature.Name: Preset.State] = [:]
    for (name, state) in try document.optionalList("features", of: state) ?? [] {
      // Skips features without a state, which are not in the source of the report.
      guard let state, states[name] == nil else { continue }
      states[name] = state
    }
    return states
  }

  private static func state(
    _ node: Node
  ) throws(DocumentError) -> (Feature.Name, Preset.State?) {
    let fields = try FieldReader(node)
    let name = Feature.Name(rawValue: try fields.text("name"))
    let isEnabled = try fields.optionalFlag("enabled")
    let state = Preset.State(
      isEnabled: isEnabled ?? false,
      variation: try fields.optionalText("variation").map { TestVariation(name: $0) },
      isUnlocked: try fields.optionalFlag("unlocked"),
      variables: try fields.optionalValues("variables", of: VariableValue.init(reading:)) ?? [:]
    )
    return (name, isEnabled == nil ? nil : state)
  }

  private static func warnings(about document: Node, isReport: Bool) -> [UnknownField] {
    let fields = isReport ? fields + reportFields : fields
    var warnings = UnknownField.fields(of: document, among: fields)
    for member in document["overrides"]?.members ?? [] {
      guard warnings.count < warningLimit else { break }
      for node in member.node.list ?? [member.node] {
        warnings += UnknownField.fields(of: node, among: overrideFields, feature: member.key)
      }
    }
    return Array(warnings.prefix(warningLimit))
  }

  /// Encodes a preset as an indented JSON file, sorted by feature and scope.
  package static func write(_ preset: Preset) -> [UInt8] {
    JSONValue.object(preset.members).fileBytes
  }
}

extension Preset {
  /// The preset as members of a JSON object; the file of a report contains further members.
  package var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [("version", .integer(overrides.fileVersion))]
    for (key, text) in [
      ("name", name), ("description", description), ("source", source),
      ("created", created?.formatted(.iso8601)), ("author", author), ("note", note),
    ] {
      if let text { members.append((key, .string(text))) }
    }
    return members + [("overrides", JSONValue(overrides) { $1.outlivingSession.storedMembers })]
  }
}
