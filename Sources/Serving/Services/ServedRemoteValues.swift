package import Documents
import FeatureFlags
import RemoteConfig

/// Generates the plain remote values that a `JSONRemoteConfigKeeper` reads, with the overrides
/// applied.
///
/// The values are the default values of the parameters of ``ServedTemplate``, by key. A parameter
/// without a value in the template, such as one with the app's own default, is omitted.
package struct ServedRemoteValues: Sendable {
  private let template: ServedTemplate

  /// Applies the overrides of a state.
  ///
  /// - Parameters:
  ///   - state: The features with their overrides, and the document of the source.
  ///   - user: The targeting key of the user for whom features are evaluated, unless the source is a
  ///     template; `nil` for the default user.
  package init(_ state: ServedState, user: String? = nil) {
    template = ServedTemplate(state, user: user)
  }

  /// Returns the values as a JSON object, for the path `/remote-values.json`.
  ///
  /// A value that is a Boolean, a number, a list or an object has the same JSON type; any other value is a
  /// string.
  ///
  /// - Throws: The error of the reader, for a template that exceeds a limit of ``Limit``.
  package func json() throws(DocumentError) -> [UInt8] {
    let template = try RemoteConfigTemplate(bytes: template.json())
    let members = template.parameters.compactMap { parameter in
      parameter.defaultValue?.text.map { text in
        (key: parameter.key, value: JSONValue(text, of: parameter.type))
      }
    }
    return Array(JSONValue.object(members).text().utf8)
  }
}

extension JSONValue {
  /// Converts the text of a parameter to a value of its type.
  ///
  /// A text that the keeper would read differently stays a string, such as the number `1.0`, which would
  /// become `1`.
  fileprivate init(_ text: String, of type: RemoteConfigTemplate.ValueType) {
    self = .string(text)
    guard type != .string, let json = JSONValue(parsing: text) else { return }
    switch json {
    case .bool, .integer, .number:
      if json.text() == text { self = json }
    case .list, .object:
      if type == .json { self = json }
    case .null, .string: break
    }
  }
}
