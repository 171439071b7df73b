/// A flag service that decides by itself which variation a user gets, and can say why.
///
/// It answers from what was loaded, and asks nobody.
public protocol FlagService: Sendable {
  /// The feature as the service gives it to the user, with what the tester forced upon its rules.
  func decided(_ feature: Feature) -> Feature

  /// Why the feature has the state it has.
  func explanation(of feature: Feature) -> Explanation
}
