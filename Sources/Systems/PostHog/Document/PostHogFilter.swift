import FeatureFlags
import Targeting

/// A filter of a condition or of a cohort.
indirect enum PostHogFilter: Sendable {
  /// Compares a property.
  case property(PostHogProperty)
  /// Whether the user is in a cohort, or with `isNegated` not in it.
  case cohort(String, isNegated: Bool)
  /// Whether another flag has a value.
  case flag(PostHogDependency)
  /// The filters of a cohort, all of which have to hold with `isAll`, or else one.
  case group(isAll: Bool, [PostHogFilter])
  /// A filter of a cohort that must not hold.
  case not(PostHogFilter)
  /// A filter that SDKs cannot read, so that only PostHog can evaluate the flag.
  case malformed(String)
}

/// A dependency on the value of another flag.
struct PostHogDependency: Sendable {
  let key: String
  /// The expected value; `nil` for a malformed filter, which no user meets.
  let value: AttributeValue?
  /// The flags that are evaluated first, in order; empty for flags that depend on each other.
  let chain: [String]
}

/// A comparison of a property with a value.
struct PostHogProperty: Sendable {
  let key: String
  let value: AttributeValue
  let comparison: Operator?
  /// The spelling of the operator in the document.
  let spelling: String
  /// The compiled expression; `nil` for other operators and for an invalid expression.
  let pattern: RegularExpression?
  /// The lowercase text of the value.
  let foldedText: String
  /// The lowercase texts of the values of a list, or of the value.
  let foldedValues: [String]
  /// The version with which an operator of versions compares; `nil` if the value is no version.
  let version: PostHogVersion?

  enum Operator: String, Sendable {
    case exact
    case isNot = "is_not"
    case isSet = "is_set"
    case isNotSet = "is_not_set"
    case contains = "icontains"
    case containsNot = "not_icontains"
    case startsWith = "starts_with"
    case startsNotWith = "not_starts_with"
    case endsWith = "ends_with"
    case endsNotWith = "not_ends_with"
    case regex
    case notRegex = "not_regex"
    case greater = "gt"
    case greaterOrEqual = "gte"
    case less = "lt"
    case lessOrEqual = "lte"
    case isDateBefore = "is_date_before"
    case isDateAfter = "is_date_after"
    case versionEqual = "semver_eq"
    case versionUnequal = "semver_neq"
    case versionGreater = "semver_gt"
    case versionGreaterOrEqual = "semver_gte"
    case versionLess = "semver_lt"
    case versionLessOrEqual = "semver_lte"
    case versionTilde = "semver_tilde"
    case versionCaret = "semver_caret"
    case versionWildcard = "semver_wildcard"
  }

  init(key: String, value: AttributeValue, spelling: String) {
    (self.key, self.value, self.spelling) = (key, value, spelling)
    comparison = Operator(rawValue: spelling)
    foldedText = value.unquoted.lowercased()
    if case .list(let values) = value {
      foldedValues = values.map { $0.unquoted.lowercased() }
    } else {
      foldedValues = [foldedText]
    }
    version = spelling.hasPrefix("semver_") ? PostHogVersion(value.unquoted) : nil
    let isPattern = comparison == .regex || comparison == .notRegex
    // Drops the error: an invalid expression is no match.
    pattern = isPattern ? try? RegularExpression(value.unquoted) : nil
  }
}
