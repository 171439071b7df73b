import Documents
public import FeatureFlags

extension ConfigurationFormat {
  /// A Firebase Remote Config template, as `Configuration(template:)` shows it.
  public static let remoteConfigTemplate = ConfigurationFormat(
    name: "remote-config",
    recognises: { bytes in
      // Most documents are told apart without reading them twice.
      let words = ["parameters", "parameterGroups", "versionNumber"]
      guard words.contains(where: { bytes.contains(text: "\"\($0)\"") }) else { return false }
      // A document that cannot be read is of no format; whoever parses it tells what is wrong.
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
  /// Makes a feature of each parameter of a template.
  ///
  /// A group is a section. A boolean is a flag, which is on if its default is. Any other parameter
  /// is a value, and has the variable `value`; where conditions change it, it is a test whose
  /// variations are `Default` and the names of the conditions, and `Default` is given. The
  /// description tells when each condition holds.
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
  /// The name of the variable that has a parameter's value.
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
  /// What each variation sets the variable to: nothing where the template has no readable value.
  fileprivate var variables: [[Variable]] {
    variations.map { variation in
      let value = variation.value?.text.flatMap(type.value(of:))
      return value.map { [Variable(name: RemoteConfigTemplate.variable, value: $0)] } ?? []
    }
  }

  /// When each condition holds, and what it gives where that is no plain value or not shown
  /// elsewhere.
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
  /// Who decides, in words, where it is not the template alone.
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
  /// A value that says no more than its type.
  fileprivate var nothing: VariableValue {
    switch self {
    case .string: .string("")
    case .boolean: .boolean(false)
    case .number: .double(0)
    case .json: .json("null")
    }
  }
}
