package import struct FoundationEssentials.Date

/// A client of a server: requests with the same address and user agent, and the same user for bulk
/// evaluations.
package struct ServedClient: Hashable, Sendable, Identifiable {
  /// A number that no other client of the server has.
  package let id: Int
  /// The IP address without the port, such as `127.0.0.1`.
  package let address: String
  /// The `User-Agent` of the requests; `nil` if there is none.
  package let userAgent: String?
  /// The endpoint of the last request.
  package var endpoint: ServedEndpoint
  /// The user of the last evaluation; `nil` if the client has sent none.
  package var context: EvaluationContext?
  /// The time of the last request.
  package var lastSeen: Date
  package var requestCount: Int
  /// The requests per second over the last seconds.
  package var rate: Double
  /// The number of open event streams of the client.
  package var streamCount: Int

  package init(
    id: Int,
    address: String,
    userAgent: String?,
    endpoint: ServedEndpoint,
    context: EvaluationContext? = nil,
    lastSeen: Date,
    requestCount: Int = 1,
    rate: Double = 0,
    streamCount: Int = 0
  ) {
    self.id = id
    self.address = address
    self.userAgent = userAgent
    self.endpoint = endpoint
    self.context = context
    self.lastSeen = lastSeen
    self.requestCount = requestCount
    self.rate = rate
    self.streamCount = streamCount
  }
}
