import Documents
import FeatureFlags
import Targeting

/// A variant of a flag or of one of its strategies.
package struct UnleashVariant: Sendable {
  /// The name that `getVariant` returns.
  package let name: String
  /// The weight of the variant, relative to the sum of all weights.
  let weight: Int
  /// The payload that `getVariant` returns; `nil` if there is none.
  package let payload: UnleashPayload?
  /// The name of the context field that is hashed to select a variant; `nil` for the default.
  let stickiness: String?
  /// The users who always get the variant, by the values of context fields.
  let overrides: [UserOverride]
  /// The variant as an outcome, with the payload as a variable.
  fileprivate(set) var outcome: ServiceVariation

  /// The values of a context field; users with one of them always get the variant.
  struct UserOverride: Sendable {
    let field: ContextField
    let values: [String]

    fileprivate init(_ fields: some DocumentFields) throws(DocumentError) {
      field = ContextField(try fields.text("contextName"))
      values = try fields.scalars("values")
    }
  }

  fileprivate init<Fields: DocumentFields>(_ fields: Fields) throws(DocumentError) {
    name = try fields.text("name")
    weight = try fields.wholeNumber("weight")
    if weight < 0, let value = fields.value("weight") {
      throw value.mismatch(expected: "a weight of at least 0").inside("weight")
    }
    payload = try fields.value("payload").map { value throws(DocumentError) in
      do throws(DocumentError) { return try UnleashPayload(try value.fields()) } catch {
        throw error.inside("payload")
      }
    }
    stickiness = try fields.optionalText("stickiness")
    overrides = try fields.objects("overrides", of: UserOverride.init)
    outcome = ServiceVariation(TestVariation(name: name))
  }
}

/// The payload of a variant, whose value is transmitted as a string.
package struct UnleashPayload: Hashable, Sendable {
  /// The declared type: `string`, `json`, `csv`, `number`, or another type.
  package let type: String
  package let value: String

  fileprivate init(_ fields: some DocumentFields) throws(DocumentError) {
    type = try fields.text("type")
    value = try fields.optionalScalar("value") ?? ""
  }

  /// Returns a variable type that can represent all of the payloads.
  ///
  /// The type is `string` unless all payloads have the same declared type, `number` or `json`, and are
  /// valid.
  static func type(of payloads: [UnleashPayload]) -> VariableType {
    guard let first = payloads.first?.type, payloads.allSatisfy({ $0.type == first }) else {
      return .string
    }
    let candidates: [VariableType] =
      switch first {
      case "number": [.integer, .double]
      case "json": [.json]
      default: []
      }
    return candidates.first { type in
      payloads.allSatisfy { VariableValue($0.value, as: type) != nil }
    } ?? .string
  }
}

/// The variants of a flag or of a strategy, with their bucket ranges.
package struct UnleashVariants: Sendable {
  private(set) var list: [UnleashVariant] = []
  /// The bucket ranges of the variants, from 0 to the sum of the weights; `nil` without variants.
  let buckets: WeightedBuckets?
  /// The context field that is hashed to select a variant.
  let stickiness: Stickiness
  /// The prefix that is hashed with the user's value; `nil` for the name of the flag.
  let group: String?
  private let hasOverrides: Bool

  /// Parses the variants of a flag, or of a strategy with its stickiness and its group.
  init(
    _ fields: some DocumentFields,
    of strategy: (stickiness: Stickiness, group: String?)?
  ) throws(DocumentError) {
    list = try fields.objects("variants", of: UnleashVariant.init)
    stickiness = strategy?.stickiness ?? Stickiness(list.first?.stickiness)
    group = strategy?.group
    hasOverrides = strategy == nil && list.contains { !$0.overrides.isEmpty }
    let weights = list.map(\.weight)
    buckets = list.isEmpty ? nil : WeightedBuckets(weights: weights, limit: Int(UInt32.max))
    if !list.isEmpty, buckets == nil, let value = fields.value("variants") {
      throw value.mismatch(expected: "weights with a sum below 2^32").inside("variants")
    }
  }

  var payloads: [UnleashPayload] { list.compactMap(\.payload) }

  /// Adds the payload of each variant to its outcome, as a variable of the given type.
  mutating func declare(_ type: VariableType) {
    for index in list.indices {
      guard let payload = list[index].payload,
        let value = VariableValue(payload.value, as: type)
      else { continue }
      list[index].outcome.variables = [Variable(name: FlagDefinition.payloadVariable, value: value)]
    }
  }

  /// The variant with a weight above 0, if it is the only one; otherwise `nil`.
  var single: UnleashVariant? {
    let weighted = list.lazy.filter { $0.weight > 0 }.prefix(2)
    return weighted.count == 1 ? weighted.first : nil
  }

  /// The variants with a weight above 0, with their fractions of the total weight.
  var shares: some Sequence<(UnleashVariant, Double)> {
    let total = Double(buckets?.count ?? 1)
    return list.lazy.filter { $0.weight > 0 }.map { ($0, Double($0.weight) / total) }
  }

  /// Returns the first variant with an override that matches the user, and the matching context field.
  func overridden(for user: UnleashUser) -> (variant: UnleashVariant, field: ContextField)? {
    guard hasOverrides else { return nil }
    for variant in list {
      for override in variant.overrides {
        guard let text = user.text(of: override.field, ownTime: false) else { continue }
        if override.values.contains(where: { $0.isSameText(as: text) }) {
          return (variant, override.field)
        }
      }
    }
    return nil
  }
}
