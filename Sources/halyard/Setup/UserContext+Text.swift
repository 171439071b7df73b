import Dashboard
import Documents
import FeatureFlags
import Frame
import Optimizely

extension UserContext {
  /// Takes the user as a tester wrote it down.
  ///
  /// - Throws: What was found, for attributes or a profile that are none.
  init(_ person: Person) throws(UserTextError) {
    self.init(
      id: person.key,
      attributes: try Self.object("attributes", person.attributes, wanted: "a JSON object"),
      segments: person.segments.isEmpty ? nil : Self.segments(person.segments),
      profile: try Self.profile(person.profile)
    )
  }

  /// Reads an object as a person writes it; nothing at all stands for an empty one.
  private static func object(
    _ field: String,
    _ text: String,
    wanted: String
  ) throws(UserTextError) -> [String: DataValue] {
    guard text.contains(where: { !$0.isWhitespace }) else { return [:] }
    do throws(DocumentError) {
      if case .object(let members) = try DataValue(json: text) { return members }
    } catch {
      throw UserTextError(field: field, text: text, reason: "\(error)")
    }
    throw UserTextError(field: field, text: text, reason: "wanted \(wanted)")
  }

  /// The segments of a list with commas.
  private static func segments(_ text: String) -> Set<String> {
    Set(text.split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty })
  }

  /// The sticky variations of a profile, as the service's record or as a plain object.
  private static func profile(_ text: String) throws(UserTextError) -> [String: String] {
    let wanted = "{\"EXPERIMENT_ID\": \"VARIATION_ID\"}, or a profile's record"
    var members = try object("profile", text, wanted: wanted)
    if case .object(let map)? = members["experiment_bucket_map"] { members = map }
    var profile: [String: String] = [:]
    for (experiment, value) in members {
      switch value {
      case .string(let variation): profile[experiment] = variation
      case .object(let record):
        if case .string(let variation)? = record["variation_id"] { profile[experiment] = variation }
      default: break
      }
      if profile[experiment] == nil {
        throw UserTextError(field: "profile", text: text, reason: "wanted \(wanted)")
      }
    }
    return profile
  }
}

extension Person {
  /// The user as a tester writes it down.
  init(_ user: UserContext) {
    let profile = user.profile.mapValues(DataValue.string)
    self.init(
      key: user.id,
      attributes: user.attributes.isEmpty ? "" : DataValue.object(user.attributes).description,
      segments: (user.segments ?? []).sorted().joined(separator: ", "),
      profile: profile.isEmpty ? "" : DataValue.object(profile).description
    )
  }
}

/// Why a text does not say anything about a user.
struct UserTextError: Error, Equatable, CustomStringConvertible {
  /// What the text was to be, as the option is called that gives it.
  let field: String
  let text: String
  let reason: String

  var description: String { "\(field) \"\(text)\": \(reason)" }
}
