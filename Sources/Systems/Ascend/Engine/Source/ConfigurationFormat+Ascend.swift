package import Documents
public import FeatureFlags

extension ConfigurationFormat {
  /// Returns the format of the responses of an Ascend server, as ``AscendSource`` fetches them.
  ///
  /// Each experiment becomes a test with two variations: the variant that is assigned to the user,
  /// and `Default`, which has the default variables of the app. A requested experiment that is
  /// missing in the response becomes a disabled flag with its default variables.
  ///
  /// - Parameter experiments: The requested experiments, with their default variables.
  /// - Returns: The format with the name `ascend`.
  public static func ascend(
    _ experiments: ExperimentsFile = ExperimentsFile(defaults: [:])
  ) -> ConfigurationFormat {
    ConfigurationFormat(name: "ascend") { bytes in
      ExperimentsResponseBody.isLikely(bytes)
    } parse: { bytes throws(ConfigurationError) in
      try Configuration(response: bytes, to: experiments)
    }
    .described(by: "\"data\" with \"experiment_map\"", .ascend)
  }
}

extension TestVariation {
  /// The variation of a user who is not in the experiment and gets the default variables of the app.
  package static let withoutExperiment = TestVariation(name: "Default")
}

extension ExperimentsResponseBody {
  /// Returns whether a document looks like a response with experiments.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    // Drops the parse error: malformed JSON matches no format, and the parser of the chosen format
    // reports the error.
    guard bytes.contains(text: "experiment_map"),
      let document = try? JSONReader.read(bytes)
    else { return false }
    return document["data"]?["experiment_map"] != nil
  }
}

extension Configuration {
  /// Creates a configuration from the experiments of a response.
  ///
  /// The last of several experiments with the same key wins, as in
  /// `AscendExperiments`.
  init(response bytes: [UInt8], to requested: ExperimentsFile) throws(ConfigurationError) {
    let response = try mapError(
      ExperimentsResponseBody(bytes: bytes),
      to: ConfigurationError.document
    )
    if let problem = response.problem {
      throw .document(.unexpected(line: nil, found: problem.text, expected: "experiments"))
    }
    var problems: [Problem] = []
    var last: [String: Int] = [:]
    for (index, item) in response.items.enumerated() {
      if let key = item.key, !key.isEmpty {
        last[key] = index
        problems += (item.variant?.variables ?? []).compactMap { $0.problem(in: key) }
      } else {
        problems.append(
          Problem(severity: .error, line: item.line, feature: "\(index + 1)", fact: .missingName)
        )
      }
    }
    let received = last.sorted { $0.value < $1.value }.map { key, index in
      Feature(response.items[index], key: key, defaults: requested.defaults[key])
    }
    let missing = requested.defaults.filter { last[$0.key] == nil }.sorted { $0.key < $1.key }
    self.init(
      features: received + missing.map { Feature(missing: $0.key, defaults: $0.value) },
      problems: response.findings.map { Problem($0) } + problems
    )
    let variants = received.compactMap { feature in feature.outcome.map { (feature.name, $0) } }
    evaluator = AscendEvaluator(variants: Dictionary(variants) { $1 })
  }
}

extension ExperimentsResponseBody.Variable {
  /// Returns a problem if the value does not match its declared type, because the app would then read it
  /// as a different type.
  fileprivate func problem(in experiment: String) -> Problem? {
    let type = dataType.uppercased()
    let isRead: Bool =
      switch type {
      case "BOOL", "BOOLEAN": ["true", "false"].contains(value.lowercased())
      case "STRING", "TEXT": true
      case _ where Variable.jsonTypes.contains(type): VariableValue(value, as: .json) != nil
      default: ExperimentVariable(value, dataType: type).dataType != .string
      }
    guard !isRead else { return nil }
    let words = "variable \"\(key)\": found \"\(value)\", expected a value of type \(dataType)"
    return Problem(severity: .warning, line: line, feature: experiment, fact: .service(words))
  }
}

extension Feature {
  /// Creates a test from an experiment with the variant that is assigned to the user.
  fileprivate init(
    _ item: ExperimentsResponseBody.ReceivedExperiment,
    key: String,
    defaults: ExperimentVariable?
  ) {
    let set = (item.variant?.variables ?? []).map(Variable.init)
    let given = Self.given(item.variantName ?? "")
    self.init(
      service: Feature.Name(rawValue: key),
      description: [item.name, item.variant?.displayName, item.id, item.status]
        .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · "),
      variations: [
        ServiceVariation(given, variables: set), ServiceVariation(.withoutExperiment),
      ],
      given: given,
      variables: Variable.defaults(defaults, typedAs: set),
      onOffOutcomes: OnOffOutcomes(off: ServiceVariation(.withoutExperiment, isOn: false))
    )
    self = called("experiment")
  }

  /// Returns the test variation for a variant name of the server; a variant named `Default` is
  /// renamed, because that name is reserved.
  private static func given(_ name: String) -> TestVariation {
    let given = TestVariation(name: name.isEmpty ? "unnamed" : name)
    return given == .withoutExperiment ? TestVariation(name: name + " (variant)") : given
  }

