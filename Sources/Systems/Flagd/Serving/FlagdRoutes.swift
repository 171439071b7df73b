import FlagSystem
import Networking

extension DocumentKind {
  static let flagd = DocumentKind("a document of flagd", of: FlagdEvaluator.self)
}

/// The routes that flagd and its providers call.
enum FlagdRoutes {
  private static let endpoint = "flagd"

  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    [
      SystemRoute(
        endpoint,
        .all(.get, "/flagd/flags.json"),
        .document(
          SystemDocument("flagd") { state, user throws(ServedDocumentError) in
            try ServedFlagd(state, user: user).flags
          }
        )
      ),
      SystemRoute(
        endpoint,
        .all(.get, "/flagd/overrides.json"),
        .document(
          SystemDocument("flagd-overrides") { state, user throws(ServedDocumentError) in
            try ServedFlagd(state, user: user).overrides
          }
        )
      ),
    ]
  }
}
