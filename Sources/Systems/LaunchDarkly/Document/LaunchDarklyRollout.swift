import Documents
import Targeting

/// What a rule or the fallthrough serves: a variation or a rollout.
enum LaunchDarklyOutcome: Sendable {
  case variation(Int)
  case rollout(LaunchDarklyRollout)
  /// The document specifies neither a variation nor a rollout that has variations.
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

  /// The word for a rule that serves this, in the user interface.
  var kind: String {
    switch self {
    case .variation, .nothing: "rule"
    case .rollout(let rollout): rollout.isExperiment ? "experiment" : "rollout"
    }
  }

  /// The variations that at least one context gets; -1 stands for a failed evaluation.
  var served: [Int] {
    switch self {
    case .variation(let index): [index]
    case .rollout(let rollout): rollout.parts.filter { $0.weight > 0 }.map(\.variation)
    case .nothing: [-1]
    }
  }

  /// The variations to which the document refers, including those with a weight of zero.
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
  /// The total weight, which includes all contexts.
  static let whole = 100_000

  let isExperiment: Bool
  let bucketing: LaunchDarklyBucketing
  /// The weighted variations; ``LaunchDarklyOutcome`` ignores a rollout that has none.
  let parts: [Part]
  /// The bucket ranges of the parts; `nil` if the weights are not valid.
  let buckets: WeightedBuckets?

  /// A variation of the rollout with its weight.
  struct Part: Sendable {
    let variation: Int
    let weight: Int
    /// Whether contexts that get this part are not counted as participants of the experiment.
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

  /// Returns the part for a bucket position from 0 to 1.
  ///
  /// If the weights add up to less than the total, contexts in the gap get the last part.
  func part(at position: Double) -> Part {
    let index = buckets?.ends.firstIndex { position < Double($0) / Double(Self.whole) }
    return parts[index ?? parts.count - 1]
  }
}

/// Selects the value by whose hash contexts are bucketed.
struct LaunchDarklyBucketing: Sendable {
  /// The context kind that has the value; `user` by default.
  let kind: String
  /// The attribute that is hashed; `nil` for the key of the context.
  let attribute: AttributeReference?
  /// The number that is hashed with the value instead of the key and the salt of the flag; `nil` if
  /// there is none.
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
    // For "key" it remains `nil`, which selects the key without an attribute look-up.
    attribute = text.flatMap { text in
      text == "key" ? nil : AttributeReference(text, isLiteral: kind == nil)
    }
  }
}
