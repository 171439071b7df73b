import FeatureFlags

package import struct FoundationEssentials.Date

/// One evaluation that a client has requested.
package struct ServedEvaluation: Hashable, Sendable, Identifiable {
  /// The number of the evaluation since the start; consecutive evaluations have consecutive numbers.
  package let id: Int
  package let date: Date
  /// The identifier of the client.
  package let client: ServedClient.ID
  /// The targeting key of the user; `nil` for a user without a key.
  package let user: String?
  /// The requested key, such as `checkout.title`; `nil` for a bulk evaluation of all features.
  package let key: String?
  /// The result: a value, the number of features of a bulk evaluation, or an error.
  package let result: String
  /// Whether an override determined the result.
  package let isOverridden: Bool
  /// Whether no feature has the key.
  package let isUnknown: Bool

  package init(
    id: Int,
    date: Date,
    client: ServedClient.ID,
    user: String?,
    key: String?,
    result: String,
    isOverridden: Bool = false,
    isUnknown: Bool = false
  ) {
    self.id = id
    self.date = date
    self.client = client
    self.user = user
    self.key = key
    self.result = result
    self.isOverridden = isOverridden
    self.isUnknown = isUnknown
  }
}
