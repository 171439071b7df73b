package import Documents
public import FeatureFlags

extension ConfigurationFormat {
  /// The format of Firebase Remote Config templates, which `Configuration(template:)` converts.
  public static let remoteConfigTemplate = ConfigurationFormat(
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
        Configuration(template: try RemoteConfigTemplate(bytes: bytes)),
        to: ConfigurationError.document
      )
    }
  )
  .described(by: "\"parameters\" or \"parameterGroups\"", .remoteConfigTemplate)
}

extension Configuration {
  /// Creates a configuration with a feature for each parameter of a template.
  ///
  /// A group becomes a section. A Boolean parameter becomes a flag with the state of its default value,
  /// or without a result if the template contains no Boolean as its default value. Any other parameter
  /// becomes a value with the variable `value`. A parameter with conditions becomes a test. Its
  /// variations are `Default`, which every user gets, and one with the name of each condition. The
  /// description of a feature contains the expressions of its conditions.
  public init(template: RemoteConfigTemplate) {
    let expressions = Dictionary(template.conditions.map { ($0.name, $0.expression) }) { first, _ in
      first
    }
    self.init(
      features: template.parameters.map {
        Feature($0, expressions: expressions).called("parameter")
      },
      problems: template.problems
    )
    evaluator = TemplateEvaluator()
  }
}

extension Feature {
  fileprivate init(
    _ parameter: RemoteConfigTemplate.Parameter,
    expressions: [String: String?]
  ) {
    let name = Feature.Name(rawValue: parameter.key)
    let notes = [parameter.description] + parameter.notes(expressions: expressions)
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
      allocate(by: TemplateEvaluator().allocator(for: EvaluationContext(), count: 1))
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
  /// If the template contains no Boolean as the default value, the flag has no result, because only the
  /// app decides whether it is on.
  private init(
    flag name: Feature.Name,
    description: String?,
    _ parameter: RemoteConfigTemplate.Parameter
  ) {
    if let value = parameter.defaultValue?.text.flatMap(parameter.type.value(of:)) {
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
    variations.map { variation in
      let value = variation.value?.text.flatMap(type.value(of:))
      let variables = value.map { [Variable(name: FlagDefinition.valueVariable, value: $0)] }
      return ServiceVariation(TestVariation(name: variation.name), variables: variables ?? [])
    }
  }

  /// Returns one line for each condition: its name, its expression, and its value unless the value is
  /// shown as a variable.
  ///
  /// If Firebase or the app selects the default value, the first line describes the default value.
  fileprivate func notes(expressions: [String: String?]) -> [String] {
    let usual = defaultValue?.selector.map { "\(RemoteConfigTemplate.defaultVariation): \($0)" }
    let conditional = conditionalValues.map { conditional in
      let expression = (expressions[conditional.condition] ?? nil).map { ", if \($0)" } ?? ""
      let label = conditional.value.selector ?? (type == .boolean ? conditional.value.text : nil)
      return conditional.condition + expression + (label.map { ": \($0)" } ?? "")
    }
    return [usual].compactMap { $0 } + conditional
  }
}

extension RemoteConfigTemplate.Value {
  /// Describes how the value is selected, such as by a rollout; `nil` if the template contains the value
  /// itself.
  fileprivate var selector: String? {
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

extension DocumentGrammar {
  /// The grammar of Firebase Remote Config templates.
  package static let remoteConfigTemplate = DocumentGrammar(
    readers: "SDKs of Remote Config",
    root: MemberTable(
      "etag",
      [
        "conditions": .objects(MemberTable("name expression tagColor description")),
        "parameters": .flags(.parameter),
        "parameterGroups": .map(
          .objects(MemberTable("description", ["parameters": .flags(.parameter)]))
        ),
        "version": .objects(
          MemberTable(
            """
            versionNumber updateTime updateUser updateOrigin updateType description rollbackSource isLegacy
            """
          )
        ),
      ]
    )
  )
}

extension MemberTable {
  fileprivate static let parameter = MemberTable(
    "description valueType",
    [
      "defaultValue": .objects(.parameterValue),
      "conditionalValues": .map(.objects(.parameterValue)),
    ]
  )

  fileprivate static let parameterValue = MemberTable(
    "value useInAppDefault",
    [
      "personalizationValue": .objects(MemberTable("personalizationId")),
      "rolloutValue": .objects(MemberTable("rolloutId value percent")),
      "experimentValue": .objects(MemberTable("experimentId variantValue exposurePercent")),
    ]
  )
}

/// Evaluates the parameters of a Remote Config template.
///
/// Only Firebase evaluates the conditions of a template, so every user has the default value. An
/// override can force the value of a condition.
struct TemplateEvaluator: FlagEvaluator {
  /// Returns a caveat for an override of single users: a template has no users.
  func caveats(of feature: Feature, in context: EvaluationContext) -> [String] {
    feature.overrideScope == .everyone
      ? [] : ["a template has no users: only apps that use OFREP get it"]
  }

  func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    { definition, _ in
      guard let outcome = definition.outcomes.first,
        outcome.variation.rawValue == RemoteConfigTemplate.defaultVariation
      else { return nil }
      return .outcome(outcome, reason: .byDefault)
    }
  }

  var targetingKeyUse: TargetingKeyUse { .unused }
  var userParts: Set<UserPart> { [] }
}
