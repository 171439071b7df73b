extension AttributeValue {
  /// The value with `…` instead of the members that can be secrets, by their names.
  package var withoutSecrets: AttributeValue {
    switch self {
    case .null, .bool, .number: self
    case .string(let text): .string(text.withoutURLSecrets)
    case .list(let values): .list(values.map(\.withoutSecrets))
    case .object(let members): .object(members.withoutSecrets)
    }
  }

  /// Returns the value of a member with a name, or `…` if the name is that of a secret.
  package func withoutSecrets(of name: String) -> AttributeValue {
    SecretName.matches(name) ? .string("…") : withoutSecrets
  }
}

extension [String: AttributeValue] {
  /// The members with `…` instead of the values that can be secrets, by their names.
  package var withoutSecrets: [String: AttributeValue] {
    Dictionary(
      uniqueKeysWithValues: map { name, value in
        (name, value.withoutSecrets(of: name))
      }
    )
  }
}
