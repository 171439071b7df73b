import FeatureFlags
import Targeting

/// A compiled query of a rule in the language of the library nikunjy/rules.
///
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
  enum Comparator: String, CaseIterable, Sendable {
    case equal = "eq"
    case unequal = "ne"
    case greater = "gt"
    case less = "lt"
    case greaterOrEqual = "ge"
    case lessOrEqual = "le"
    case contains = "co"
    case startsWith = "sw"
    case endsWith = "ew"
    case isIn = "in"

    /// The spelling with special characters; `nil` for none.
    fileprivate var symbol: String? {
      switch self {
      case .equal: "=="
      case .unequal: "!="
      case .greater: ">"
      case .less: "<"
      case .greaterOrEqual: ">="
      case .lessOrEqual: "<="
      case .contains, .startsWith, .endsWith, .isIn: nil
      }
    }

    /// The comparators by all their spellings.
    static let bySpelling: [String: Comparator] = {
      var spellings: [String: Comparator] = [:]
      for comparator in allCases {
        spellings[comparator.rawValue] = comparator
        spellings[comparator.rawValue.uppercased()] = comparator
        if let symbol = comparator.symbol { spellings[symbol] = comparator }
      }
      return spellings
    }()

    /// Whether the comparator orders two values or tests whether they are equal.
    var comparesOrder: Bool {
      switch self {
      case .equal, .unequal, .greater, .less, .greaterOrEqual, .lessOrEqual: true
      case .contains, .startsWith, .endsWith, .isIn: false
      }
    }

    /// Returns the result of a comparison of two ordered values; `false` for the other comparators.
    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
      switch self {
      case .equal: left == right
      case .unequal: left != right
      case .greater: left > right
      case .less: left < right
      case .greaterOrEqual: left >= right
      case .lessOrEqual: left <= right
      case .contains, .startsWith, .endsWith, .isIn: false
      }
    }
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
      case .bool, .null: comparator == .equal || comparator == .unequal
      case .version: comparator.comparesOrder
      case .integer, .decimal: comparator.comparesOrder || comparator == .isIn
      case .integers, .decimals: comparator.comparesOrder || comparator == .isIn
      case .string, .strings: true
      }
    }
  }
}

extension Query: CustomStringConvertible {
  var description: String {
    switch self {
    case .comparison(let path, let comparator, let literal):
      "\(path.text) \(comparator.rawValue) \(literal)"
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
