import Documents
import FeatureFlags

extension Datafile {
  /// A variation of a rule: whether the flag is on, and the values of its variables.
  public struct Variation: Hashable, Sendable, DatafileObject {
    /// The id of the variation, a number as text.
    public let id: String
    /// The key of the variation, which decisions contain.
    public let key: String
    /// Whether the flag is on in this variation.
    public var isEnabled: Bool { featureEnabled ?? false }
    /// The state in the datafile; `nil`, which means off, if the datafile does not contain it.
    package let featureEnabled: Bool?
    /// The variables whose values differ from their defaults.
    public let variables: [Setting]

    /// The value of one variable in a variation.
    public struct Setting: Hashable, Sendable, DatafileObject {
      /// The id of the variable whose value is set.
      public let id: String
      /// The value as text, for variables of every type.
      public let value: String

      init(_ fields: some DocumentFields) throws(DocumentError) {
        id = try fields.text("id")
        value = try fields.text("value")
      }
    }

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      key = try fields.text("key")
      featureEnabled = try fields.optionalFlag("featureEnabled")
      variables = try fields.optionalList("variables")
    }
  }
}
