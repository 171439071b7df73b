import Documents
import FeatureFlags
import Targeting

/// Collects the different values of a feature, and names them.
struct FeatureValues {
  private var values: [(name: String, isNamed: Bool, value: VariableValue)] = []

  /// The largest number of values that are compared with a new one; later values can be equal.
  private static let comparedCount = 100
  private static let booleans = ValueOutcomes([
    ("true", .boolean(true)), ("false", .boolean(false)),
  ])

  /// Adds a value unless there is an equal one.
  ///
  /// - Parameters:
  ///   - node: The value in the document; `nil` if it is missing.
  ///   - name: The name in the document; `nil` for none.
  ///   - standard: The name of a long text, a list or an object without a name.
  /// - Returns: The index of the value; `nil` for null, for which an app has its own default.
  /// - Throws: The reason why the value is no JSON.
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
      // A feature with one Boolean can also be forced to the other one.
      values += [("true", true, .boolean(true)), ("false", true, .boolean(false))]
      return values.count - (flag ? 2 : 1)
    }
    let text = typed.type == .json ? "" : typed.description
    let own = text.isEmpty || text.utf8.count > 40 ? standard() : text
    values.append((name ?? own, name != nil, typed))
    return values.count - 1
  }

  /// The values with unique names.
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
