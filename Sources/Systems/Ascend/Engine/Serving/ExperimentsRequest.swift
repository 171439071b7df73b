import Documents
import FeatureFlags
import FlagSystem

/// The body of a request for experiments, as the Ascend SDK sends it.
struct ExperimentsRequest {
  /// The keys of the requested experiments, in the order of the request.
  let keys: [String]
  /// The id of the logged-in user, or else the stable id of the guest; `nil` if the request has
  /// neither.
  let user: String?
  let attributes: [String: AttributeValue]

  /// Parses the body.
  ///
  /// - Throws: The syntax error, or a missing field or a field of the wrong type with its path; only
  ///   `experiment_keys` is required.
  init(_ body: [UInt8]) throws(DocumentError) {
    let fields = try FieldReader(try JSONReader.read(body, as: .json))
    keys = try fields.texts("experiment_keys")
    let ids = [try fields.optionalText("user_id"), try fields.optionalText("stable_id")]
    user = ids.compactMap(\.self).first { !$0.isEmpty }
    attributes = try fields.optionalValues("attributes", of: AttributeValue.init) ?? [:]
  }

  /// Returns the user of the request: the default user `base` with the attributes of the request added, if
  /// the request has no other id; otherwise a user with the attributes of the request only.
  func context(_ base: EvaluationContext) -> EvaluationContext {
    guard let user, user != base.targetingKey else {
      var context = base
      context.attributes.merge(attributes) { _, new in new }
      return context
    }
    return EvaluationContext(targetingKey: user, attributes: attributes)
  }
}
