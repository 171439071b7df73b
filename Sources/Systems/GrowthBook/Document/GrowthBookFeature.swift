import Documents
package import FeatureFlags
import Targeting

/// A feature of a document of GrowthBook, whose rules are compiled.
package final class GrowthBookFeature: Sendable {
  /// The name by which an app looks up the feature.
  package let name: FeatureName
  /// The different values; null is none of them, because an app has its own default instead.
  let values: ValueOutcomes
  /// The index of the default value; `nil` for null.
  let defaultIndex: Int?
  /// The rules, in the order of evaluation.
  let rules: [GrowthBookRule]
  let line: Int?

  /// Reads the feature with the name in the compiler.
  init(_ value: some DocumentValue, _ compiler: inout Compiler) throws(DocumentError) {
    let fields = try value.fields()
    name = FeatureName(rawValue: compiler.feature)
    compiler.values = FeatureValues()
    let standard = fields.value("defaultValue")?.node
    defaultIndex = try compiler.values.index(of: standard, or: "default")
    compiler.ruleCount = 0
    rules = try fields.objects("rules") { fields throws(DocumentError) in
      try GrowthBookRule(fields, &compiler)
    }
    values = compiler.values.outcomes
    line = value.line
  }

  /// The feature in the terms of Halyard: a flag if its values are Boolean, or else a test with values.
  var feature: Feature {
    var kind: String?
    for rule in rules where rule.variations.count > 1 {
      kind = rule.experiment?.bandit == nil ? kind ?? "experiment" : "bandit"
    }
    let fact = kind.map { FlagDefinition.Metadatum(key: "type", value: .string($0 + " rule")) }
    let metadata = fact.map { [$0] } ?? []
    return values.feature(named: name, section: nil, metadata: metadata).called(kind)
  }

  /// Returns the name of a value; `nil` for null.
  func name(of index: Int?) -> String? { index.map { values.list[$0].variation.rawValue } }

  /// Returns a value as JSON; null without an index.
  func json(at index: Int?) -> String {
    guard let outcome = index.map({ values.list[$0] }) else { return "null" }
    return outcome.variables.first?.value.json.text() ?? "\(outcome.isOn)"
  }
}
