import Documents
import FeatureFlags

/// A rule of a feature, compiled when the document is parsed.
package final class GrowthBookRule: Sendable {
  /// The id in the document; empty if there is none.
  let id: String
  /// The key by which overrides refer to the rule.
  let key: String
  /// The description, or else the name of the experiment; `nil` if the rule has neither.
  let name: String?
  let prerequisites: [Prerequisite]
  /// The filters, or else the namespace of an experiment; only users whom all of them include get the
  /// rule.
  let filters: [Bucketing]
  /// The condition on the attributes; `nil` if every user meets it.
  let condition: Condition?
  /// The bucketing of the rollout or of the variations; `nil` if all users get the only variation.
  let bucketing: Bucketing?
  /// The forced value, or the variations of the experiment; empty for a rule without a value.
  let variations: [Variation]
  /// The experiment; `nil` if the rule forces a value.
  let experiment: Experiment?
  /// Whether the bucket position of a user can be equal to the coverage of the rollout: the SDKs for
  /// JavaScript include such a user, and the SDKs for Python do not.
  let hasDisputedCoverage: Bool

  /// A condition on the value of another feature, which must be met before the rule applies.
  struct Prerequisite: Sendable {
    let feature: Feature.Name
    let condition: Condition
    /// Whether an unmet condition makes the whole feature null, instead of skipping only this rule.
    let isGate: Bool

    var title: String { "\(isGate ? "gate" : "prerequisite") \"\(feature.rawValue)\"" }
  }

  struct Variation: Sendable {
    /// The index of the value in the feature; `nil` for null.
    let value: Int?
    var key = ""
    var name: String?
    /// Whether evaluation continues with the next rule after the user was assigned this variation
    /// (`passthrough`).
    var isSkipped = false
  }

  struct Experiment: Sendable {
    let key: String
    /// The contextual bandit whose weights replace those of the rule; `nil` if there is none.
    let bandit: ContextualBandit?
    /// The bucketing of the variations for each context of the bandit, in the order of the contexts.
    let contexts: [Bucketing]
  }

  /// Parses the next rule of the feature, or an experiment on pages, which has the same members.
  init(
    _ fields: some DocumentFields,
    isOfPage: Bool = false,
    _ compiler: inout Compiler
  ) throws(DocumentError) {
    compiler.ruleCount += 1
    id = try fields.optionalText("id") ?? ""
    key = id.isEmpty ? "rule \(compiler.ruleCount)" : id
    name = (fields.value("description") ?? fields.value("name"))?.string
    compiler.part = key
    prerequisites = try fields.prerequisites(&compiler)
    condition = try compiler.condition(of: fields)
    // In an experiment on pages, `force` is the index of a variation instead of a value.
    let isForce = fields.contains("force") && !isOfPage
    let owner = isForce ? compiler.feature : try fields.filledText("key") ?? compiler.feature
    var users = try fields.users(isForce ? .rollout : .variations, seed: owner)
    filters = try fields.filters(namespaceOf: isForce ? nil : users.attribute)
    let coverage = try fields.optional("coverage", "a number", \.number)
    if isForce {
      let value = try compiler.values.index(of: fields.value("force")?.node, or: key)
      let range = try fields.optional("range", "two numbers", NumberRange.init)
      if let range = range ?? coverage.map(NumberRange.init) { users.ranges = [range] }
      hasDisputedCoverage = range == nil && coverage.map(users.isNumber) ?? false
      (variations, experiment) = ([Variation(value: value)], nil)
      bucketing = users.ranges.isEmpty ? nil : users
      compiler.differ(isNull: value == nil, bucketing, try fields.filledText("fallbackAttribute"))
    } else {
      variations = try fields.variations(of: owner, &compiler)
      let shares = try fields.shares(of: variations.count, coverage ?? 1, &compiler)
      let bandit = try fields.optionalText("contextualBanditRef").flatMap { compiler.bandit($0) }
      let contexts = bandit?.contexts.map { users.including(shares($0.weights)) } ?? []
      bucketing = variations.isEmpty ? nil : users.including(shares(nil))
      experiment = Experiment(key: owner, bandit: bandit, contexts: contexts)
      hasDisputedCoverage = false
    }
    if let coverage, !(0...1).contains(coverage) { compiler.remark("the coverage is not 0 to 1") }
    for users in filters { compiler.remark(on: users) }
    if let bucketing { compiler.remark(on: bucketing) }
  }

  /// Describes the users to whom the rule applies; long conditions are shortened.
  var audience: String {
    let parts =
      prerequisites.map { "\($0.title) \($0.condition.title)" }
      + (condition.map { [$0.title] } ?? []) + filters.map(\.brief)
      + (bucketing.map { [$0.brief] } ?? [])
    return parts.isEmpty ? "everyone" : parts.map(\.excerpt).joined(separator: " and ")
  }

  /// The name of the rule in messages and traces.
  var title: String {
    let name = id.isEmpty ? key : "rule \"\(id)\""
    let key = variations.isEmpty ? nil : experiment?.key
    return name + (key.map { ", experiment \"\($0)\"" } ?? "")
  }
}

