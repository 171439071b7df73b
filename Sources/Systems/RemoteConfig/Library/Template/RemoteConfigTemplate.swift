public import Documents
public import FeatureFlags

/// A parsed Firebase Remote Config template: the parameters of an app, with conditions for
/// targeting.
///
/// Malformed parts are skipped and reported in ``problems``:
///
/// ```swift
/// let text = #"{ "parameters": { "title": { "defaultValue": { "value": "Pay now" } } } }"#
/// let template = try RemoteConfigTemplate(bytes: Array(text.utf8))
/// let title = template.parameters.first?.defaultValue?.text
/// ```
public struct RemoteConfigTemplate: Hashable, Sendable {
  /// The valid parameters in the order of the document, followed by the parameters of groups.
  ///
  /// The first of several parameters with the same key wins.
  public let parameters: [Parameter]
  /// The groups of parameters, in the order of the document.
  public let groups: [Group]
  /// The conditions of the template, in descending priority.
  public let conditions: [Condition]
  /// The version number of the template as a string; `nil` if it has none.
  public let version: String?
  /// The problems of the document, in the order of detection.
  public let problems: [Problem]

  /// A named group of parameters.
  public struct Group: Hashable, Sendable {
    /// The name of the group, which a dashboard shows as a section.
    public let name: String
    /// The description of the group; `nil` if the template has none.
    public let description: String?
  }

  /// A named condition.
  public struct Condition: Hashable, Sendable {
    /// The name of the condition, by which parameters refer to it.
    public let name: String
    /// The expression of the condition in the language of Firebase; `nil` if the template has none, as a
    /// server template.
    public let expression: String?
    /// The parsed expression, or the parsed object of a server template.
    let rule: ConditionRule

    /// The expression, or the object of a server template as text; `nil` if the template has neither.
    var text: String? {
      if let expression { return expression }
      return if case .undecided = rule { nil } else { "\(rule)" }
    }
  }

  /// Whether a condition has an expression for clients, which SDKs of servers cannot evaluate.
  var isForClients: Bool { conditions.contains { $0.expression != nil } }

  /// Parses a template from the bytes of a JSON document.
  ///
  /// Malformed parts are skipped and reported in ``problems``.
  ///
  /// - Throws: `DocumentError` if the document is not JSON or not a template.
  public init(bytes: [UInt8]) throws(DocumentError) {
    let read = try DocumentGrammar.remoteConfigTemplate.read(bytes)
    let document = read.node
    // All members of a template are optional.
    guard Self.isTemplate(document) || document.members?.isEmpty == true else {
      throw read.explaining(
        document.mismatch(expected: "an object with \"parameters\" or \"parameterGroups\"")
      )
    }
    var reader = TemplateReader()
    reader.read(document)
    parameters = reader.parameters
    groups = reader.groups
    conditions = reader.conditions
    version = document["version"]?["versionNumber"]?.string
    problems = read.findings.map { Problem($0) } + reader.problems
  }

  /// Returns whether the top-level members of a document are those of a template.
  static func isTemplate(_ document: Node) -> Bool {
    let parts = [document["parameters"], document["parameterGroups"]]
    // A template without parameters is recognised by its version number.
    let isNumbered = document["version"]?["versionNumber"] != nil
    return (isNumbered || parts.contains { $0?.members != nil }) && document["features"] == nil
  }
}

extension RemoteConfigTemplate {
  /// The name of the variation that has the default value of a parameter.
  public static let defaultVariation = "Default"

  /// A parameter of a template, with its values.
  public struct Parameter: Hashable, Sendable {
    /// The key with which the app requests the parameter.
    public let key: String
    /// The name of the group that contains the parameter; `nil` if it is in no group.
    public let group: String?
    /// The description of the parameter; `nil` if the template has none.
    public let description: String?
    /// The type of all values of the parameter.
    public let type: ValueType
    /// The value if no condition is true; `nil` if the template has none.
    public let defaultValue: Value?
    /// The values that apply if a condition is true, in descending priority of the conditions.
    public let conditionalValues: [ConditionalValue]

    /// The variations of the parameter: the default value, and one variation for each condition, with
    /// the name of the condition.
    ///
    /// The names are unique, ignoring letter case: if several conditions have the same name, only the
    /// first one is included. A condition that is named like the default gets the suffix ` (condition)`.
    var variations: [(name: String, value: Value?)] {
      let usual = RemoteConfigTemplate.defaultVariation
      var variations: [(name: String, value: Value?)] = [(usual, defaultValue)]
      var names: Set<String> = [usual.lowercased()]
      for conditional in conditionalValues {
        let name = Self.variation(of: conditional.condition)
        guard names.insert(name.lowercased()).inserted else { continue }
        variations.append((name, conditional.value))
      }
      return variations
    }

    /// Returns the name of the variation for a condition.
    static func variation(of condition: String) -> String {
      let isUsual = condition.lowercased() == RemoteConfigTemplate.defaultVariation.lowercased()
      return condition + (isUsual ? " (condition)" : "")
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
    /// The string for the users in a rollout; `text` is `nil` if the template does not contain the
    /// string.
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

    /// Describes how the value is selected, such as by a rollout; `nil` if the template contains the value
    /// itself.
    var selector: String? {
      switch self {
      case .text: nil
      case .inAppDefault: "the app's own default"
      case .personalization(let id): "chosen for each user by personalization \(id)"
      case .rollout(let id, let text): "rollout \(id)" + (text.map { " of \($0)" } ?? "")
      case .experiment(let id): "chosen by experiment \(id)"
      }
    }

    /// The reason why only Firebase knows the value; `nil` if the template determines it.
    var managedReason: String? {
      switch self {
      case .text, .inAppDefault: nil
      case .personalization, .rollout, .experiment: selector
      }
    }
  }
}

extension RemoteConfigTemplate {
  /// The type of a parameter's values, which the template stores as strings.
  public enum ValueType: String, Hashable, Sendable, CaseIterable {
    /// A string without restrictions.
    case string = "STRING"
    /// A Boolean: the string `true` or `false`.
    case boolean = "BOOLEAN"
    /// A number in the syntax of JSON.
    case number = "NUMBER"
    /// A JSON document of any kind.
    case json = "JSON"

    /// The description of a valid value, for error messages.
    var expectation: String {
      switch self {
      case .string: "a text"
      case .boolean: "\"true\" or \"false\""
      case .number: "a number"
      case .json: "JSON"
      }
    }

    /// Parses a string as a value of the type; returns `nil` for a string that is not valid.
    public func value(of text: String) -> VariableValue? {
      switch self {
      case .string: return .string(text)
      case .boolean: return Bool(text).map(VariableValue.boolean)
      case .number:
        guard text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }) else { return nil }
        return VariableValue(text, as: .double)
      case .json:
        // Drops the parse error: the caller only reports that the string is not JSON.
        return (try? JSONReader.read(Array(text.utf8), as: .json)).map { _ in .json(text) }
      }
    }
  }
}