  /// Creates a disabled flag for an experiment without a variant for the user.
  fileprivate init(missing key: String, defaults: ExperimentVariable) {
    self.init(
      name: Feature.Name(rawValue: key),
      description: "the server has no such experiment for this user",
      enabled: false,
      type: .featureFlag,
      variables: Variable.defaults(defaults, typedAs: [])
    )
    self = called("experiment")
  }
}

extension Variable {
  /// The names of the Ascend types whose values are JSON.
  fileprivate static let jsonTypes = ["JSON", "LIST", "ARRAY", "MAP", "OBJECT"]

  /// Converts a variable of a response.
  ///
  /// If its declared type is one of the JSON types, its string is parsed as JSON.
  fileprivate init(_ variable: ExperimentsResponseBody.Variable) {
    let isJSON = Self.jsonTypes.contains(variable.dataType.uppercased())
    let json = isJSON ? VariableValue(variable.value, as: .json) : nil
    let value = ExperimentVariable(variable.value, dataType: variable.dataType)
    self.init(name: variable.key, value: json ?? VariableValue(value))
  }

  /// Returns the default variables, sorted by name, each converted to the type that the server declares
  /// for it.
  ///
  /// A value that cannot be converted is omitted, because the getter of the app returns a fallback
  /// for it.
  fileprivate static func defaults(
    _ defaults: ExperimentVariable?,
    typedAs set: [Variable]
  ) -> [Variable] {
    let types = Dictionary(set.map { ($0.name, $0.value.type) }) { first, _ in first }
    return (defaults?.variables ?? [:]).sorted { $0.key < $1.key }.compactMap { name, value in
      let value = VariableValue(value)
      guard let type = types[name] else { return Variable(name: name, value: value) }
      return value.converted(to: type).map { Variable(name: name, value: $0) }
    }
  }
}

extension DocumentGrammar {
  /// The grammar of the responses of an Ascend server.
  package static let ascend = DocumentGrammar(
    readers: "SDKs of Ascend",
    root: MemberTable(
      "error",
      [
        "data": .objects(
          MemberTable("", ["experiment_map": .flags(.experiment, name: "experiment_key")])
        )
      ]
    )
  )
}

extension MemberTable {
  fileprivate static let experiment = MemberTable(
    "experiment_id experiment_key experiment_name status variant_name assigned_at",
    [
      "variant": .objects(
        MemberTable(
          "display_name variant_name",
          ["variables": .objects(MemberTable("key value data_type"))]
        )
      )
    ]
  )
}

extension VariableValue {
  /// Converts an Ascend variable; lists, dictionaries and empty variables become JSON.
  package init(_ variable: ExperimentVariable) {
    self =
      switch variable.content {
      case .bool(let value): .boolean(value)
      case .int(let value): .integer(value)
      case .int64(let value): .integer(Int(value))
      case .double(let value) where value.isFinite: .double(value)
      case .string(let value): .string(value)
      case .double, .list, .dictionary, .empty: .json(variable.description)
      }
  }
}

extension ExperimentVariable {
  /// Converts an overridden value to a variable without a data type, so that every getter can convert
  /// it.
  ///
  /// A JSON value becomes a string, as in server responses.
  package init(_ value: VariableValue) {
    let content: Content =
      switch value {
      case .boolean(let value): .bool(value)
      case .integer(let value): .int(value)
      case .double(let value): .double(value)
      case .string(let text), .json(let text): .string(text)
      }
    self.init(content)
  }
}

extension ExperimentVariable {
  /// Converts a parsed value of a document to a variable without a type; null becomes the empty
  /// variable.
  init(_ node: Node) {
    let content: Content =
      switch node.value {
      case .bool(let flag): .bool(flag)
      case .number(let number): Int(exactly: number).map(Content.int) ?? .double(number)
      case .integer(let number): .int(number)
      case .string(let text, _): .string(text)
      case .list(let nodes): .list(nodes.map { ExperimentVariable($0) })
      case .object(let members):
        .dictionary(Dictionary(members.map { ($0.key, ExperimentVariable($0.node)) }) { $1 })
      case .null, .opaque: .empty
      }
    self.init(content)
  }
}

/// Evaluates experiments by reading the variants from the response of an Ascend server, which
/// assigns variants to users itself.
struct AscendEvaluator: FlagEvaluator {
  /// The variants of the user for whom the response was requested, by experiment.
  let variants: [Feature.Name: ServiceVariation]
  /// The user for whom the response was requested; `nil` if the response was not fetched for one
  /// user.
  var context: EvaluationContext?

  /// Returns a function that allocates the user of the request to the variants of the response;
  /// other users have no result.
  func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    let isRequested = self.context.map { $0 == context } ?? true
    return { [variants] definition, _ in
      guard let variant = variants[definition.name] else { return nil }
      return isRequested
        ? .outcome(variant, reason: .split) : .outcome(nil, reason: .unknown)
    }
  }

  /// Whether evaluation needs a targeting key: `optional`, because a user without a key is a guest.
  var targetingKeyUse: TargetingKeyUse { .optional }

  func fetched(for context: EvaluationContext) -> any FlagEvaluator {
    AscendEvaluator(variants: variants, context: context)
  }
}
