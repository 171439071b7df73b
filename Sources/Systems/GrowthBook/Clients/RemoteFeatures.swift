package import Documents
package import FeatureFlags
import Targeting

/// The body of a request to `/api/eval/KEY`, with which an SDK has the server evaluate the features.
package struct RemoteEvaluationRequest: Sendable {
  /// The attributes of the user.
  package let attributes: [String: AttributeValue]
  /// The feature values and the variations that the app forces.
  let forced: ForcedResults
  /// The URL of the page on which the SDK runs; empty if the request has none.
  let url: String

  /// Parses the body of a request.
  ///
  /// - Throws: An error with the path and the line of a malformed field.
  package init(bytes: [UInt8]) throws(DocumentError) {
    let fields = try FieldReader(try JSONReader.read(bytes, as: .json))
    attributes = try fields.optionalValues("attributes", of: AttributeValue.init) ?? [:]
    var forced = ForcedResults()
    forced.variations =
      try fields.optionalValues("forcedVariations") { node throws(DocumentError) in
        guard let index = node.number else { throw node.mismatch(expected: "a number") }
        return Int(exactly: index) ?? -1
      } ?? [:]
    for pair in fields.value("forcedFeatures")?.list ?? [] {
      guard let parts = pair.list, parts.count == 2, let name = parts[0].string else {
        throw pair.mismatch(expected: "a name with a value").inside("forcedFeatures")
      }
      forced.features[Feature.Name(rawValue: name)] = AttributeValue(parts[1])
    }
    self.forced = forced
    url = try fields.optionalText("url") ?? ""
  }

  /// The user of the request, whose targeting key is the attribute `id`.
  package var context: EvaluationContext {
    EvaluationContext(targetingKey: attributes["id"]?.unquoted, attributes: attributes)
  }
}

extension GrowthBookEvaluator {
  /// Returns all features evaluated for one user, for an SDK that does not evaluate them itself.
  ///
  /// - Parameters:
  ///   - request: The user, and the results that the app forces.
  ///   - date: The value of `dateUpdated` in the response.
  /// - Returns: The response in the format of `/api/eval` of GrowthBook's proxy.
  package func remoteFeatures(for request: RemoteEvaluationRequest, updated date: String) -> [UInt8]
  {
    let evaluation = GrowthBookEvaluation(
      document,
      ConditionInput(request.context),
      requested: request.forced
    )
    let features = document.features.enumerated().map { index, feature in
      let name = JSONValue.string(feature.name.rawValue).text()
      return "\(name):\(evaluation.remoteFeature(at: index, experimentTexts))"
    }
    let date = JSONValue.string(date).text()
    let list = features.joined(separator: ",")
    let page = PageAddress(request.url)
    let experiments = document.pageExperiments.compactMap { experiment in
      evaluation.variation(of: experiment, on: page)
        .map { experimentTexts.page(experiment.index, in: $0) }
    }
    let rest = "\"experiments\":[\(experiments.joined(separator: ","))],\"dateUpdated\":\(date)"
    return Array("{\"status\":200,\"features\":{\(list)},\(rest)}".utf8)
  }
}

extension GrowthBookEvaluation {
  /// Returns a feature with its value for the user, in the format of GrowthBook's proxy.
  ///
  /// If the user is in experiments, the feature has a rule that forces the value and lists the exposures
  /// that the SDK has to report.
  ///
  /// - Parameters:
  ///   - index: The index of the feature in the document.
  ///   - texts: The members of experiments that exposures contain.
  /// - Returns: The feature as JSON.
  func remoteFeature(at index: Int, _ texts: ExperimentTexts) -> String {
    let feature = document.features[index]
    if let forced = requested.features[feature.name] {
      return "{\"defaultValue\":\(forced.json.text())}"
    }
    run.restart()
    var (result, exposures) = recordedResult(at: index)
    if exposures.isEmpty, result.source == .experiment, let rule = result.rule,
      let selection = result.selection
    {
      exposures = [Exposure(feature: index, rule: rule, selection: selection)]
    }
    let value = run.failure == nil ? feature.json(at: result.value) : "null"
    guard run.failure == nil, !exposures.isEmpty else { return "{\"defaultValue\":\(value)}" }
    let tracks = exposures.unique.map { track($0, texts) }.joined(separator: ",")
    return "{\"defaultValue\":\(value),\"rules\":[{\"force\":\(value),\"tracks\":[\(tracks)]}]}"
  }

