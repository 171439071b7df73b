package import Documents
import FeatureFlags
package import FlagSystem
import Networking

/// The routes that clients of Remote Config templates call.
enum RemoteConfigRoutes {
  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    let template = SystemDocument("template", hasUserOfSettings: false) { state, user in
      ServedTemplate(state, user: user).json()
    }
    let values = SystemDocument("values", hasUserOfSettings: false) {
      state,
      user throws(ServedDocumentError) in
      try mapError(
        ServedRemoteValues(state, user: user).json(),
        to: ServedDocumentError.notGenerated
      )
    }
    return [
      SystemRoute("template", .all(.get, "/remote-config-template.json"), .document(template)),
      SystemRoute("values", .all(.get, "/remote-values.json"), .document(values)),
    ]
  }
}

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
  /// A value has the type of its parameter, as in the features of a template. JSON that is a text or null,
  /// and a text that is not a value of the type, are strings.
  ///
  /// - Throws: The error of the reader, for a template that exceeds a limit of ``InputLimit``.
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
  fileprivate init(_ text: String, of type: RemoteConfigTemplate.ValueType) {
    let json = type.value(of: text)?.json ?? .string(text)
    switch json {
    case .bool, .integer, .number, .list, .object: self = json
    // The keeper would read JSON that is a text without its quotes, and null as no value.
    case .null, .string: self = .string(text)
    }
  }
}
