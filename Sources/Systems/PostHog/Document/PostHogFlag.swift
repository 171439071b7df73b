import FeatureFlags

/// A feature flag of PostHog.
struct PostHogFlag: Sendable {
  let key: String
  let line: Int?
  var id: Int?
  var title: String?
  var isActive = true
  /// The reason why only PostHog can evaluate the flag; `nil` if SDKs can.
  var serverReason: String?
  /// Whether users are put into buckets by their device.
  var bucketsByDevice = false
  var conditions: [Condition] = []
  var variants: [Variant] = []
  /// The payloads as JSON, by variant; `true` for a flag without variants.
  var payloads: [String: String] = [:]
  /// The index of the group type for which the flag is evaluated; `nil` for persons.
  var groupIndex: Int?
  var exitsEarly = false

  /// A variant of a flag.
  struct Variant: Sendable {
    let key: String
    /// The first fraction of users who get the variant, from 0 to 1.
    let start: Double
    /// The end of the fractions, exclusive.
    let end: Double
  }

  /// A set of release conditions.
  struct Condition: Sendable {
    var filters: [PostHogFilter] = []
    /// The percentage of users; `nil` for all.
    var percentage: Double?
    var variant: String?
    /// The index of another group type than that of the flag; `nil` for the same.
    var groupIndex: Int?
  }

  /// The value of a flag that is on without a variant.
  static let on = TestVariation(name: "true")
  /// The value of a flag that is off.
  static let off = TestVariation(name: "false")

  /// Returns the outcome of a value: `true`, `false` or the key of a variant.
  func outcome(_ value: String) -> ServiceVariation {
    let payload = value == "false" ? nil : payloads[value]
    let variables = payload.map {
      [Variable(name: FlagDefinition.payloadVariable, value: .json($0))]
    }
    return ServiceVariation(
      TestVariation(name: value),
      isOn: value != "false",
      variables: variables ?? []
    )
  }

  var feature: Feature {
    let off = ServiceVariation(Self.off, isOn: false)
    let values = variants.isEmpty ? ["true"] : variants.map(\.key)
    return Feature(
      service: Feature.Name(rawValue: key),
      description: title,
      section: nil,
      type: variants.isEmpty ? .featureFlag : nil,
      isEnabled: isActive,
      variations: values.map(outcome) + [off],
      result: variants.isEmpty ? .state : .variation,
      metadata: id.map { [FlagDefinition.Metadatum(key: "id", value: .number(Double($0)))] } ?? [],
      onOffOutcomes: OnOffOutcomes(on: outcome("true"), off: off)
    )
  }
}
