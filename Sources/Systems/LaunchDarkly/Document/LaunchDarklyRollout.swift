import Documents
import Targeting

/// The way in which a rule or the fallthrough selects a variation.
enum LaunchDarklyServe: Sendable {
  case variation(Int)
  case rollout(LaunchDarklyRollout)
  /// The document has neither a variation nor a rollout with variations.
  case nothing

  init(_ fields: some DocumentFields) throws(DocumentError) {
    if let variation = try fields.optionalWholeNumber("variation") {
      self = .variation(variation)
    } else if let rollout = try fields.optional("rollout", read: LaunchDarklyRollout.init),
      !rollout.parts.isEmpty
    {
      self = .rollout(rollout)
    } else {
      self = .nothing
    }
  }

  /// The word for a rule that selects in this way.
  var kind: String {
    switch self {
    case .variation, .nothing: "rule"
    case .rollout(let rollout): rollout.isExperiment ? "experiment" : "rollout"
    }
  }

  /// The variations that some context gets; -1 if the evaluation fails.
  var served: [Int] {
    switch self {
    case .variation(let index): [index]
    case .rollout(let rollout): rollout.parts.filter { $0.weight > 0 }.map(\.variation)
    case .nothing: [-1]
    }
  }

  /// The variations that can be selected.
  var variations: [Int] {
    switch self {
    case .variation(let index): [index]
    case .rollout(let rollout): rollout.parts.map(\.variation)
    case .nothing: []
    }
  }
}

/// The weighted variations of a percentage rollout or of an experiment.
struct LaunchDarklyRollout: Sendable {
  /// The weight of all contexts.
  static let whole = 100_000

  let isExperiment: Bool
  let bucketing: LaunchDarklyBucketing
  /// The weighted variations, of which there is at least one.
  let parts: [Part]
  /// The ranges of the parts; `nil` if the weights are not valid.
  let buckets: WeightedBuckets?

  /// A variation with its weight.
  struct Part: Sendable {
    let variation: Int
    let weight: Int
    /// Whether contexts of the part are not in the experiment.
    let isUntracked: Bool

    fileprivate init(_ fields: some DocumentFields) throws(DocumentError) {
      variation = try fields.optionalWholeNumber("variation") ?? 0
      weight = try fields.optionalWholeNumber("weight") ?? 0
      isUntracked = try fields.optionalFlag("untracked") ?? false
    }
  }

  init(_ fields: some DocumentFields) throws(DocumentError) {
    isExperiment = try fields.optionalText("kind") == "experiment"
    bucketing = try LaunchDarklyBucketing(
      fields,
      kind: "contextKind",
      usesKey: isExperiment,
      seed: try fields.optionalWholeNumber("seed")
    )
    parts = try fields.objects("variations", of: Part.init)
    buckets = WeightedBuckets(weights: parts.lazy.map { max($0.weight, 0) })
  }

  /// Returns the part that a context with a place from 0 to 1 gets; the last one if the weights leave a gap.
  func part(at place: Double) -> Part {
    let index = buckets?.ends.firstIndex { place < Double($0) / Double(Self.whole) }
    return parts[index ?? parts.count - 1]
  }
}

/// The value by whose hash contexts are placed among weights.
struct LaunchDarklyBucketing: Sendable {
  /// The kind of contexts that have the value.
  let kind: String
  /// The attribute with the value; `nil` for the key of the context.
  let attribute: AttributeReference?
  /// The number that is hashed instead of the key and the salt of the flag; `nil` for none.
  let seed: Int?

  init(
    _ fields: some DocumentFields,
    kind key: StaticString,
    usesKey: Bool = false,
    seed: Int? = nil
  ) throws(DocumentError) {
    let kind = try fields.filledText(key)
    self.kind = kind ?? LaunchDarklyContext.userKind
    self.seed = seed
    let text = usesKey ? nil : try fields.filledText("bucketBy")
    // The key needs no look-up.
    attribute = text.flatMap { text in
      text == "key" ? nil : AttributeReference(text, isLiteral: kind == nil)
    }
  }
}
