import FeatureFlags

extension Datafile {
  /// One outcome of a rule.
  public struct Variation: Hashable, Sendable {
    /// The number by which the service knows the variation, as text.
    public let id: String
    /// The name of the variation.
    public let key: String
    /// Whether the flag is on in this variation.
    public let isEnabled: Bool
    /// The variables whose values differ from their defaults.
    public let variables: [Setting]

    /// The value of one variable in a variation.
    public struct Setting: Hashable, Sendable {
      /// The identifier of the variable.
      public let id: String
      /// The value as text, whatever the type of the variable.
      public let value: String

      init(_ node: Node) throws(ConfigurationError) {
        let fields = try FieldReader(node)
        id = try fields.text("id")
        value = try fields.text("value")
      }
    }

    init(_ node: Node) throws(ConfigurationError) {
      let fields = try FieldReader(node)
      id = try fields.text("id")
      key = try fields.text("key")
      isEnabled = try fields.optionalFlag("featureEnabled") ?? false
      variables = try fields.optionalList("variables", of: Setting.init) ?? []
    }
  }
}
