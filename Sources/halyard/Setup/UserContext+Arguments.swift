import Dashboard
import FeatureFlags
import Optimizely

extension UserContext {
  /// Takes the user from the command line.
  ///
  /// - Throws: `usage` for attributes that are no JSON object.
  init(_ arguments: Arguments) throws(Failure) {
    self.init(
      id: arguments.value(.user) ?? "",
      attributes: try Self.attributes(arguments.value(.attributes) ?? "", in: arguments),
      segments: arguments.value(.segments).map(Self.segments)
    )
  }

  private static func attributes(
    _ text: String,
    in arguments: Arguments
  ) throws(Failure) -> [String: DataValue] {
    do throws(UserTextError) {
      return try attributes(text)
    } catch {
      throw .usage("--attributes \(error)", command: arguments.command)
    }
  }

  /// Reads attributes as a person writes them; nothing at all stands for none.
  ///
  /// - Throws: What was found, for a text that is no JSON object.
  static func attributes(_ text: String) throws(UserTextError) -> [String: DataValue] {
    guard text.contains(where: { !$0.isWhitespace }) else { return [:] }
    do throws(ConfigurationError) {
      if case .object(let members) = try DataValue(json: text) { return members }
    } catch {
      throw UserTextError(text: text, reason: "\(error)")
    }
    throw UserTextError(text: text, reason: "wanted a JSON object")
  }

  /// The segments of a list with commas.
  static func segments(_ text: String) -> Set<String> {
    Set(text.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty })
  }

  /// Takes the user as a tester wrote it down.
  ///
  /// - Throws: What was found, for attributes that are no JSON object.
  init(_ person: Person) throws(UserTextError) {
    self.init(
      id: person.key,
      attributes: try Self.attributes(person.attributes),
      segments: person.segments.isEmpty ? nil : Self.segments(person.segments)
    )
  }
}

extension Person {
  /// The user as a tester writes it down.
  init(_ user: UserContext) {
    self.init(
      key: user.id,
      attributes: user.attributes.isEmpty ? "" : DataValue.object(user.attributes).description,
      segments: (user.segments ?? []).sorted().joined(separator: ", ")
    )
  }
}

/// Why a text does not say anything about a user.
struct UserTextError: Error, Equatable, CustomStringConvertible {
  let text: String
  let reason: String

  var description: String { "\"\(text)\": \(reason)" }
}
