import Documents
import FeatureFlags
import Text

/// A text field of the user dialog.
struct UserField {
  let role: Role
  let label: String
  let hint: String
  var input: TextInput

  /// The content of a field.
  enum Role {
    case key, attributes, segments, profile
    /// The context of the given kind.
    case kind(String)
    /// The name under which the user is saved as a persona.
    case name

    /// The part of the user that only some flag systems read; `nil` for any other field.
    var part: UserPart? {
      switch self {
      case .attributes: .attributes
      case .segments: .segments
      case .profile: .profile
      case .key, .kind, .name: nil
      }
    }
  }

  private init(_ role: Role, _ label: String, hint: String, text: String) {
    self.role = role
    self.label = label
    self.hint = hint
    input = TextInput(maximumLength: 10_000)
    input.insert(text)
  }

  /// Creates the fields of the dialog with the texts of a user and the name of a persona.
  ///
  /// - Parameters:
  ///   - user: The texts of the user.
  ///   - name: The name of a persona.
  ///   - parts: The parts of a user that the flag system reads; the others have no field.
  /// - Returns: The fields, from top to bottom.
  static func all(_ user: UserFields, name: String, _ parts: Set<UserPart>) -> [UserField] {
    let kinds = user.kinds.map { kind in
      let hint = "its key, or JSON such as {\"key\": \"k1\", \"plan\": \"gold\"}"
      return UserField(.kind(kind.name), kind.name, hint: hint, text: kind.text)
    }
    let person = [
      UserField(.key, "User", hint: "an identifier, such as u42", text: user.key),
      UserField(
        .attributes,
        "Attributes",
        hint: "JSON, such as {\"age\": 30}",
        text: user.attributes
      ),
    ]
    let profile = "JSON: {\"EXPERIMENT_ID\": \"VARIATION_ID\"}"
    let rest = [
      UserField(.segments, "Segments", hint: "such as adults, gold", text: user.segments),
      UserField(.profile, "Profile", hint: profile, text: user.profile),
      UserField(.name, "Save as", hint: "a name saves the user as a persona", text: name),
    ]
    return (person + kinds + rest).filter { $0.role.part.map(parts.contains) ?? true }
  }

  /// The error message for the text; `nil` if the text is valid.
  var refusal: String? {
    let text = input.text.trimmed
    return switch role {
    case .key, .segments, .name: nil
    case .attributes: Self.refusal(of: text) { _ in nil }
    case .kind where !text.hasPrefix("{"): nil
    case .kind(let kind):
      Self.refusal(of: text) { members in
        let key = members.last { $0.key == "key" }?.node.string ?? ""
        return key.isEmpty ? "\(kind): expected the key of the context as a text in \"key\"" : nil
      }
    case .profile:
      Self.refusal(of: text) { members in
        // A value in a profile is a variation id, or an object of the flag service with such an id.
        let wrong = members.first { $0.node.string == nil && $0.node.members == nil }
        return wrong.map {
          "\($0.node.mismatch(expected: "the id of a variation").inside($0.key))"
        }
      }
    }
  }

  /// Parses a JSON object and validates its members; an empty text is valid.
  private static func refusal(of text: String, validate: ([Node.Member]) -> String?) -> String? {
    guard !text.isEmpty else { return nil }
    do throws(DocumentError) {
      let document = try JSONReader.read(Array(text.utf8))
      guard let members = document.members else {
        return "found \(document.kind), expected a JSON object"
      }
      return validate(members)
    } catch {
      return "expected a JSON object; \(error)"
    }
  }
}
