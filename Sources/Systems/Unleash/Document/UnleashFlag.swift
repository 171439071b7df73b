import Documents
package import FeatureFlags

/// A flag of a document of Unleash, whose strategies are compiled.
package final class UnleashFlag: Sendable {
  /// The name by which an app looks up the flag.
  package let name: Feature.Name
  /// Whether the flag is on in the environment.
  let isEnabled: Bool
  /// The activation strategies.
  ///
  /// The flag is on for a user for whom at least one of them holds.
  let strategies: [UnleashStrategy]
  /// Whether the document has no list of strategies for the flag, in which case SDKs have different
  /// results.
  let lacksStrategies: Bool
  /// The variants that apply if the strategy that holds has no variants of its own.
  let variants: UnleashVariants
  /// The names of all variants of the flag and its strategies.
  let variantNames: Set<String>
  /// The parent flags whose results the flag requires.
  let dependencies: [Dependency]
  /// The flag type, such as `kill-switch`; `nil` if the document has none.
  let type: String?
  let isStale: Bool
  /// Whether SDKs emit an impression event for each evaluation.
  package let hasImpressionData: Bool
  let project: String
  let description: String?
  let line: Int?

  /// A dependency on a parent flag, which must be on or off, or have one of the given variants.
  struct Dependency: Sendable {
    let flag: Feature.Name
    let isEnabled: Bool
    /// The accepted variants of the parent; an empty list accepts any variant.
    let variants: [String]

    fileprivate init(_ fields: some DocumentFields) throws(DocumentError) {
      flag = Feature.Name(rawValue: try fields.text("feature"))
      isEnabled = try fields.optionalFlag("enabled") ?? true
      variants = try fields.scalars("variants")
    }
  }

  init(_ fields: some DocumentFields, line: Int?) throws(DocumentError) {
    name = Feature.Name(rawValue: try fields.text("name"))
    isEnabled = try fields.flag("enabled")
    var strategies = try fields.optionalObjects("strategies", of: UnleashStrategy.init)
    lacksStrategies = strategies == nil
    var variants = try UnleashVariants(fields, of: nil)
    let payloads = variants.payloads + (strategies ?? []).flatMap(\.variants.payloads)
    let payloadType = UnleashPayload.type(of: payloads)
    variants.declare(payloadType)
    var numbers: [String: Int] = [:]
    for index in strategies?.indices ?? 0..<0 {
      strategies?[index].variants.declare(payloadType)
      strategies?[index].number(in: &numbers)
    }
    self.strategies = strategies ?? []
    self.variants = variants
    let all = variants.list + (strategies ?? []).flatMap(\.variants.list)
    variantNames = Set(all.map(\.name))
    dependencies = try fields.objects("dependencies", of: Dependency.init)
    type = try fields.optionalText("type")
    isStale = try fields.optionalFlag("stale") ?? false
    hasImpressionData = try fields.optionalFlag("impressionData") ?? false
    project = try fields.optionalText("project") ?? "default"
    description = try fields.optionalText("description")
    self.line = line
  }

  /// All variants of the flag and its strategies, including duplicates.
  var allVariants: [UnleashVariant] { variants.list + strategies.flatMap(\.variants.list) }

  /// Returns the first variant of the flag or its strategies with the given name; `nil` if there is
  /// none.
  func variant(_ name: TestVariation) -> UnleashVariant? {
    allVariants.first { TestVariation(name: $0.name) == name }
  }
}
