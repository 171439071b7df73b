import Documents
import FeatureFlags

extension SettingsFile {
  /// Saves a persona; one of the same name is changed, and keys that this version does not know stay.
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
        // The user dialog has no text for "in no segment", as opposed to "unknown".
        if value == nil, key == "segments", former == .list([]) { continue }
        guard value != former else { continue }
        let place = path + [.index(index), .key(key)]
        if let value { text.set(value, at: place) } else { text.remove(at: place) }
      }
    }
  }
}

extension Persona {
  /// The members of the persona beside its name; `nil` for those that it does not have.
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
