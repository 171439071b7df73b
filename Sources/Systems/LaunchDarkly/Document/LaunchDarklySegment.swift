import Documents
import Targeting

/// A segment: a named group of contexts, to which flags and other segments refer.
final class LaunchDarklySegment: Sendable {
  let key: String
  /// The prefix of the text that is hashed for bucketing: the key and the salt of the segment, each
  /// followed by a dot.
  let hashedPrefix: String
  /// The context keys that are in the segment.
  let included: [LaunchDarklyKeys]
  /// The context keys that are not in the segment, unless they are also in ``included``.
  let excluded: [LaunchDarklyKeys]
  let rules: [Rule]
  /// The context kind of a big segment, whose keys exist only in an external store of the app; `nil` for
  /// any other segment.
  let bigKind: String?
  /// Whether the big segment has a generation number, without which SDKs do not query the store.
  let hasGeneration: Bool
  let line: Int?

  /// A membership rule: if all clauses match, the given percentage of the contexts is in the segment.
  struct Rule: Sendable {
    let clauses: [LaunchDarklyClause]
    /// The included contexts, in thousandths of a percent; `nil` for all contexts.
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
