import Documents
package import FeatureFlags
import Targeting

/// A feature of a document of GrowthBook, whose rules are compiled.
package final class GrowthBookFeature: Sendable {
  /// The name by which an app looks up the feature.
  package let name: Feature.Name
  /// The distinct values of the default value and the rules, without null.
  ///
  /// Null is not a value, because an app then uses its own default.
  let values: ValueOutcomes
  /// The index of the default value in ``values``; `nil` for null.
  let defaultIndex: Int?
  /// The rules, in the order of evaluation.
  let rules: [GrowthBookRule]
  let line: Int?

  /// Parses the feature whose name is the value of `compiler.feature`.
  init(_ value: some DocumentValue, _ compiler: inout Compiler) throws(DocumentError) {
    let fields = try value.fields()
    name = Feature.Name(rawValue: compiler.feature)
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

  /// The feature in Halyard's model: a flag if all values are Boolean, and otherwise a test.
  var feature: Feature {
    var kind: String?
    for rule in rules where rule.variations.count > 1 {
      kind = rule.experiment?.bandit == nil ? kind ?? "experiment" : "bandit"
    }
    let fact = kind.map { FlagDefinition.Metadatum(key: "type", value: .string($0 + " rule")) }
    let metadata = fact.map { [$0] } ?? []
    return values.feature(named: name, section: nil, metadata: metadata).called(kind)
  }

  /// Returns the name of the value at an index; `nil` without an index, which stands for null.
  func name(of index: Int?) -> String? { index.map { values.list[$0].variation.rawValue } }

  /// Returns the value at an index as JSON; `null` without an index.
  func json(at index: Int?) -> String {
    guard let outcome = index.map({ values.list[$0] }) else { return "null" }
    return outcome.variables.first?.value.json.text() ?? "\(outcome.isOn)"
  }
}

/// Collects the distinct values of a feature, and gives each value a name.
struct FeatureValues {
  private var values: [(name: String, isNamed: Bool, value: VariableValue)] = []

  /// The number of values with which a new value is compared; duplicates among later values are
  /// possible.
  private static let comparedCount = 100
  private static let booleans = ValueOutcomes([
    ("true", .boolean(true)), ("false", .boolean(false)),
  ])

  /// Adds a value, unless an equal value exists.
  ///
  /// - Parameters:
  ///   - node: The value in the document; `nil` if the document has none.
  ///   - name: The name of the value in the document; `nil` if it has none.
  ///   - standard: The fallback name for a value that cannot be its own name: a long or empty string, a
  ///     list or an object.
  /// - Returns: The index of the value; `nil` for null, for which an app uses its own default.
  /// - Throws: An error if the value cannot be represented as JSON.
  mutating func index(
    of node: Node?,
    _ name: String? = nil,
    or standard: @autoclosure () -> String
  ) throws(DocumentError) -> Int? {
    guard let node, !node.isNull else { return nil }
    let typed = try VariableValue(reading: node)
    if let index = values.prefix(Self.comparedCount).firstIndex(where: { $0.value == typed }) {
      if let name, !values[index].isNamed { values[index] = (name, true, typed) }
      return index
    }
    if case .boolean(let flag) = typed {
      // Adds both Booleans, so that a feature with only one of them can be forced to the other.
      values += [("true", true, .boolean(true)), ("false", true, .boolean(false))]
      return values.count - (flag ? 2 : 1)
    }
    let text = typed.type == .json ? "" : typed.description
    let own = text.isEmpty || text.utf8.count > 40 ? standard() : text
    values.append((name ?? own, name != nil, typed))
    return values.count - 1
  }

  /// The values with unique names: a number is appended to a repeated name.
  var outcomes: ValueOutcomes {
    if values.count == 2, case .boolean = values[0].value { return Self.booleans }
    var named = values.map { (name: $0.name, value: $0.value) }
    if !named.map({ TestVariation(name: $0.name) }).isUnique {
      var names: Set<TestVariation> = []
      for index in named.indices {
        let isFree = names.insert(TestVariation(name: named[index].name)).inserted
        if !isFree { named[index].name += " (\(index + 1))" }
      }
    }
    return ValueOutcomes(named)
  }
}
