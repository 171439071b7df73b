import Documents
import Targeting

/// A group of contexts, to which flags and other segments refer.
final class LaunchDarklySegment: Sendable {
  let key: String
  /// The text before the hashed value of a context: the key and the salt.
  let hashedPrefix: String
  /// The keys of contexts that are in the segment.
  let included: [LaunchDarklyKeys]
  /// The keys of contexts that are not in the segment, unless they are included.
  let excluded: [LaunchDarklyKeys]
  let rules: [Rule]
  /// The kind of the contexts of a big segment, whose keys only a store of the app has; `nil` for other
  /// segments.
  let bigKind: String?
  /// Whether a store can have the keys of the big segment.
  let hasGeneration: Bool
  let line: Int?

  /// Clauses of which all have to match, with the share of the contexts for which the rule holds.
  struct Rule: Sendable {
    let clauses: [LaunchDarklyClause]
    /// The weight of 100,000; `nil` for all contexts.
    let weight: Int?
    let bucketing: LaunchDarklyBucketing

    fileprivate init(_ fields: some DocumentFields) throws(DocumentError) {
      clauses = try fields.objects("clauses", of: LaunchDarklyClause.init)
      weight = try fields.optionalWholeNumber("weight")
      bucketing = try LaunchDarklyBucketing(fields, kind: "rolloutContextKind")
    }
  }

  init(_ fields: some DocumentFields, name: String, line: Int?) throws(DocumentError) {
    key = try fields.optionalText("key") ?? name
    hashedPrefix = key + "." + (try fields.optionalText("salt") ?? "") + "."
    included =
      [try LaunchDarklyKeys(users: "included", of: fields)]
      + (try fields.objects("includedContexts", of: LaunchDarklyKeys.init))
    excluded =
      [try LaunchDarklyKeys(users: "excluded", of: fields)]
      + (try fields.objects("excludedContexts", of: LaunchDarklyKeys.init))
    rules = try fields.objects("rules", of: Rule.init)
    let isBig = try fields.optionalFlag("unbounded") ?? false
    let kind = try fields.filledText("unboundedContextKind") ?? LaunchDarklyContext.userKind
    bigKind = isBig ? kind : nil
    hasGeneration = try fields.optionalWholeNumber("generation") != nil
    self.line = line
  }

  /// The keys of the segments to which the rules refer.
  var references: [String] { rules.flatMap { $0.clauses.flatMap(\.segments) } }
}
