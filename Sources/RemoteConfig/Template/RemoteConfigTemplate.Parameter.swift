extension RemoteConfigTemplate {
  /// The name of the variation that stands for the default value.
  public static let defaultVariation = "Default"

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

    /// What a tester can choose from: the default, and each condition's value under its name.
    ///
    /// Letter case does not tell variations apart, so that a condition whose name is there already
    /// is left out, and one that is named like the default is marked as a condition.
    var variations: [(name: String, value: Value?)] {
      let usual = RemoteConfigTemplate.defaultVariation
      var variations: [(name: String, value: Value?)] = [(usual, defaultValue)]
      var names: Set<String> = [usual.lowercased()]
      for conditional in conditionalValues {
        let isUsual = conditional.condition.lowercased() == usual.lowercased()
        let name = conditional.condition + (isUsual ? " (condition)" : "")
        guard names.insert(name.lowercased()).inserted else { continue }
        variations.append((name, conditional.value))
      }
      return variations
    }

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
