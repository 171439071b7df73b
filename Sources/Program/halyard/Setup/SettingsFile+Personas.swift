import Documents
import FeatureFlags

extension SettingsFile {
  /// Adds a persona, or changes the persona of the same name, whose unknown keys are preserved.
  ///
  /// - Throws: `unreadable`, `malformed` or `unwritable`; the file is unchanged.
  func save(_ persona: Persona) throws(WorkspaceError) {
    try change { text, settings throws(DocumentError) in
      let path = [JSONText.Step.key(Setting.personas.name)]
      guard let node = settings[Setting.personas.name], !node.isNull else {
        return text.set(.list([persona.json]), at: path)
      }
      guard let list = node.list else {
        throw node.mismatch(expected: Setting.personas.expected).inside(Setting.personas.name)
      }
      let index = list.lastIndex { $0["name"]?.string == persona.name }
      guard let index else {
        return text.set(persona.json, at: path + [.index(list.count)])
      }
      for (key, value) in persona.fields {
        let former = list[index][key].flatMap { JSONValue($0) }
        // Keeps an empty list of segments ("in no segment"): the user dialog cannot distinguish it from
        // unknown segments.
        if value == nil, key == "segments", former == .list([]) { continue }
        guard value != former else { continue }
        let place = path + [.index(index), .key(key)]
        if let value { text.set(value, at: place) } else { text.remove(at: place) }
      }
    }
  }
}

extension Persona {
  /// The JSON members of the persona without its name; a member that the persona lacks is `nil`.
  fileprivate var fields: [(key: String, value: JSONValue?)] {
    [
      ("key", user.targetingKey.map(JSONValue.string)),
      ("attributes", user.attributes.isEmpty ? nil : AttributeValue.object(user.attributes).json),
      ("segments", user.segments.map { .list($0.sorted().map(JSONValue.string)) }),
    ]
  }

  fileprivate var json: JSONValue {
    .object(
      [("name", .string(name))]
        + fields.compactMap { field in field.value.map { (field.key, $0) } }
    )
  }
}
