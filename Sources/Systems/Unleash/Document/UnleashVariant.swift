import Documents
import FeatureFlags
import Targeting

/// A variant of a flag or of one of its strategies.
package struct UnleashVariant: Sendable {
  /// The name that `getVariant` returns.
  package let name: String
  /// The share of the variant in the sum of the weights.
  let weight: Int
  /// The payload that `getVariant` returns; `nil` for none.
  package let payload: UnleashPayload?
  /// The field that selects the variant of a user, instead of the user's id.
  let stickiness: String?
  /// The users who always get the variant.
  let overrides: [UserOverride]
  /// The result of the variant, with the payload as a variable.
  fileprivate(set) var outcome: ServiceVariation

  /// The values of a field whose users always get a variant.
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

/// The payload of a variant, which is a text on the wire.
package struct UnleashPayload: Hashable, Sendable {
  /// `string`, `json`, `csv`, `number`, or another type.
  package let type: String
  package let value: String

  fileprivate init(_ fields: some DocumentFields) throws(DocumentError) {
    type = try fields.text("type")
    value = try fields.optionalScalar("value") ?? ""
  }

  /// Returns the type of a variable that can have each of the payloads.
  ///
  /// The type is `string` unless all payloads are declared with one other type, and are valid.
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

/// The variants of a flag or of a strategy, with the buckets of their weights.
package struct UnleashVariants: Sendable {
  private(set) var list: [UnleashVariant] = []
  /// The buckets of the variants, from 0 to the sum of the weights.
  let buckets: WeightedBuckets?
  /// The field by whose text a variant is chosen.
  let stickiness: Stickiness
  /// The text that is hashed with that of the user; `nil` for the name of the flag.
  let group: String?
  private let hasOverrides: Bool

  /// Decodes the variants of a flag, or of a strategy with its stickiness and its group.
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

  /// Declares the payload of each variant as a variable of the given type.
  mutating func declare(_ type: VariableType) {
    for index in list.indices {
      guard let payload = list[index].payload,
        let value = VariableValue(payload.value, as: type)
      else { continue }
      list[index].outcome.variables = [Variable(name: FlagDefinition.payloadVariable, value: value)]
    }
  }

  /// The only variant with a weight; `nil` if there are several.
  var single: UnleashVariant? {
    let weighted = list.lazy.filter { $0.weight > 0 }.prefix(2)
    return weighted.count == 1 ? weighted.first : nil
  }

  /// The variants with a weight, with their shares of 1.
  var shares: some Sequence<(UnleashVariant, Double)> {
    let total = Double(buckets?.count ?? 1)
    return list.lazy.filter { $0.weight > 0 }.map { ($0, Double($0.weight) / total) }
  }

  /// Returns the first variant with an override for the user, and the field of the override.
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
