import Documents
import FeatureFlags
import FlagSystem
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