extension DocumentFields {
  /// Decodes an optional string; `nil` if it is missing or empty.
  fileprivate func filledText(_ key: StaticString) throws(DocumentError) -> String? {
    try optionalText(key).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Decodes the prerequisites of a rule (`parentConditions`).
  fileprivate func prerequisites(
    _ compiler: inout Compiler
  ) throws(DocumentError) -> [GrowthBookRule.Prerequisite] {
    compiler.hasGroups = false
    defer { compiler.hasGroups = true }
    return try objects("parentConditions") { fields throws(DocumentError) in
      GrowthBookRule.Prerequisite(
        feature: Feature.Name(rawValue: try fields.text("id")),
        condition: try compiler.condition(of: fields) ?? .all([]),
        isGate: try fields.optionalFlag("gate") ?? false
      )
    }
  }

  /// Decodes the hash attribute, the seed and the hash version of a rule or a filter, but not its
  /// ranges.
  fileprivate func users(_ kind: Bucketing.Kind, seed: String) throws(DocumentError) -> Bucketing {
    let number = try optional("hashVersion", "a number", \.number) ?? 0
    let standard = kind == .filter ? 2 : 1
    return Bucketing(
      kind: kind,
      attribute: try filledText(kind == .filter ? "attribute" : "hashAttribute") ?? "id",
      seed: try filledText("seed") ?? seed,
      version: number == 0 ? standard : Int(exactly: number) ?? -1
    )
  }

  /// Decodes the filters of a rule; without filters, decodes the namespace of an experiment.
  ///
  /// A namespace is a list of a name, and the start and the end of a range. It uses the given hash
  /// attribute; with `nil` it is ignored.
  fileprivate func filters(namespaceOf attribute: String?) throws(DocumentError) -> [Bucketing] {
    let filters = try optionalObjects("filters") { fields throws(DocumentError) in
      var filter = try fields.users(.filter, seed: "")
      filter.ranges = try fields.optional("ranges", "a list of ranges", \.ranges) ?? []
      return filter
    }
    if let filters { return filters }
    guard let attribute else { return [] }
    return try optional("namespace", "a name and two numbers") { node in
      guard let parts = node.list, parts.count == 3, let name = parts[0].string,
        let range = NumberRange(parts.dropFirst().map(\.number))
      else { return nil }
      let seed = "__" + name
      return [
        .init(kind: .namespace, attribute: attribute, seed: seed, version: 1, ranges: [range])
      ]
    } ?? []
  }

  /// Decodes the variations of an experiment, with their keys and names from `meta`.
  fileprivate func variations(
    of owner: String,
    _ compiler: inout Compiler
  ) throws(DocumentError) -> [GrowthBookRule.Variation] {
    let isContextual = contains("contextualVariations")
    let key: StaticString = isContextual ? "contextualVariations" : "variations"
    guard value(key) != nil else { return [] }
    let meta = value("meta")?.elements.map(Array.init) ?? []
    var variations: [GrowthBookRule.Variation] = []
    let values = try elements(key)
    variations.reserveCapacity(values.underestimatedCount)
    for (index, value) in values.enumerated() {
      let own = index < meta.count ? try meta[index].fields() : nil
      let (key, name) = (try own?.filledText("key"), try own?.filledText("name"))
      let label = name ?? key.flatMap { Int($0) == nil ? $0 : nil }
      let number = try compiler.values.index(of: value.node, label, or: "\(owner) \(index)")
      let isSkipped = try own?.optionalFlag("passthrough") ?? false
      let id = key ?? "\(index)"
      variations.append(.init(value: number, key: id, name: name, isSkipped: isSkipped))
    }
    return variations
  }

  /// Decodes the weights and ranges of an experiment, and returns a function that computes the ranges of
  /// the variations.
  ///
  /// The argument of the function replaces the weights of the rule; with `nil`, the weights of the rule
  /// apply.
  fileprivate func shares(
    of count: Int,
    _ coverage: Double,
    _ compiler: inout Compiler
  ) throws(DocumentError) -> ([Double]?) -> [NumberRange] {
    let weights = try optional("weights", "a list of numbers", \.numbers)
    let ranges = try optional("ranges", "a list of ranges", \.ranges)
    if count > 1 { compiler.differ(onWeights: weights, ranges: ranges) }
    if count < 2, value("parentConditions") == nil {
      compiler.remark("it has no value and fewer than 2 variations, so it is skipped")
    } else if let ranges, ranges.count != count {
      let noun = ranges.count == 1 ? "range" : "ranges"
      compiler.remark("found \(ranges.count) \(noun), expected \(count)")
    } else if let weights, ranges == nil, !weights.areValid(count: count) {
      compiler.remark("the weights are not \(count) numbers with the sum 1; equal ones are used")
    }
    return { ranges ?? .init(count: count, coverage: coverage, weights: $0 ?? weights) }
  }
}

extension Compiler {
  /// Returns the contextual bandit of a rule; `nil`, with a remark, if it does not exist.
  fileprivate mutating func bandit(_ id: String) -> ContextualBandit? {
    let unknown = "the contextual bandit \"\(id)\" does not exist; the weights of the rule are used"
    remark(bandits[id] == nil ? unknown : "older SDKs skip a rule with a contextual bandit")
    return bandits[id]
  }

