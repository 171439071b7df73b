import Documents
public import FeatureFlags
package import Targeting

extension ConfigurationFormat {
  /// The format of Firebase Remote Config templates, which `Configuration(template:)` converts.
  public static let remoteConfigTemplate = remoteConfigTemplate(now: Timestamp.current)

  /// Returns the format of templates.
  ///
  /// - Parameter now: Returns the time of an evaluation, with which conditions compare dates.
  /// - Returns: The format with the name `remote-config`.
  package static func remoteConfigTemplate(
    now: @escaping @Sendable () -> Timestamp
  ) -> ConfigurationFormat {
    ConfigurationFormat(
      name: "remote-config",
      recognises: { bytes in
        // Searches the bytes for the names of a template's members first: this is cheap, and avoids
        // parsing most documents of other formats.
        let memberNames = ["parameters", "parameterGroups", "versionNumber"]
        guard memberNames.contains(where: { bytes.containsMember($0) }) else { return false }
        // Drops the parse error: malformed JSON matches no format, and the parser of the chosen format
        // reports the error.
        return (try? JSONReader.read(bytes)).map(RemoteConfigTemplate.isTemplate) ?? false
      },
      parse: { bytes throws(ConfigurationError) in
        try mapError(
          Configuration(template: try RemoteConfigTemplate(bytes: bytes), now: now),
          to: ConfigurationError.document
        )
      }
    )
    .described(by: "\"parameters\" or \"parameterGroups\"", .remoteConfigTemplate)
  }
}

extension Configuration {
  /// Creates a configuration with a feature for each parameter of a template.
  ///
  /// A group becomes a section. A Boolean parameter becomes a flag; it has no result if the value is not
  /// a Boolean. Any other parameter becomes a value with the variable `value`. A parameter with conditions
  /// becomes a test, whose variations are `Default` and one with the name of each condition. The
  /// description of a feature contains the expressions of its conditions.
  ///
  /// The conditions of a server template are evaluated as firebase-admin does, and those of a client
  /// template as far as the attributes of the user decide them.
  public init(template: RemoteConfigTemplate) {
    self.init(template: template, now: Timestamp.current)
  }

  fileprivate init(template: RemoteConfigTemplate, now: @escaping @Sendable () -> Timestamp) {
    let texts = Dictionary(template.conditions.map { ($0.name, $0.text) }) { first, _ in first }
    let evaluator = TemplateEvaluator(template, now: now)
    let allocator = evaluator.allocator(for: EvaluationContext(), count: template.parameters.count)
    self.init(
      features: template.parameters.map {
        var feature = Feature($0, conditionTexts: texts).called("parameter")
        feature.allocate(by: allocator)
        return feature
      },
      problems: template.problems
    )
    self.evaluator = evaluator
  }
}

extension Feature {
  fileprivate init(
    _ parameter: RemoteConfigTemplate.Parameter,
    conditionTexts: [String: String?]
  ) {
    let name = Feature.Name(rawValue: parameter.key)
    let notes = [parameter.description] + parameter.notes(conditionTexts)
    let detailText = notes.compactMap { $0 }.joined(separator: "\n")
    let description = detailText.isEmpty ? nil : detailText
    if parameter.type == .boolean {
      self.init(flag: name, description: description, parameter)
      return
    }
    let outcomes = parameter.outcomes
    if outcomes.count > 1 {
      self.init(
        service: name,
        description: description,
        section: parameter.group,
        variations: outcomes,
        result: .value
      )
    } else {
      self.init(
        value: name,
        description: description,
        section: parameter.group,
        variables: outcomes.flatMap(\.variables)
      )
    }
    if declaredVariables.isEmpty {
      declare([Variable(name: FlagDefinition.valueVariable, value: parameter.type.emptyValue)])
    }
  }

  /// Creates the flag of a Boolean parameter.
  ///
  /// A flag whose only value is no Boolean has no result, because the app decides whether it is on.
  private init(
    flag name: Feature.Name,
    description: String?,
    _ parameter: RemoteConfigTemplate.Parameter
  ) {
    if parameter.conditionalValues.isEmpty,
      let value = parameter.defaultValue?.text.flatMap(parameter.type.value(of:))
    {
      self.init(
        name: name,
        description: description,
        section: parameter.group,
        enabled: value == .boolean(true)
      )
    } else {
      self.init(
        service: name,
        description: description,
        section: parameter.group,
        type: .featureFlag,
        variations: [
          ServiceVariation(TestVariation(name: "on")),
          ServiceVariation(TestVariation(name: "off"), isOn: false),
        ],
        result: .state
      )
    }
  }
}

extension RemoteConfigTemplate.Parameter {
  /// The variations with their values; a variation has no variables if the template has no valid value
  /// for it.
  fileprivate var outcomes: [ServiceVariation] {
    variations.map { ServiceVariation($0.name, $0.value, of: type) }
  }

  /// Returns one line for each condition: its name, its expression, and its value unless the value is
  /// shown as a variable.
  ///
  /// If Firebase or the app selects the default value, the first line describes the default value.
  fileprivate func notes(_ conditionTexts: [String: String?]) -> [String] {
    let usual = defaultValue?.selector.map { "\(RemoteConfigTemplate.defaultVariation): \($0)" }
    let conditional = conditionalValues.map { conditional in
      let expression = conditionTexts[conditional.condition]?.map { ", if \($0)" } ?? ""
      let label = conditional.value.selector ?? (type == .boolean ? conditional.value.text : nil)
      return conditional.condition + expression + (label.map { ": \($0)" } ?? "")
    }
    return [usual].compactMap { $0 } + conditional
  }
}

extension RemoteConfigTemplate.ValueType {
  /// A placeholder with which a variable is declared if the template contains no value; the value itself
  /// is never used.
  fileprivate var emptyValue: VariableValue {
    switch self {
    case .string: .string("")
    case .boolean: .boolean(false)
    case .number: .double(0)
    case .json: .json("null")
    }
  }
}
