/// An operator of flagd's JsonLogic; the raw value is its name in a document.
enum Operator: String, CaseIterable, Sendable {
  case variable = "var"
  case missingSome = "missing_some"
  case conditional = "if"
  case ternary = "?:"
  case not = "!"
  case isTrue = "!!"
  case equal = "=="
  case unequal = "!="
  case identical = "==="
  case unidentical = "!=="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case isIn = "in"
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case containsAll = "contains_all"
  case containsAny = "contains_any"
  case containsNone = "contains_none"
  case startsWith = "starts_with"
  case endsWith = "ends_with"
  case semVer = "sem_ver"
  case missing, and, or, cat, substr, min, max, abs, merge, set, fractional
  case map, filter, all, none, some, reduce

  /// The operators by name.
  static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Whether only the engine of the flagd daemon has the operator; other providers fail.
  var isExtension: Bool { Self.extensions.contains(self) }

  private static let extensions = [abs, set, containsAll, containsAny, containsNone]

  /// Whether the operator stands between two operands in a readable text.
  var isInfix: Bool { rawValue.utf8.first.map { !(0x61...0x7A).contains($0) } ?? false }
}
