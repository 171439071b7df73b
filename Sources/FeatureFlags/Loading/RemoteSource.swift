public import Networking

public import struct FoundationEssentials.Date

/// Fetches a configuration from an `http` or `https` URL, with conditional requests.
///
/// ```swift
/// let source = try RemoteSource(
///   url: "https://flags.example.test/features.json",
///   headers: ["Accept": "application/json"],
///   deadline: .seconds(10)
/// )
/// let configuration = try Configuration(bytes: await source.read())
/// print(configuration.features.count)
/// ```
public struct RemoteSource: Source {
  /// The URL for display: without user name, password, and the values of secret query parameters.
  public var name: String { server.address.display }
  /// The URL as it names the workspace of the source.
  package var location: String { server.address.location }
  private let server: SourceServer
  private let request: HTTPRequest

  /// The key of the cached configuration that is the fallback for this source.
  ///
  /// The key equals `name`. If `name` hides a secret, a digest distinguishes URLs with other
  /// secrets.
  public var address: String? { server.address.cacheKey }

  /// Creates a source; no request is sent before it is read.
  ///
  /// A redirect from `https` to `http` is an error.
  ///
  /// - Parameters:
  ///   - url: The absolute URL.
  ///   - headers: The headers of each request.
  ///   - deadline: The timeout of the whole response, 30 s by default; `nil` is unlimited. The
  ///     timeout between two bytes is 15 s, or a deadline of more than 30 s.
  ///   - largest: The largest accepted document in bytes, 32 MiB by default.
  ///   - client: The client that sends the requests; sources may share one.
  ///   - now: Returns the current time, for a `Retry-After` with a date.
  /// - Throws: `unsupported` for another scheme, `unusable` for an invalid URL or header.
  public init(
    url: String,
    headers: HTTPHeaders = [:],
    deadline: Duration? = .seconds(30),
    largest: Int = 32 << 20,
    client: HTTPClient = HTTPClient(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(SourceError) {
    server = SourceServer(url, client: client, now: now)
    var request = HTTPRequest(url: url, headers: headers)
    request.deadline = deadline
    if let deadline, deadline > .seconds(30) { request.idleLimit = deadline }
    request.maximumBodySize = largest
    self.request = try server.validated(request)
  }

  /// Whether a text is an `http` or `https` URL.
  public static func isAddress(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// Fetches the document.
  ///
  /// - Throws: `unreachable` or `status`.
  public func read() async throws(SourceError) -> [UInt8] {
    try await fetch(unlessStill: nil, progress: nil).bytes ?? []
  }

  /// Fetches the document with a conditional request, if the caller has a revision of it.
  ///
  /// - Throws: `unreachable` or `status`.
  public func fetch(
    unlessStill revision: HTTPRevision?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(SourceError) -> Fetched {
    try await server.fetch(
      revision.map(request.revalidating) ?? request,
      isConditional: revision != nil,
      progress: progress
    )
  }
}
