package import FeatureFlags
package import Networking

/// Polls the features of one SDK connection from GrowthBook or its proxy.
///
/// The client key at the end of the URL selects the connection; the URL is one such as
/// `growthbook+https://cdn.growthbook.example/sdk-abc123`.
package struct GrowthBookSource: SDKSource {
  package static let prefix = "growthbook+"
  package let server: SourceServer
  package let request: HTTPRequest

  package init(_ server: SourceServer, _ request: HTTPRequest) {
    (self.server, self.request) = (server, request)
  }

  package static func endpoint(of url: String) -> String? {
    let path = "/api/features"
    let parts = ServiceURL(url, removing: []).base.split(separator: "/")
    // A scheme and a host come before the key.
    guard parts.count > 2, let key = parts.last else { return nil }
    let endings = ["\(path)/\(key)", "/api/\(key)", "/\(key)"]
    return ServiceURL(url, removing: endings).url(of: "\(path)/\(key)")
  }
}
