import FeatureFlags

extension AttributeValue {
  /// The value with `…` instead of the members that can be secrets, by their names.
  var withoutSecrets: AttributeValue {
    switch self {
    case .null, .bool, .number: self
    case .string(let text): .string(text.withoutURLSecrets)
    case .list(let values): .list(values.map(\.withoutSecrets))
    case .object(let members):
      .object(
        Dictionary(
          uniqueKeysWithValues: members.map { name, value in
            (name, SecretName.matches(name) ? .string("…") : value.withoutSecrets)
          }
        )
      )
    }
  }
}
