import Documents
import FeatureFlags
import Targeting

/// A flag of a document of LaunchDarkly, whose rules are compiled.
final class LaunchDarklyFlag: Sendable {
  /// The name by which an app looks up the flag.
  let name: Feature.Name
  /// The prefix of the text that is hashed for bucketing: the key and the salt of the flag, each
  /// followed by a dot.
  let hashedPrefix: String
  let isOn: Bool
  /// The values of the variations, each named by its index.
  let values: ValueOutcomes
  /// The index of the variation that is served while targeting is off; `nil` for the app's own default.
  let offVariation: Int?
  let prerequisites: [Prerequisite]
  let targets: [Target]
  let contextTargets: [Target]
  let rules: [Rule]
  let fallThrough: LaunchDarklyOutcome
  /// The client SDKs that may see the flag, and whether it is a migration flag.
  let metadata: [FlagDefinition.Metadatum]
  let line: Int?

  /// A flag that must be on and serve the given variation, before the dependent flag is evaluated.
  struct Prerequisite: Sendable {
    let flag: Feature.Name
    let variation: Int

    fileprivate init(_ fields: some DocumentFields) throws(DocumentError) {
      flag = Feature.Name(rawValue: try fields.optionalText("key") ?? "")
      variation = try fields.optionalWholeNumber("variation") ?? 0
    }
  }

  /// An individual target: the context keys that always get the given variation.
  struct Target: Sendable {
    let keys: LaunchDarklyKeys
    let variation: Int

    fileprivate init(_ fields: some DocumentFields) throws(DocumentError) {
      keys = try LaunchDarklyKeys(fields)
      variation = try fields.optionalWholeNumber("variation") ?? 0
    }
  }

  /// A targeting rule: if all clauses match, it serves a variation or a rollout.
  struct Rule: Sendable {
    let id: String
    /// The description that the author of the rule has written; `nil` if there is none.
    let description: String?
    let clauses: [LaunchDarklyClause]
    let serve: LaunchDarklyOutcome

    fileprivate init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.optionalText("id") ?? ""
      // SDKs do not read the description, so a value of another type is not an error.
      description = fields.value("description")?.string.flatMap { $0.isEmpty ? nil : $0 }
      clauses = try fields.objects("clauses", of: LaunchDarklyClause.init)
      serve = try LaunchDarklyOutcome(fields)
    }
  }

  init(_ fields: some DocumentFields, name: String, line: Int?) throws(DocumentError) {
    self.name = Feature.Name(rawValue: name)
    let (key, salt) = (try fields.optionalText("key"), try fields.optionalText("salt"))
    hashedPrefix = (key ?? name) + "." + (salt ?? "") + "."
    isOn = try fields.optionalFlag("on") ?? false
    let variations = try fields.all("variations") { value throws(DocumentError) in
      try VariableValue(reading: value.node)
    }
    values = ValueOutcomes(variations.enumerated().map { ("\($0)", $1) })
    offVariation = try fields.optionalWholeNumber("offVariation")
    prerequisites = try fields.objects("prerequisites", of: Prerequisite.init)
    targets = try fields.objects("targets", of: Target.init)
    contextTargets = try fields.objects("contextTargets", of: Target.init)
    rules = try fields.objects("rules", of: Rule.init)
    fallThrough = try fields.optional("fallthrough", read: LaunchDarklyOutcome.init) ?? .nothing
    metadata = try Self.metadata(fields)
    self.line = line
  }

  /// Creates a flag that has a fixed value, which does not depend on the context.
  ///
  /// - Parameters:
  ///   - name: The name by which an app looks up the flag.
  ///   - value: The value that every context gets.
  ///   - variation: The name of the variation with the value, unless the value is one of `known`.
  ///   - known: The known variations: their names and values.
  ///   - line: The line number in the document; `nil` if it is unknown.
  init(
    _ name: String,
    value: VariableValue,
    variation: Int = 0,
    among known: [(name: String, value: VariableValue)] = [],
    line: Int?
  ) {
    var values = known
    let index = values.firstIndex { $0.value == value } ?? values.count
    if index == values.count { values.append(("\(variation)", value)) }
    if values.count == 1, case .boolean(let isOn) = value {
      // Adds the opposite value, so that it can be forced; its index is not in the document.
      values.append((variation == 0 ? "1" : "0", .boolean(!isOn)))
    }
    (self.name, hashedPrefix) = (Feature.Name(rawValue: name), name + "..")
    (self.values, self.line) = (ValueOutcomes(values), line)
    (isOn, fallThrough, offVariation) = (true, .variation(index), nil)
    (prerequisites, targets, contextTargets, rules, metadata) = ([], [], [], [], [])
  }

  private static func metadata(
    _ fields: some DocumentFields
  ) throws(DocumentError) -> [FlagDefinition.Metadatum] {
    var sdks = try fields.optional("clientSideAvailability") { fields throws(DocumentError) in
      let isInBrowsers = try fields.optionalFlag("usingEnvironmentId") ?? false
      let isOnMobiles = try fields.optionalFlag("usingMobileKey") ?? false
      return (isInBrowsers ? ["browser"] : []) + (isOnMobiles ? ["mobile"] : [])
    }
    if sdks == nil, let isInBrowsers = try fields.optionalFlag("clientSide") {
      // In the older format, every flag is visible to mobile SDKs.
      sdks = isInBrowsers ? ["browser", "mobile"] : ["mobile"]
    }
    var facts: [FlagDefinition.Metadatum] = []
    if let sdks {
      let text = sdks.isEmpty ? "none" : sdks.joined(separator: ", ")
      facts.append(.init(key: "clientSideSDKs", value: .string(text)))
    }
    if fields.value("migration") != nil { facts.append(.init(key: "migration", value: true)) }
    return facts
  }
}

