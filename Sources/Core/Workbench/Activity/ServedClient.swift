package import FeatureFlags

package import struct FoundationEssentials.Date

/// A client of a server, identified by the address, user agent, app and instance of its requests.
///
/// A client can evaluate features for many users: a backend is one client.
package struct ServedClient: Hashable, Sendable, Identifiable {
  /// The number of the client, unique on the server.
  package let id: Int
  /// The IP address without the port, such as `127.0.0.1`.
  package let address: String
  /// The `User-Agent` of the requests; `nil` if there is none.
  package let userAgent: String?
  /// The SDK or HTTP library, according to the user agent; `nil` if it is unknown.
  package let software: ClientSoftware?
  /// The name of the app; `nil` if its SDK does not send it.
  package let app: String?
  /// The name of the instance of the app; `nil` if its SDK does not send it.
  package let instance: String?
  /// The endpoint of the last request.
  package var endpoint: String
  /// The user of the last evaluation; `nil` if the client has sent no user.
  package var context: EvaluationContext?
  /// The number of distinct users of the client; an estimate if there are very many.
  package var userCount: Int
  /// The time of the last request.
  package var lastSeen: Date
  package var requestCount: Int
  /// The number of evaluations by the server, and of those that the SDK of the client reports.
  package var evaluationCount: Int
  /// The average number of requests per second over the last seconds.
  package var rate: Double
  /// The number of open event streams of the client.
  package var streamCount: Int

  package init(
    id: Int,
    address: String,
    userAgent: String?,
    software: ClientSoftware? = nil,
    app: String? = nil,
    instance: String? = nil,
    endpoint: String,
    context: EvaluationContext? = nil,
    userCount: Int? = nil,
    lastSeen: Date,
    requestCount: Int = 1,
    evaluationCount: Int = 0,
    rate: Double = 0,
    streamCount: Int = 0
  ) {
    self.id = id
    self.address = address
    self.userAgent = userAgent
    self.software = software
    self.app = app
    self.instance = instance
    self.endpoint = endpoint
    self.context = context
    self.userCount = userCount ?? (context?.targetingKey == nil ? 0 : 1)
    self.lastSeen = lastSeen
    self.requestCount = requestCount
    self.evaluationCount = evaluationCount
    self.rate = rate
    self.streamCount = streamCount
  }
}

/// The SDK or the HTTP library of a client.
package struct ClientSoftware: Hashable, Sendable {
  /// The name, such as `OkHttp`.
  package let name: String
  /// The first two components of the version, such as `4.12`; `nil` if it is unknown.
  package let version: String?

  package init(name: String, version: String? = nil) {
    (self.name, self.version) = (name, version)
  }

  package var text: String { name + (version.map { " " + $0 } ?? "") }
}
