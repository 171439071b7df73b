import Dashboard
import Documents
import FeatureFlags
import Frame

extension EvaluationContext {
  /// Creates a user from the fields of the user dialog or of the command line.
  ///
  /// - Throws: An error with the name and the text of the field, for malformed attributes or a
  ///   malformed profile.
  init(_ userFields: UserFields) throws(UserTextError) {
    self.init(
      targetingKey: userFields.key.isEmpty ? nil : userFields.key,
      attributes: try Self.object("attributes", userFields.attributes, expected: "a JSON object"),
      segments: userFields.segments.isEmpty ? nil : Self.segments(userFields.segments),
      profile: try Self.profile(userFields.profile)
    )
  }

  /// Parses a JSON object; an empty text means an empty object.
  private static func object(
    _ field: String,
    _ text: String,
    expected: String
  ) throws(UserTextError) -> [String: AttributeValue] {
    guard text.contains(where: { !$0.isWhitespace }) else { return [:] }
    do throws(DocumentError) {
      if case .object(let members) = try AttributeValue(json: text) { return members }
    } catch {
      throw UserTextError(field: field, text: text, reason: "\(error)")
    }
    throw UserTextError(field: field, text: text, reason: "expected \(expected)")
  }

  /// Splits a list of segments at its commas.
  private static func segments(_ text: String) -> Set<String> {
    Set(text.split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty })
  }

  /// Parses the sticky variations of a profile: a profile record of the service, or an object of
  /// variation ids by experiment id.
  private static func profile(_ text: String) throws(UserTextError) -> [String: String] {
    let expected = "{\"EXPERIMENT_ID\": \"VARIATION_ID\"}, or a profile's record"
    var members = try object("profile", text, expected: expected)
    if case .object(let map)? = members["experiment_bucket_map"] { members = map }
    var profile: [String: String] = [:]
    for (experiment, value) in members {
      switch value {
      case .string(let variation): profile[experiment] = variation
      case .object(let record):
        if case .string(let variation)? = record["variation_id"] { profile[experiment] = variation }
      case .null, .bool, .number, .list: break
      }
      if profile[experiment] == nil {
        throw UserTextError(field: "profile", text: text, reason: "expected \(expected)")
      }
    }
    return profile
  }
}

/// The error for a field of a user that cannot be parsed.
struct UserTextError: Error, Equatable, CustomStringConvertible {
  /// The name of the command line option with the malformed text.
  let field: String
  let text: String
  let reason: String

  var description: String { "\(field) \"\(text)\": \(reason)" }
}
