import Documents
public import FeatureFlags

extension ConfigurationFormat {
  /// A Firebase Remote Config template, which `Configuration(template:)` converts.
  public static let remoteConfigTemplate = ConfigurationFormat(
    name: "remote-config",
    recognises: { bytes in
      // A cheap search first, so that most other documents are not parsed twice.
      let words = ["parameters", "parameterGroups", "versionNumber"]
      guard words.contains(where: { bytes.contains(text: "\"\($0)\"") }) else { return false }
      // Malformed JSON matches no format; the parser of the chosen format reports the error.
      return (try? JSONReader.read(bytes)).map(RemoteConfigTemplate.isTemplate) ?? false
    },
    parse: { bytes throws(ConfigurationError) in
      do throws(DocumentError) {
        return Configuration(template: try RemoteConfigTemplate(bytes: bytes))
      } catch {
        throw .document(error)
      }
    }
  )
}

extension Configuration {
  /// Converts each parameter of a template to a feature.
  ///
  /// A group becomes a section. A Boolean parameter becomes a flag with the state of its default.
  /// Any other parameter becomes a value with the variable `value`. With conditions it becomes a
  /// test whose variations are `Default`, which is selected, and the names of the conditions. The
  /// description contains the expressions of the conditions.
  public init(template: RemoteConfigTemplate) {
    let expressions = Dictionary(template.conditions.map { ($0.name, $0.expression) }) { first, _ in
      first
    }
    self.init(
      features: template.parameters.map { Feature($0, expressions: expressions) },
      problems: template.problems
    )
    evaluator = TemplateEvaluator()
  }
}

extension RemoteConfigTemplate {
  /// The name of the variable with the value of a parameter.
  static let variable = "value"
}

extension Feature {
  fileprivate init(
    _ parameter: RemoteConfigTemplate.Parameter,
    expressions: [String: String?]
  ) {
    let name = FeatureName(rawValue: parameter.key)
    let notes = [parameter.description] + parameter.notes(expressions: expressions)
    let detailText = notes.compactMap { $0 }.joined(separator: "\n")
    let description = detailText.isEmpty ? nil : detailText
    if parameter.type == .boolean {
      self.init(
        name: name,
        description: description,
        section: parameter.group,
        enabled: parameter.defaultValue?.text == "true"
      )
      return
    }
    let values = parameter.variables
    if values.count > 1 {
      self.init(
        service: name,
        description: description,
        section: parameter.group,
        variations: zip(parameter.variations, values).map { variation, variables in
          ServiceVariation(TestVariation(name: variation.name), variables: variables)
        },
        given: TestVariation(name: RemoteConfigTemplate.defaultVariation)
      )
    } else {
      self.init(
        value: name,
        description: description,
        section: parameter.group,
        variables: Array(values.joined())
      )
    }
    if declaredVariables.isEmpty {
      declare([Variable(name: RemoteConfigTemplate.variable, value: parameter.type.nothing)])
    }
  }
}

extension RemoteConfigTemplate.Parameter {
  /// The variables of each variation; empty if the template has no readable value.
  fileprivate var variables: [[Variable]] {
    variations.map { variation in
      let value = variation.value?.text.flatMap(type.value(of:))
      return value.map { [Variable(name: RemoteConfigTemplate.variable, value: $0)] } ?? []
    }
  }

  /// The expression of each condition, and its value unless the value is shown as a variable.
  fileprivate func notes(expressions: [String: String?]) -> [String] {
    let usual = defaultValue?.words.map { "\(RemoteConfigTemplate.defaultVariation): \($0)" }
    let conditional = conditionalValues.map { conditional in
      let expression = (expressions[conditional.condition] ?? nil).map { ", if \($0)" } ?? ""
      let words = conditional.value.words ?? (type == .boolean ? conditional.value.text : nil)
      return conditional.condition + expression + (words.map { ": \($0)" } ?? "")
    }
    return [usual].compactMap { $0 } + conditional
  }
}

extension RemoteConfigTemplate.Value {
  /// The part of Firebase that chooses the value, for display; `nil` if the template has the value.
  fileprivate var words: String? {
    switch self {
    case .text: nil
    case .inAppDefault: "the app's own default"
    case .personalization(let id): "chosen for each user by personalization \(id)"
    case .rollout(let id, let text): "rollout \(id)" + (text.map { " of \($0)" } ?? "")
    case .experiment(let id): "chosen by experiment \(id)"
    }
  }
}

extension RemoteConfigTemplate.ValueType {
  /// An empty value of the type.
  fileprivate var nothing: VariableValue {
    switch self {
    case .string: .string("")
    case .boolean: .boolean(false)
    case .number: .double(0)
    case .json: .json("null")
    }
  }
}
