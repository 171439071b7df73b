package import Documents
import FeatureFlags
package import FlagSystem
import Networking

/// The routes that clients of Remote Config templates call.
enum RemoteConfigRoutes {
  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    let template = SystemDocument("template", isForUser: true) { state, user in
      ServedTemplate(state, user: user).json()
    }
    let values = SystemDocument("values", isForUser: true) {
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

/// Generates the plain remote values that a `JSONRemoteConfigKeeper` reads, with the overrides applied.
///
/// The values are those of the parameters of ``ServedTemplate`` for the user, by key. A parameter that only
/// Firebase can evaluate has its default value. A parameter without a value in the template, such as one with
/// the app's own default, is omitted.
package struct ServedRemoteValues: Sendable {
  private let template: ServedTemplate
  /// The evaluated features, by name.
  private let features: [Feature.Name: Feature]

  /// Generates the values for a state.
  ///
  /// - Parameters:
  ///   - state: The features with their overrides, and the document of the source.
  ///   - user: The targeting key of the user for whom features are evaluated, unless the source is a
  ///     template; `nil` for the default user.
  package init(_ state: ServedState, user: String? = nil) {
    template = ServedTemplate(state, user: user)
    let decided = state.features(for: user).filter { $0.undecidedReason == nil }
    features = Dictionary(decided.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the values as a JSON object, for the path `/remote-values.json`.
  ///
  /// A value has the type of its parameter, as in the features of a template. It is a string if it is
  /// not valid for the type, and if the parameter is of type JSON and its value is a JSON string or
  /// null.
  ///
  /// - Throws: An error for a template that exceeds a limit of ``InputLimit``.
  package func json() throws(DocumentError) -> [UInt8] {
    let template = try RemoteConfigTemplate(bytes: template.json())
    let members = template.parameters.compactMap { parameter in
      text(of: parameter).map { (key: parameter.key, value: JSONValue($0, of: parameter.type)) }
    }
    return Array(JSONValue.object(members).text().utf8)
  }

  private func text(of parameter: RemoteConfigTemplate.Parameter) -> String? {
    let feature = features[Feature.Name(rawValue: parameter.key)]
    guard !parameter.conditionalValues.isEmpty, let feature else {
      return parameter.defaultValue?.text
    }
    return feature.value?.description
  }
}

extension JSONValue {
  /// Converts the string of a parameter to a JSON value of the parameter's type.
  fileprivate init(_ text: String, of type: RemoteConfigTemplate.ValueType) {
    let json = type.value(of: text)?.json ?? .string(text)
    switch json {
    case .bool, .integer, .number, .list, .object: self = json
    // Remains a string, because the keeper would read a JSON string without its quotation marks, and
    // would read null as a missing value.
    case .null, .string: self = .string(text)
    }
  }
}
