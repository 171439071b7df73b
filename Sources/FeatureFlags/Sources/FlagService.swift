/// A flag service that decides by itself which variation a user gets, and can say why.
///
/// It answers from what was loaded, and asks nobody.
public protocol FlagService: Sendable {
  /// The feature as the service gives it to the user, with what the tester forced upon its rules.
  func decided(_ feature: Feature) -> Feature

  /// The rules that can decide about the feature, in the order in which they are tried.
  func rules(of feature: Feature) -> [ServiceRule]

  /// Why the feature has the state it has.
  func explanation(of feature: Feature) -> Explanation

  /// What a tester should know where an app may have another document than this one.
  ///
  /// - Parameters:
  ///   - other: The service of the other document.
  ///   - origin: Where the other document is: `cache` for what was kept until now, or `fallback`.
  /// - Returns: What the difference may lead to; nothing by default.
  func problems(beside other: any FlagService, of origin: Origin) -> [Problem]
}

extension FlagService {
  /// Nothing that a tester should know.
  public func problems(beside other: any FlagService, of origin: Origin) -> [Problem] { [] }
}

/// A rule of a flag service, upon which a tester can force a variation.
public struct ServiceRule: Hashable, Sendable {
  /// The key by which the service knows the rule.
  public let key: String
  /// What kind of rule it is, in words.
  public let kind: String
  /// The variations that it can give.
  public let variations: [TestVariation]

  /// Makes a rule.
  public init(key: String, kind: String, variations: [TestVariation]) {
    self.key = key
    self.kind = kind
    self.variations = variations
  }
}
