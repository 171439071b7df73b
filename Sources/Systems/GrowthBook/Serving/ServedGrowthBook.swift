import FeatureFlags
package import FlagSystem
import Targeting

/// Generates the document with which SDKs of GrowthBook obey the overrides of a tester.
///
/// The overrides apply to every user, or to one user by a condition on the attribute `id`.
package struct ServedGrowthBook: Sendable {
  /// The features with the forced values; encrypted parts are decrypted.
  package let document: [UInt8]
  /// The time of the last change, which SDKs for JavaScript compare.
  let updated: String
  /// The evaluator of the forced document, so that a forced feature has the same effect on other features.
  let evaluator: GrowthBookEvaluator

  /// Generates the document of a state.
  ///
  /// - Parameters:
  ///   - state: The features with their overrides, and the document as received.
  ///   - user: The id of the only user to whom the overrides apply; `nil` for every user.
  ///   - modified: The time of the last change in seconds since 1970.
  /// - Throws: The reason why the source has no document of GrowthBook.
  package init(
    _ state: ServedState,
    user: String? = nil,
    modified: Int64
  ) throws(ServedDocumentError) {
    _ = try state.document(of: .growthBook)
    guard let evaluator = state.evaluator(as: GrowthBookEvaluator.self) else {
      throw .noDocument(expected: DocumentKind.growthBook.name)
    }
    let plain = try ServedState.json(evaluator.document.payload.bytes, of: .growthBook)
    // Drops the error: the document was parsed before, and has no encrypted part that can be decrypted.
    guard let payload = try? GrowthBookPayload(plain, key: nil) else {
      throw .noDocument(expected: DocumentKind.growthBook.name)
    }
    updated = Timestamp(seconds: Double(modified)).text
    document = GrowthBookEditor.document(
      payload,
      for: state.features(for: user).filter { !$0.isRemoved },
      evaluator: evaluator,
      user: user.map { ("id", .string($0)) },
      updated: updated
    )
    // Drops the error: an edited document is valid if the document of the source is.
    guard let parsed = try? GrowthBookDocument(bytes: document) else {
      throw .noDocument(expected: DocumentKind.growthBook.name)
    }
    self.evaluator = GrowthBookEvaluator(parsed)
  }
}
