import Documents
import FeatureFlags
import FlagSystem
import Networking

/// The routes that clients of Ascend call.
enum AscendRoutes {
  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    [
      SystemRoute(
        "ascend",
        .all(.post, "/v1/allocations", "/v1/users/experiments"),
        .response(failure: "the body is not a request for experiments") {
          request throws(DocumentError) in
          try ServedExperiments(source.state()).response(to: request.body)
        }
      )
    ]
  }
}
