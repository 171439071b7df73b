import FeatureFlags
import Locking
import Unleash

/// Evaluates the flags of Unleash for front-end SDKs.
///
/// The evaluated document is the one that server SDKs get. It is parsed once for each version of the store;
/// results are not cached, because random ones are drawn at each call.
final class FrontEndEvaluation: Sendable {
  private typealias Outcome = Result<UnleashEvaluator, ServedDocumentError>

  private let served: ServedStore
  /// The id of the only user to whom the overrides apply; `nil` for every user.
  private let user: String?
  /// The evaluator of a version of the store, or the reason why there is none.
  private let current = Locked<(version: Int, outcome: Outcome)?>(nil)

  init(_ served: ServedStore, user: String?) {
    (self.served, self.user) = (served, user)
  }

  /// Evaluates all flags for a user.
  ///
  /// - Throws: The reason why the source has no document of Unleash.
  func toggles(for context: EvaluationContext) throws(ServedDocumentError) -> [UnleashToggle] {
    // Read the version before the features, so that the evaluator is never used for a later version.
    let version = served.version.number
    let outcome = current.withLock { current in
      if let current, current.version == version { return current.outcome }
      let outcome = Outcome { () throws(ServedDocumentError) in try evaluator() }
      current = (version, outcome)
      return outcome
    }
    return try outcome.get().toggles(for: context) { .random(in: 0..<1) }
  }

  private func evaluator() throws(ServedDocumentError) -> UnleashEvaluator {
    let state = served.state
    let document = try ServedUnleash(state, user: user).document
    // Drops the error: an edited document is valid if the document of the source is.
    guard let evaluator = state.evaluator(as: UnleashEvaluator.self),
      let parsed = try? UnleashDocument(bytes: document)
    else { throw .noDocument(.unleash) }
    return evaluator.evaluating(parsed)
  }
}