extension LaunchDarklyFlag {
  /// Returns the outcome of the variation at an index; `nil` if there is no such variation.
  func outcome(_ variation: Int) -> ServiceVariation? {
    values.list.indices.contains(variation) ? values.list[variation] : nil
  }

  /// Returns the index of the variation that an override forces; `nil` if it does not force a value.
  ///
  /// For a value that no variation has, this is the index at which the value would be appended. For an
  /// unknown name it is -1, and SDKs return the app's default for a variation that does not exist.
  func variation(forcedBy force: ForcedResult) -> Int? {
    switch force {
    case .variant(let name): return Int(name) ?? -1
    case .value(let value):
      let json = value.json.sorted
      return values.list.firstIndex { $0.value.json.sorted == json } ?? values.list.count
    case .appDefault, .enabled, .rules: return nil
    }
  }

  /// Whether an override forces a value that no variation has.
  func lacksVariation(forcedBy force: ForcedResult) -> Bool {
    variation(forcedBy: force) == values.list.count
  }

  /// Returns the key by which an override refers to a rule: its id, or else its number, counted from 1.
  func key(ofRule index: Int) -> String {
    rules[index].id.isEmpty ? "\(index + 1)" : rules[index].id
  }

  /// Returns the name of a rule for messages: its number, and its description if it has one.
  func title(ofRule index: Int) -> String {
    "rule \(index + 1)" + (rules[index].description.map { " \"\($0.excerpt)\"" } ?? "")
  }

  /// Returns the name of a rule for a trace; a rule without a description is shown with its id.
  func traceTitle(ofRule index: Int) -> String {
    let (rule, title) = (rules[index], title(ofRule: index))
    return rule.description == nil && !rule.id.isEmpty ? "\(title) \(rule.id)" : title
  }

  /// The key by which an override refers to the fallthrough.
  static let fallThroughKey = "fallthrough"

  var feature: Feature {
    // The on/off state is left out: a flag that is off still has a value, and the evaluation reports the
    // state as its reason.
    let serves = rules.map(\.serve) + [fallThrough]
    let kind = serves.contains { $0.kind == "experiment" } ? "experiment" : nil
    return values.feature(named: name, section: nil, metadata: metadata).called(kind)
  }
}

extension ServiceVariation {
  /// The value that an app receives.
  var value: VariableValue { variables.first?.value ?? .boolean(isOn) }
}
