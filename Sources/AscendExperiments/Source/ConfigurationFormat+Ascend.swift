import Documents
public import FeatureFlags

extension ConfigurationFormat {
  /// The answer of an Ascend server, as `AscendSource` gives it.
  ///
  /// Each experiment is a test with the variant of this user, which is given, and `Default`, which
  /// is what the app has without the experiment. An experiment that was asked for and did not come
  /// is a flag that is off, with its variables by default.
  ///
  /// - Parameter experiments: What was asked for, with the variables by default.
  /// - Returns: The format, by the name `ascend`.
  public static func ascend(
    _ experiments: ExperimentsFile = ExperimentsFile(defaults: [:])
  ) -> ConfigurationFormat {
    ConfigurationFormat(name: "ascend") { bytes in
      ExperimentsResponseBody.isLikely(bytes)
    } parse: { bytes throws(ConfigurationError) in
      try Configuration(answer: bytes, to: experiments)
    }
  }
}

extension TestVariation {
  /// What the app has without an experiment: its variables by default.
  static let withoutExperiment = TestVariation(name: "Default")
}

extension ExperimentsResponseBody {
  /// Whether a document looks like a response with experiments.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    // Malformed JSON matches no format; the parser of the chosen format reports the error.
    guard bytes.contains(text: "experiment_map"),
      let document = try? JSONReader.read(bytes)
    else { return false }
    return document["data"]?["experiment_map"] != nil
  }
}

extension Configuration {
  /// Makes features of the experiments in an answer.
  ///
  /// Of two experiments with one key the last one counts, as in the library.
  init(answer bytes: [UInt8], to asked: ExperimentsFile) throws(ConfigurationError) {
    let answer: ExperimentsResponseBody
    do throws(DocumentError) { answer = try ExperimentsResponseBody(bytes: bytes) } catch {
      throw .document(error)
    }
    if let problem = answer.problem {
      throw .document(.unexpected(line: nil, found: problem.text, wanted: "experiments"))
    }
    var problems: [Problem] = []
    var last: [String: Int] = [:]
    for (index, item) in answer.items.enumerated() {
      if let key = item.key, !key.isEmpty {
        last[key] = index
        problems += (item.variant?.variables ?? []).compactMap { $0.problem(in: key) }
      } else {
        problems.append(
          Problem(severity: .error, line: item.line, feature: "\(index + 1)", fact: .missingName)
        )
      }
    }
    let came = last.sorted { $0.value < $1.value }.map { key, index in
      Feature(answer.items[index], key: key, defaults: asked.defaults[key])
    }
    let missing = asked.defaults.filter { last[$0.key] == nil }.sorted { $0.key < $1.key }
    self.init(
      features: came + missing.map { Feature(missing: $0.key, defaults: $0.value) },
      problems: problems
    )
    let variants = came.compactMap { feature in feature.outcome.map { (feature.name, $0) } }
    evaluator = AscendEvaluator(variants: Dictionary(variants) { $1 })
  }
}

extension ExperimentsResponseBody.Variable {
  /// What is wrong with the value, which the app reads as something else than its type says.
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
    let words = "variable \"\(key)\": found \"\(value)\", wanted a value of type \(dataType)"
    return Problem(severity: .warning, line: line, feature: experiment, fact: .service(words))
  }
}

extension Feature {
  /// Makes a test of an experiment, with the variant of this user.
  fileprivate init(
    _ item: ExperimentsResponseBody.Item,
    key: String,
    defaults: ExperimentVariable?
  ) {
    let set = (item.variant?.variables ?? []).map(Variable.init)
    let given = Self.given(item.variantName ?? "")
    self.init(
      service: FeatureName(rawValue: key),
      description: [item.name, item.variant?.displayName, item.id, item.status]
        .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · "),
      variations: [
        ServiceVariation(given, variables: set), ServiceVariation(.withoutExperiment),
      ],
      given: given,
      variables: Variable.defaults(defaults, typedAs: set)
    )
  }

  /// The variant under a name that stands for nothing else.
  private static func given(_ name: String) -> TestVariation {
    let given = TestVariation(name: name.isEmpty ? "unnamed" : name)
    return given == .withoutExperiment ? TestVariation(name: name + " (variant)") : given
  }

  /// Makes a flag that is off of an experiment that this user is not in.
  fileprivate init(missing key: String, defaults: ExperimentVariable) {
    self.init(
      name: FeatureName(rawValue: key),
      description: "the server has no such experiment for this user",
      enabled: false,
      type: .featureFlag,
      variables: Variable.defaults(defaults, typedAs: [])
    )
  }
}

extension Variable {
  /// The server's words for types whose values are JSON.
  fileprivate static let jsonTypes = ["JSON", "LIST", "ARRAY", "MAP", "OBJECT"]

  /// Takes a variable over from an answer; a text that its type says is JSON becomes that.
  fileprivate init(_ variable: ExperimentsResponseBody.Variable) {
    let isJSON = Self.jsonTypes.contains(variable.dataType.uppercased())
    let json = isJSON ? VariableValue(variable.value, as: .json) : nil
    let value = ExperimentVariable(variable.value, dataType: variable.dataType)
    self.init(name: variable.key, value: json ?? VariableValue(value))
  }

  /// The variables by default, sorted by name, as the types that the server gives them.
  ///
  /// One that cannot be of that type is left out: the app would not get it either.
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
