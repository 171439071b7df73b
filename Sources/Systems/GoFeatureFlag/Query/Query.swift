import FeatureFlags
import Targeting

/// A compiled query of a rule in the language of the library nikunjy/rules.
indirect enum Query: Sendable {
  /// Compares an attribute with a literal.
  case comparison(Path, Comparator, Literal)
  /// Whether an attribute is present.
  case presence(Path)
  case not(Query)
  /// A query, and others that are combined with the result so far by `and` or `or`, from left to right.
  case chain(Query, [(isAnd: Bool, query: Query)])
  /// An operand that cannot be parsed: a query that needs it matches no user.
  case broken

  /// The names of nested attributes.
  struct Path: Hashable, Sendable {
    let names: [String]

    var text: String { names.joined(separator: ".") }
  }

  /// An operator between an attribute and a literal.
  enum Comparator: Hashable, Sendable {
    case order(Comparison)
    case contains, startsWith, endsWith, isIn

    private static let byName: KeyValuePairs<String, Comparator> = [
      "eq": .order(.equal), "ne": .order(.unequal), "gt": .order(.greater), "lt": .order(.less),
      "ge": .order(.greaterOrEqual), "le": .order(.lessOrEqual), "co": .contains,
      "sw": .startsWith, "ew": .endsWith, "in": .isIn,
    ]

    /// The comparators by all their spellings.
    static let bySpelling: [String: Comparator] = {
      var spellings: [String: Comparator] = [:]
      for (name, comparator) in byName {
        spellings[name] = comparator
        spellings[name.uppercased()] = comparator
        if case .order(let comparison) = comparator { spellings[comparison.rawValue] = comparator }
      }
      return spellings
    }()

    var name: String { Self.byName.first { $0.value == self }?.key ?? "" }
    var isOrder: Bool { if case .order = self { true } else { false } }
  }

  /// The value with which an attribute is compared; its kind selects the comparison.
  enum Literal: Sendable {
    case bool(Bool)
    case null
    case string(String)
    case integer(Int)
    case decimal(Double)
    case version(String, SemanticVersion)
    case strings([String])
    case integers([Int])
    case decimals([Double])

    /// Whether a comparator is defined for the kind of the literal.
    func supports(_ comparator: Comparator) -> Bool {
      switch self {
      case .bool, .null: comparator == .order(.equal) || comparator == .order(.unequal)
      case .version: comparator.isOrder
      case .integer, .decimal, .integers, .decimals: comparator.isOrder || comparator == .isIn
      case .string, .strings: true
      }
    }
  }
}

extension Query: CustomStringConvertible {
  var description: String {
    switch self {
    case .comparison(let path, let comparator, let literal):
      "\(path.text) \(comparator.name) \(literal)"
    case .presence(let path): "\(path.text) pr"
    case .not(let query): "not (\(query))"
    case .chain(let first, let rest):
      rest.prefix(10).reduce("\(first)") { "\($0) \($1.isAnd ? "and" : "or") \($1.query)" }
    case .broken: "…"
    }
  }
}

extension Query.Literal: CustomStringConvertible {
  var description: String {
    switch self {
    case .bool(let flag): "\(flag)"
    case .null: "null"
    case .string(let text): "\"\(text.excerpt)\""
    case .integer(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .version(let text, _): text
    case .strings(let texts): "\(texts.prefix(10).map(\.excerpt))" + (texts.count > 10 ? "…" : "")
    case .integers(let numbers): "\(numbers.prefix(10))" + (numbers.count > 10 ? "…" : "")
    case .decimals(let numbers): "\(numbers.prefix(10))" + (numbers.count > 10 ? "…" : "")
    }
  }
}
