extension RemoteConfigTemplate {
  /// One parameter of a template.
  public struct Parameter: Hashable, Sendable {
    /// The name by which the app asks for the parameter.
    public let key: String
    /// The name of the group that the parameter is in.
    public let group: String?
    /// What the parameter is about.
    public let description: String?
    /// The type of all its values.
    public let type: ValueType
    /// The value where no condition holds; `nil` gives none.
    public let defaultValue: Value?
    /// The values where a condition holds, in the order in which the template asks them.
    public let conditionalValues: [ConditionalValue]

    /// The value where some conditions hold: that of the first one, or the default.
    public func value(where conditions: Set<String>) -> Value? {
      conditionalValues.first { conditions.contains($0.condition) }?.value ?? defaultValue
    }
  }

  /// The value where a condition holds.
  public struct ConditionalValue: Hashable, Sendable {
    /// The name of the condition.
    public let condition: String
    /// The value.
    public let value: Value
  }

  /// What a parameter is set to.
  public enum Value: Hashable, Sendable {
    /// A text, of whatever type the parameter has.
    case text(String)
    /// Nothing: the app keeps its own default.
    case inAppDefault
    /// What Firebase finds best for each user.
    case personalization(id: String)
    /// A text for those users that a rollout has reached.
    case rollout(id: String, text: String?)
    /// What the user's variant of an experiment has.
    case experiment(id: String)

    /// The text, where the template has one.
    public var text: String? {
      switch self {
      case .text(let text): text
      case .rollout(_, let text): text
      case .inAppDefault, .personalization, .experiment: nil
      }
    }
  }
}
