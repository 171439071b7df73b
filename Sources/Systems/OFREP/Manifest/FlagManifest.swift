package import Documents
package import FeatureFlags

/// The manifest of OpenFeature, from which the command-line tool `openfeature` generates typed code.
///
/// It has the key, the type and the default value of each flag.
package struct FlagManifest: Sendable {
  /// A flag of the manifest; its type is the type of its default value.
  package struct Flag: Sendable {
    package let key: String
    package let value: VariableValue
    /// The description of the flag; `nil` if there is none.
    package let description: String?

    package init(key: String, value: VariableValue, description: String?) {
      self.key = key
      self.value = value
      self.description = description
    }
  }

  /// The flags, in the order of the source.
  package var flags: [Flag]

  package init(flags: [Flag]) {
    self.flags = flags
  }

  /// The URL of the JSON schema to which the file refers.
  private static let schema =
    "https://raw.githubusercontent.com/open-feature/cli/main/schema/v0/flag-manifest.json"

  /// The manifest in the form of the file `flags.json`, in which the flags are an object.
  package var file: JSONValue {
    let members = flags.map { flag in
      var members = [("flagType", JSONValue.string(flag.type)), ("defaultValue", flag.value.json)]
      if let description = flag.description {
        members.append(("description", .string(description)))
      }
      return (key: flag.key, value: JSONValue.object(members.map { (key: $0.0, value: $0.1) }))
    }
    return .object([("$schema", .string(Self.schema)), ("flags", .object(members))])
  }

  /// The manifest in the form of a server response, in which the flags are a list.
  package var response: JSONValue {
    let list = flags.map { flag in
      JSONValue.object([
        ("key", .string(flag.key)), ("type", .string(flag.type)),
        ("description", .text(flag.description)), ("defaultValue", flag.value.json),
      ])
    }
    return .object([("flags", .list(list))])
  }
}

extension FlagManifest.Flag {
  static let types: [(name: String, type: VariableType)] = [
    ("boolean", .boolean), ("string", .string), ("integer", .integer), ("float", .double),
    ("object", .json),
  ]

  var type: String { Self.types.first { $0.type == value.type }?.name ?? "object" }
}
