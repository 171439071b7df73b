import FeatureFlags
import FlagSystem
import Networking

extension DocumentKind {
  static let datafile = DocumentKind("a datafile") { state in
    state.evaluator(as: DatafileEvaluator.self) != nil
      || (state.document.map(ConfigurationFormat.optimizely().recognises) ?? false)
  }
}

/// The routes that SDKs of Optimizely call.
enum DatafileRoutes {
  private static let prefix = "/datafiles/"

  /// The datafile of the source, whatever SDK key the request has.
  ///
  /// SDKs with an access token request the key below `auth/`.
  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    let document = SystemDocument("datafile") { name in
      let key = name.hasPrefix("auth/") ? name.dropFirst(5) : name[...]
      guard key.hasSuffix(".json"), key.count > 5, !key.contains("/") else {
        return "found the datafile \"\(name)\", expected \(prefix)KEY.json"
      }
      return nil
    } bytes: { state, user throws(ServedDocumentError) in
      try ServedDatafile.bytes(of: state, for: user)
    }
    return [SystemRoute("datafile", .all(.get, below: prefix), .document(document))]
  }
}
