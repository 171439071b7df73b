extension RemoteConfigTemplate {
  /// The name of the variation with the default value.
  public static let defaultVariation = "Default"

  /// One parameter of a template.
  public struct Parameter: Hashable, Sendable {
    /// The key by which the app requests the parameter.
    public let key: String
    /// The name of the group of the parameter; `nil` without one.
    public let group: String?
    /// The description of the parameter; `nil` without one.
    public let description: String?
    /// The type of all values of the parameter.
    public let type: ValueType
    /// The value if no condition is true; `nil` without one.
    public let defaultValue: Value?
    /// The values of conditions, in descending priority.
    public let conditionalValues: [ConditionalValue]

    /// The variations for a tester: the default, and the value of each condition under its name.
    ///
    /// Names of variations ignore letter case: of several conditions with one name only the first
    /// is included. A condition with the name of the default gets the suffix ` (condition)`.
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

    /// The value if these conditions are true: the value of the first one, or the default.
    public func value(where conditions: Set<String>) -> Value? {
      conditionalValues.first { conditions.contains($0.condition) }?.value ?? defaultValue
    }
  }

  /// The value if a condition is true.
  public struct ConditionalValue: Hashable, Sendable {
    /// The name of the condition.
    public let condition: String
    /// The value.
    public let value: Value
  }

  /// The value of a parameter, or the part of Firebase that chooses it.
  public enum Value: Hashable, Sendable {
    /// A text, to be parsed as the type of the parameter.
    case text(String)
    /// The default of the app.
    case inAppDefault
    /// A value that Firebase chooses for each user.
    case personalization(id: String)
    /// A text for the users in a rollout.
    case rollout(id: String, text: String?)
    /// The value of the variant of an experiment.
    case experiment(id: String)

    /// The text; `nil` if the template has none.
    public var text: String? {
      switch self {
      case .text(let text): text
      case .rollout(_, let text): text
      case .inAppDefault, .personalization, .experiment: nil
      }
    }
  }
}