  private func track(_ exposure: Exposure, _ texts: ExperimentTexts) -> String {
    let (rule, selection) = (exposure.rule, exposure.selection)
    let feature = document.features[exposure.feature]
    let own = feature.json(at: rule.variations[selection.variation].value)
    let variations = rule.variations.indices.map { $0 == selection.variation ? own : "{}" }
    let number = feature.rules.firstIndex { $0 === rule } ?? 0
    var experiment: [(key: String, json: String)] = [
      ("variations", "[\(variations.joined(separator: ","))]"),
      ("key", JSONValue.string(rule.experiment?.key ?? "").text()),
    ]
    experiment += texts.members(of: feature.name, rule: number)
    let facts = bandit(of: rule, selection, experiment.first { $0.key == "weights" }?.json)
    if let weights = facts.first(where: { $0.key == "variationWeights" })?.json {
      experiment.removeAll { $0.key == "weights" }
      experiment += [("weights", weights), ("contextualBandit", JSONValue.object(facts))]
    }
    let result = self.result(of: exposure, feature, value: own) + facts
    return JSONValue.object([
      ("experiment", JSONValue.object(experiment)), ("result", JSONValue.object(result)),
    ])
  }

  /// Returns the members of the experiment result that an exposure contains.
  private func result(
    of exposure: Exposure,
    _ feature: GrowthBookFeature,
    value: String
  ) -> [(key: String, json: String)] {
    let (rule, selection) = (exposure.rule, exposure.selection)
    let variation = rule.variations[selection.variation]
    let attribute = rule.bucketing?.attribute ?? "id"
    let hashValue = user.hashText(of: attribute) == nil ? "" : user.hashValue(of: attribute)
    var members: [(key: String, json: String)] = [
      ("key", JSONValue.string(variation.key).text()),
      ("featureId", JSONValue.string(feature.name.rawValue).text()),
      ("inExperiment", "true"), ("hashUsed", "\(selection.number != nil)"),
      ("variationId", "\(selection.variation)"), ("value", value),
      ("hashAttribute", JSONValue.string(attribute).text()),
      ("hashValue", hashValue.json.text()), ("stickyBucketUsed", "false"),
    ]
    if let name = variation.name { members.append(("name", JSONValue.string(name).text())) }
    if let number = selection.number { members.append(("bucket", number.decimalText)) }
    if variation.isSkipped { members.append(("passthrough", "true")) }
    return members
  }

  /// Returns the members about the contextual bandit in an exposure; empty if no bandit selected the
  /// variation.
  private func bandit(
    of rule: GrowthBookRule,
    _ selection: Selection,
    _ weights: String?
  ) -> [(key: String, json: String)] {
    guard selection.number != nil, let bandit = rule.experiment?.bandit else { return [] }
    let context = selection.context.map { bandit.contexts[$0] }
    let count = rule.variations.count
    let equal = [Double](repeating: 1 / Double(count), count: count)
    let own = context.map(\.weights).map(\.jsonText) ?? weights ?? equal.jsonText
    var members = [("leafId", (context?.id ?? -1).decimalText), ("variationWeights", own)]
    if let version = bandit.version { members.append(("banditVersion", version.decimalText)) }
    return members.map { (key: $0.0, json: $0.1) }
  }
}

extension [Exposure] {
  /// The exposures without duplicates: of several exposures to the same variation of an experiment, the
  /// last one.
  fileprivate var unique: [Exposure] {
    var list: [Exposure] = []
    for exposure in self {
      let index = list.firstIndex { other in
        other.rule.experiment?.key == exposure.rule.experiment?.key
          && other.rule.bucketing?.attribute == exposure.rule.bucketing?.attribute
          && other.selection.variation == exposure.selection.variation
      }
      if let index { list[index] = exposure } else { list.append(exposure) }
    }
    return list
  }
}

extension [Double] {
  fileprivate var jsonText: String { "[\(map(\.decimalText).joined(separator: ","))]" }
}
