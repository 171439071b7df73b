extension RemoteConfigTemplate {
  /// The name of the variation that has the default value of a parameter.
  public static let defaultVariation = "Default"

  /// A parameter of a template, with its values.
  public struct Parameter: Hashable, Sendable {
    /// The key with which the app requests the parameter.
    public let key: String
    /// The name of the group that contains the parameter; `nil` for none.
    public let group: String?
    /// The description of the parameter; `nil` if the template has none.
    public let description: String?
    /// The type of all values of the parameter.
    public let type: ValueType
    /// The value if no condition is true; `nil` if the template has none.
    public let defaultValue: Value?
    /// The values that apply if a condition is true, in descending priority of the conditions.
    public let conditionalValues: [ConditionalValue]

    /// The variations for a tester: the default value, and one variation for each condition, with
    /// the name of the condition.
    ///
    /// The names are unique without regard to letter case: of several conditions with the same name
    /// only the first one is included. A condition that is named like the default gets the suffix `
    /// (condition)`.
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

    /// Returns the value that applies if the given conditions are true: the value of the first true
    /// condition, or else the default value.
    public func value(where conditions: Set<String>) -> Value? {
      conditionalValues.first { conditions.contains($0.condition) }?.value ?? defaultValue
    }
  }

  /// The value that applies if a condition is true.
  public struct ConditionalValue: Hashable, Sendable {
    /// The name of the condition, which the template defines.
    public let condition: String
    /// The value that applies if the condition is true.
    public let value: Value
  }

  /// The value of a parameter, or the Firebase feature that selects it.
  public enum Value: Hashable, Sendable {
    /// A string, to be parsed as the type of the parameter.
    case text(String)
    /// The default value of the app, which the template does not contain.
    case inAppDefault
    /// A value that Firebase selects for each user by machine learning.
    case personalization(id: String)
    /// The string for the users in a rollout; `text` is `nil` if the template has none.
    case rollout(id: String, text: String?)
    /// The value of the user's variant in an experiment.
    case experiment(id: String)

    /// The string of the value; `nil` if the template has none.
    public var text: String? {
      switch self {
      case .text(let text): text
      case .rollout(_, let text): text
      case .inAppDefault, .personalization, .experiment: nil
      }
    }
  }
}