  /// Reports how the SDKs for Python treat a forced value differently.
  fileprivate mutating func differ(isNull: Bool, _ rollout: Bucketing?, _ fallback: String?) {
    if isNull { differ("the value is null: SDKs for Python skip the rule") }
    guard let rollout, let fallback else { return }
    let users = "a user without \"\(rollout.attribute)\""
    differ("SDKs for Python use \"\(fallback)\" for \(users)")
  }

  /// Reports weights and ranges that the SDKs for Python treat differently.
  fileprivate mutating func differ(onWeights weights: [Double]?, ranges: [NumberRange]?) {
    if ranges?.isEmpty ?? false {
      differ("the ranges are empty: SDKs for Python use the weights")
    } else if ranges == nil, weights?.contains(where: { $0 < 0 }) ?? false {
      differ("a weight is negative: SDKs for Python use equal ones")
    }
  }

  fileprivate mutating func remark(on users: Bucketing) {
    if ![1, 2].contains(users.version) { remark("no user is included: unknown hash version") }
    if users.attribute.utf8.contains(UInt8(ascii: ".")) {
      remark("the hash attribute \"\(users.attribute)\" is a name, and no path")
    }
    if users.seed.utf8.contains(where: { $0 >= 0x80 }) {
      remark("SDKs hash the seed \"\(users.seed)\" differently, since it is not ASCII")
    }
  }
}
